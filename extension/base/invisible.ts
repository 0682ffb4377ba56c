// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is dealt with here.

/** Control characters but newline and tab, and marks that reorder or hide what is read. */
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const ansi = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/**
 * Text from a tool, a server or a plugin made safe to read: without ANSI sequences, control characters
 * and marks that reorder it (2.1.329). Never for what a user approves, since it leaves things out.
 */
export function stripControl(text: string): string {
  return text.replace(ansi, "").replace(invisible, "");
}

/**
 * Text that a user approves: nothing is left out. Every character that is invisible, or that changes
 * how others are read, stands there by its name, such as `\\u{1b}`.
 */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
