// biome-ignore-all lint/suspicious/noControlCharactersInRegex: this file handles control characters.

/**
 * Characters that are invisible or change how adjacent ones are read: control, format and separator characters, halves
 * of surrogate pairs, everything that a renderer may leave out (fillers, variation selectors, tags), and blank glyphs
 * (the blank Braille pattern, the null notehead).
 */
const hidden = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}`;
/** Brackets around the name of a character. They are escaped themselves, so that no text can imitate a name. */
const brackets = "⟦⟧";

/** Terminal sequences for colors and cursor movement, titles and other strings, character sets, and keypad modes. */
const ansi =
  /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()*+][A-Z0-9]|\u001b[=>78]/g;
const strippable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const hasStrippable = new RegExp(strippable.source);
/** More marks on one letter than any language has: they would be drawn over the lines around it. */
const stacked = String.raw`(?<=\p{M}{5})\p{M}`;
const escapable = new RegExp(`${stacked}|(?![\\n\\t])[${hidden}${brackets}]|(?! )\\p{Zs}`, "gu");
/**
 * The emoji of Unicode's list that consist of several characters, some of which are invisible by themselves (RGI:
 * recommended for general interchange). Without those of tags: a font that lacks such a flag shows a black flag, and
 * nothing of its tags. The lookahead saves the long search for them.
 */
const emoji = String.raw`(?=.[\u{1F3FB}-\u{1F3FF}]?[\u200d\ufe0f])[[\p{RGI_Emoji_ZWJ_Sequence}\p{Emoji_Keycap_Sequence}\p{Basic_Emoji}]--\p{Any}]`;
const escapableOrEmoji = new RegExp(`${emoji}|${escapable.source}`, "gv");
/** Scripts whose spelling uses joiners. */
const joining = [
  "Arabic",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
/** Marks that contribute to visible text: emoji presentation, joiners between emoji, and joiners within a word. */
const visibleMarks = [
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
].join("|");
const escapableInLine = new RegExp(`${stacked}|(?!${visibleMarks})[${hidden}]`, "gu");
/** Text of visible ASCII, which needs no escaping: a search for other characters takes ten times as long. */
const plain = /^[\n\t -~]*$/;
const plainLine = /^[ -~]*$/;
const plainPath = /^[!-~]+(?: [!-~]+)*$/;
/** In a path only single spaces between other characters are unambiguous. */
const escapableInPath = new RegExp(`${stacked}|[${hidden}${brackets}]|(?! )\\p{Zs}|^ | $|(?<= ) `, "gu");

/**
 * Removes ANSI sequences, control characters and bidirectional marks from text of a tool, a server or a plugin. Never
 * for text that the user approves, since it leaves characters out.
 */
export function stripControl(text: string): string {
  // Every sequence begins with a character of the other kind.
  return hasStrippable.test(text) ? text.replace(ansi, "").replace(strippable, "") : text;
}

/**
 * Returns an output as the terminal finally shows it: of a line that was overwritten, such as a progress bar, only the
 * last text.
 */
export function renderOutput(output: string): string {
  return output
    .split(/\r*\n/)
    .map((line) => stripControl(getLastWritten(line)))
    .join("\n");
}

function getLastWritten(line: string): string {
  const written = line.replace(/\r+$/, "");
  return written.slice(written.lastIndexOf("\r") + 1);
}

/**
 * Returns a text on one line: each run of white space becomes one space. Leaves a space by itself alone, which takes
 * half the time.
 */
export function joinLines(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, " ");
}

/**
 * Escapes text that the user approves; it leaves nothing out. Replaces every character that is invisible, covers others
 * or changes how they are read with its code point, such as ⟦U+202E⟧, and every space other than the usual one. Keeps
 * line breaks and tabs. Two different texts never look the same.
 */
export function escapeInvisible(text: string): string {
  return plain.test(text) ? text : text.replace(escapable, getName);
}

/**
 * Escapes like `escapeInvisible`, but keeps emoji that are joined from others. Only for prose, which is read by people:
 * two texts that differ in the form of an emoji (✔️ and ✔) can look the same, so never for a command, a rule, a name or
 * an address.
 */
export function escapeProse(text: string): string {
  return plain.test(text)
    ? text
    : text.replace(escapableOrEmoji, (found) => ([...found].length === 1 ? getName(found) : found));
}

/**
 * Escapes a path that the user approves, for one line: like `escapeInvisible`, but also escapes white space other than
 * single inner spaces.
 */
export function escapePath(path: string): string {
  return plainPath.test(path) ? path : path.replace(escapableInPath, getName);
}

/**
 * Escapes external text for one line of a list, a title or a message: every invisible or reordering character,
 * including line breaks and tabs. Keeps spaces, emoji and the joiners of words. Idempotent, and safe for results of
 * `escapeInvisible` and `escapePath`.
 */
export function escapeLine(text: string): string {
  return plainLine.test(text) ? text : text.replace(escapableInLine, getName);
}

/** Escapes external text like `escapeLine`, but keeps line breaks. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeLine).join("\n");
}

function getName(character: string): string {
  return `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟧`;
}
