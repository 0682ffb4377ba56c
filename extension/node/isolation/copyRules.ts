import type { CopyRules } from "../../core/conversations/isolationPorts.ts";

/** Returns tests for the entries of a copy, by their paths relative to the folder, with "/". */
export function compileRules({ include = [], exclude = [] }: CopyRules): {
  isExcluded(path: string): boolean;
  isIncluded(path: string): boolean;
} {
  const [wanted, unwanted] = [include, exclude].map((patterns) => patterns.map(compileGlob)) as [RegExp[], RegExp[]];
  return {
    isExcluded: (path) => unwanted.some((pattern) => pattern.test(path)),
    // Without its ignore rules, everything that a build makes in the copy would count as a change.
    isIncluded: (path) =>
      wanted.length === 0 || /(^|\/)\.gitignore$/.test(path) || wanted.some((pattern) => pattern.test(path)),
  };
}

const parts: Readonly<Record<string, string>> = {
  "**/": "(?:[^/]+/)*",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
  "{": "(?:",
  ",": "|",
  "}": ")",
};

/**
 * Compiles a glob: `*`, `?`, `**`, `{a,b}`. One without "/" matches names in any folder. A pattern that matches a
 * folder matches everything in it.
 */
function compileGlob(glob: string): RegExp {
  const trimmed = glob.replace(/^\.?\//, "").replace(/\/$/, "");
  const isName = trimmed === glob.replace(/\/$/, "") && !trimmed.includes("/");
  let isInBraces = false;
  const source = trimmed.replaceAll(/\*\*\/|\*\*|[\s\S]/g, (part) => {
    if (part === "{" && trimmed.includes("}")) isInBraces = true;
    const special = (part === "," || part === "}" || part === "{") && !isInBraces ? undefined : parts[part];
    if (part === "}") isInBraces = false;
    return special ?? part.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  try {
    return new RegExp(`^${isName ? "(?:.*/)?" : ""}${source}(?:/.*)?$`, "u");
  } catch {
    // A group that is not closed.
    return /^(?!)/;
  }
}
