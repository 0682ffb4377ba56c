import type { RepositoryKind } from "../../../shared/contract/repository.ts";
import type { FoundEntry } from "./parsedFile.ts";

/**
 * Returns an agent, a skill, a command or an output style. All of its text determines what it does: its header allows
 * tools and runs hooks, and lines of its body can run in a shell. A changed text is a new entry, also where only a
 * description changed, since that needs no parser of ours. Of rules, which are instructions, the header counts alone.
 */
export function describeDocument(kind: RepositoryKind, name: string, path: string, text: string): FoundEntry {
  const header = findHeader(text);
  return {
    kind,
    name,
    value: [header, ...findShellLines(text)].filter(Boolean).join("\n"),
    path,
    identity: kind === "instructions" ? header : text,
  };
}

/**
 * Returns an instruction file. Its text is not part of its identity: it changes often, and steers no more than before.
 */
export function describeInstructions(path: string): FoundEntry {
  return { kind: "instructions", name: path.split(/[\\/]/).at(-1) ?? path, value: "", path };
}

const beginning = /^\ufeff?---\s*?[\r\n]/;
const lineEnd = /\n---[ \t]*(?:\n|$)/;

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * Returns the lines between the marks at the start of a Markdown file, as they are written. `claude` takes the first
 * "---" for the end, also within a line (2.1.329), so a part of the text can be returned too, but nothing of the header
 * is missing.
 */
function findHeader(text: string): string {
  if (!beginning.test(text)) return "";
  const rest = withLineFeeds(text.replace(beginning, "\n"));
  const end = lineEnd.exec(rest)?.index ?? rest.lastIndexOf("---");
  return rest.slice(0, Math.max(end, 0)).replace(/^\n+|\s+$/g, "");
}

/**
 * Returns the lines of commands that `claude` runs in a shell when it reads a command or a skill: !`…`, and blocks that
 * begin with "```!" anywhere in a line, as in a list or a quote (2.1.50, 2.1.332).
 */
function findShellLines(text: string): readonly string[] {
  const body = withLineFeeds(text);
  return [...(body.match(/!`[^`]+`/g) ?? []), ...(body.match(/```![\s\S]*?(?:```|$)/g) ?? [])];
}
