/** Sources of expressions for names of files, for the flags "u" and "v". Whether there is such a file the host says. */

const letter = String.raw`[\p{L}\p{N}_@.+-]`;
/** A part of a path; in those of web frameworks `[id]`, `[[...all]]` and `(group)` stand for themselves, though none begins with them. */
const segment = String.raw`(?:${letter}|\[{1,2}[\w.-]+\]{1,2}|\([\w.-]+\))+`;
/** Nothing before it, a folder above, or a drive. */
const root = String.raw`(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])?`;
const ending =
  "[cm]?[jt]sx?|svelte|vue|jsonc?|mdx?|py|rs|go|java|kts?|swift|cc?|cpp|hh?|hpp|cs|rb|php|s?css|less|html?|xml|ya?ml|toml|ini|env|lock|sh|ps1|sql|txt|gradle|proto";

/** What names a file without an ending. */
const bareName = String.raw`(?:[A-Z][\w-]*file|LICENSE|NOTICE|README|CHANGELOG|CODEOWNERS|\.\w[\w.-]*)`;
/** A line, with a column or up to another one, as programs write it or as the addresses of forges have it. */
const atLine = String.raw`(?::\d+(?:[:-]\d+)?|#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?)`;
const place = `${atLine}?`;

/** A file in a folder. */
export const pathPattern = String.raw`${root}(?=${letter})(?:${segment}[\\/])+${segment}\.\w{1,8}${place}`;
/** A file by its name alone, of a kind that people name so. */
export const namePattern = String.raw`[\p{L}\p{N}_][\p{L}\p{N}_.-]*\.(?:${ending})${place}`;

const alone = new RegExp(String.raw`^(?:${pathPattern}|${namePattern}|${root}(?:${segment}[\\/])*${bareName}${place})$`, "u");
const nameAtLine = new RegExp(String.raw`^(?:${bareName}|[\w-]+(?:\.[\w-]+)+)${atLine}$`, "u");
const lineBehind = new RegExp(`${atLine}$`);

/** Whether all of a text reads like a file, such as `src/a.ts:12` or `Makefile`. */
export function looksLikePath(text: string): boolean {
  return alone.test(text);
}

/** A file with its line that reads like a scheme: `Makefile:3`, `a.ts:3-5`. */
export function isNameAtLine(text: string): boolean {
  return nameAtLine.test(text);
}

/** What reads like a file without the line behind it. */
export function withoutLine(text: string): string {
  return text.replace(lineBehind, "");
}
