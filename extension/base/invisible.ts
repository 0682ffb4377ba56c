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
/** Scripts whose words are spelled with joiners. */
const joining = ["Arabic", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
/** Marks that are a part of what is seen: the colour of an emoji, what makes one of two, and joiners within a word. */
const visibleMarks = [
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
].join("|");
const escapableInLine = new RegExp(`(?!${visibleMarks})[${hidden}]`, "gu");
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
  return text.replace(escapable, getName);
}

/** A path that a user approves, on one line: as `escapeInvisible`, and every white space that is no single space is named too. */
export function escapePath(path: string): string {
  return path.replace(escapableInPath, getName);
}

/**
 * Text of others for one line of a list, a title or a message: every invisible or reordering character is named, line breaks and tabs too.
 * Spaces, emoji and the joiners of words stay. Idempotent, and harmless for what `escapeInvisible` or `escapePath` returned.
 */
export function escapeLine(text: string): string {
  return text.replace(escapableInLine, getName);
}

/** As `escapeLine`, with line breaks kept: for what is shown in several lines. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeLine).join("\n");
}

function getName(character: string): string {
  return `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟧`;
}
