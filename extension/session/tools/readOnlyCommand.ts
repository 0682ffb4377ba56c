import type { ToolKind } from "../../contract/tools.ts";

/** A longer command is not looked through. */
const maxLength = 1_000;

const searches = new Set(["ack", "ag", "egrep", "fgrep", "find", "git grep", "grep", "rg", "which"]);
const lists = new Set(["git ls-files", "ls", "tree"]);
const reads = new Set([
  ...["basename", "cat", "column", "comm", "cut", "df", "diff", "dirname", "du", "file", "head", "jq", "less", "more", "nl", "paste", "pwd"],
  ...["readlink", "realpath", "rev", "sort", "stat", "tac", "tail", "tr", "uniq", "wc", "whoami"],
  ...["git blame", "git diff", "git log", "git rev-parse", "git show", "git status"],
]);
/** They do nothing that is to be told. */
const silent = new Set([":", "cd", "echo", "false", "printf", "true"]);
/** Options by which one of them writes, or runs something else. */
const writes = /\s(?:-(?:delete|exec(?:dir)?|fls|fprint\w*|ok(?:dir)?|O\S*)|--(?:output|pre|ext-diff)\b\S*)(?=\s|$)|^(?:sort|tree)\b.*\s-\w*o/;
/** Lines of a file, which is the most that `sed` is asked for; what else it does only its script tells. */
const range = /\bsed -n (['"]?)\d+(?:,(?:\d+|\$))?p\1(?=\s|$)/g;

/**
 * How a command counts that only looks: as a search, a list, or some other command; undefined for one that may do more, or that cannot
 * be told. It decides what a row is folded with, never what is allowed.
 */
export function classifyReadOnlyCommand(command: string): ToolKind | undefined {
  if (command.length > maxLength) return undefined;
  const bare = withoutQuoted(command.trim().replaceAll(range, "head")).replaceAll(/\s+(?:[012&]?>\s*\/dev\/null|2>&1)(?=\s|$)/g, "");
  // Other output, what is run inside, what goes on in the background, and values that nobody knows.
  if (/[<>`$(){}\n\\]|(?<!&)&(?!&)/.test(bare)) return undefined;
  const kinds = bare.split(/\s*(?:&&|\|\|?|;)\s*/).map(kindOfStep);
  if (kinds.some((kind) => kind === undefined)) return undefined;
  return kinds.find((kind) => kind === "search" || kind === "list") ?? kinds.find((kind) => kind === "command");
}

/** What is in quotes is a value, unless the shell looks into it. */
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
