import type { ToolKind } from "../../../shared/contract/tools.ts";

/** Maximum number of characters of a command that is classified. */
const maxLength = 1_000;

const searches = new Set(["ack", "ag", "egrep", "fgrep", "find", "git grep", "grep", "rg", "which"]);
const lists = new Set(["git ls-files", "ls", "tree"]);
const reads = new Set([
  ...[
    "basename",
    "cat",
    "column",
    "comm",
    "cut",
    "df",
    "diff",
    "dirname",
    "du",
    "file",
    "head",
    "jq",
    "less",
    "more",
    "nl",
    "paste",
    "pwd",
  ],
  ...["readlink", "realpath", "rev", "sort", "stat", "tac", "tail", "tr", "uniq", "wc", "whoami"],
  ...["git blame", "git diff", "git log", "git rev-parse", "git show", "git status"],
]);
/** Commands whose effect is not worth reporting. */
const silent = new Set([":", "cd", "echo", "false", "printf", "true"]);
/** Options by which one of these commands writes, or runs another program. */
const writes =
  /\s(?:-(?:delete|exec(?:dir)?|fls|fprint\w*|ok(?:dir)?|O\S*)|--(?:output|pre|ext-diff)\b\S*)(?=\s|$)|^(?:sort|tree)\b.*\s-\w*o/;
/**
 * A `sed` that prints lines of a file, the usual read-only call; for other calls only the script tells whether they
 * write.
 */
const range = /\bsed -n (['"]?)\d+(?:,(?:\d+|\$))?p\1(?=\s|$)/g;

/**
 * Classifies a read-only command: a search, a list, or another command. Returns undefined for a command that may change
 * something, or that cannot be classified. The result decides with which rows a row is folded, never which calls are
 * allowed.
 */
export function classifyReadOnlyCommand(command: string): ToolKind | undefined {
  if (command.length > maxLength) return undefined;
  const bare = withoutQuoted(command.trim().replaceAll(range, "head")).replaceAll(
    /\s+(?:[012&]?>\s*\/dev\/null|2>&1)(?=\s|$)/g,
    "",
  );
  // Redirections, substitutions, background commands, and values that are not known.
  if (/[<>`$(){}\n\\]|(?<!&)&(?!&)/.test(bare)) return undefined;
  const kinds = bare.split(/\s*(?:&&|\|\|?|;)\s*/).map(kindOfStep);
  if (kinds.some((kind) => kind === undefined)) return undefined;
  return kinds.find((kind) => kind === "search" || kind === "list") ?? kinds.find((kind) => kind === "command");
}

/** Replaces quoted text: it is a value, unless the shell expands it. */
function withoutQuoted(command: string): string {
  return command.replaceAll(/'[^']*'|"(?:[^"$`\\]|\\[^$`\n])*"/g, "_");
}

function kindOfStep(step: string): ToolKind | "silent" | undefined {
  const [name = "", second = ""] = step.split(/\s+/);
  if (writes.test(step)) return undefined;
  if (silent.has(name)) return "silent";
  const names = [name, `${name} ${second}`];
  if (names.some((each) => searches.has(each))) return "search";
  if (names.some((each) => lists.has(each))) return "list";
  return names.some((each) => reads.has(each)) ? "command" : undefined;
}
