// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is dealt with here.

/**
 * Everything that is invisible or changes how its neighbours are read: control, format and separator characters, halves of
 * surrogate pairs, all that a renderer may leave out (fillers, variation selectors, tags), and what is drawn as nothing: the blank
 * Braille pattern, the null notehead.
 */
const hidden = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}`;
/** The brackets around a name: named themselves where a text holds them, so that no text can pretend to be a name. */
const brackets = "⟦⟧";

/** Colours and movements, titles and other strings for a terminal, sets of letters, modes of its keys. */
const ansi = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()*+][A-Z0-9]|\u001b[=>78]/g;
const strippable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const escapable = new RegExp(`(?![\\n\\t])[${hidden}${brackets}]|(?! )\\p{Zs}`, "gu");
/** In a path nothing but single spaces between other characters is what it looks like. */
const escapableInPath = new RegExp(`[${hidden}${brackets}]|(?! )\\p{Zs}|^ | $|(?<= ) `, "gu");

/**
 * Text from a tool, a server or a plugin made safe to read: without ANSI sequences, control characters
 * and marks that reorder it. Never for what a user approves, since it leaves things out.
 */
export function stripControl(text: string): string {
  return text.replace(ansi, "").replace(strippable, "");
}

/**
 * Text that a user approves: nothing is left out. Every character that is invisible, or that changes
 * how others are read, stands there by its number, such as ⟦U+202E⟧, and every space that is not the usual one. Line breaks and tabs stay.
 */
export function escapeInvisible(text: string): string {
  return text.replace(escapable, nameOf);
}

/** A path that a user approves, on one line: as `escapeInvisible`, and every white space that is no single space is named too. */
export function escapePath(path: string): string {
  return path.replace(escapableInPath, nameOf);
}

function nameOf(character: string): string {
  return `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟧`;
}
