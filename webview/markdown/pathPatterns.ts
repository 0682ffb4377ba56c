/**
 * Regular expression sources for file names, for the flags "u" and "v". The host decides whether such a file exists.
 */

const letter = String.raw`[\p{L}\p{N}_@.+-]`;
/** A segment of a path. `[id]`, `[[...all]]` and `(group)` are segments of web frameworks; no path starts with them. */
const segment = String.raw`(?:${letter}|\[{1,2}[\w.-]+\]{1,2}|\([\w.-]+\))+`;
/** Empty, the current or a parent folder, or a drive. */
const root = String.raw`(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])?`;
const ending =
  "[cm]?[jt]sx?|svelte|vue|jsonc?|mdx?|py|rs|go|java|kts?|swift|cc?|cpp|hh?|hpp|cs|rb|php|s?css|less|html?|xml|ya?ml|toml|ini|env|lock|sh|ps1|sql|txt|gradle|proto";

/** A file name without an extension. */
const bareName = String.raw`(?:[A-Z][\w-]*file|LICENSE|NOTICE|README|CHANGELOG|CODEOWNERS|\.\w[\w.-]*)`;
/** A line with an optional column or end line, as programs or the URLs of code hosts write it. */
const atLine = String.raw`(?::\d+(?:[:-]\d+)?|#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?)`;
const place = `${atLine}?`;

/** A file in a folder. */
export const pathPattern = String.raw`${root}(?=${letter})(?:${segment}[\\/])+${segment}\.\w{1,8}${place}`;
/** A bare file name with a common extension. */
export const namePattern = String.raw`[\p{L}\p{N}_][\p{L}\p{N}_.-]*\.(?:${ending})${place}`;

const alone = new RegExp(
  String.raw`^(?:${pathPattern}|${namePattern}|${root}(?:${segment}[\\/])*${bareName}${place})$`,
  "u",
);
const nameAtLine = new RegExp(String.raw`^(?:${bareName}|[\w-]+(?:\.[\w-]+)+)${atLine}$`, "u");
const lineBehind = new RegExp(`${atLine}$`);

/** Returns whether the whole text looks like a file, such as `src/a.ts:12` or `Makefile`. */
export function looksLikePath(text: string): boolean {
  return alone.test(text);
}

/** Returns whether a text is a file name with a line that looks like a URI scheme: `Makefile:3`, `a.ts:3-5`. */
export function isNameAtLine(text: string): boolean {
  return nameAtLine.test(text);
}

/** Returns the path without its line suffix. */
export function withoutLine(text: string): string {
  return text.replace(lineBehind, "");
}
