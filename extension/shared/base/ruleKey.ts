/** Current names of tools that `claude` renamed, by their former names (2.1.329). */
const renamed: ReadonlyMap<string, string> = new Map([
  ["Task", "Agent"],
  ["KillShell", "TaskStop"],
  ["KillBash", "TaskStop"],
  ["ListPeers", "ListAgents"],
  ["Brief", "SendUserMessage"],
  ["ListMcpResources", "ListMcpResourcesTool"],
  ["ReadMcpResource", "ReadMcpResourceTool"],
  ["ReadMcpResourceDir", "ReadMcpResourceDirTool"],
  ["ProposeGoal", "SetGoal"],
]);

/** Tools for which `(*)` in an allow list means the working folders only (2.1.329). */
const withinFolders: ReadonlySet<string> = new Set(["Edit", "Write", "NotebookEdit", "Read", "Glob", "Grep", "LSP"]);

/**
 * Returns a permission rule in the form in which 2.1.329 lists it, which treats rules with the same key in one list of
 * one source as the same rule. `Bash(*)` and `Bash()` become `Bash`, former tool names become current ones, and
 * brackets in the content are escaped.
 */
export function getRuleKey(rule: string, behavior: string): string {
  const open = findUnescaped(rule, "(", "first");
  const close = findUnescaped(rule, ")", "last");
  if (open <= 0 || close <= open || close !== rule.length - 1) return renamed.get(rule) ?? rule;
  const name = rule.slice(0, open);
  const raw = rule.slice(open + 1, close);
  const isWithinFolders = behavior === "allow" && withinFolders.has(name) && (raw === "*" || raw === "");
  if (isWithinFolders) return `${name}(*)`;
  const tool = renamed.get(name) ?? name;
  if (raw === "" || raw === "*") return tool;
  const content = raw.replaceAll("\\(", "(").replaceAll("\\)", ")").replaceAll("\\\\", "\\");
  return `${tool}(${content.replaceAll("\\", "\\\\").replaceAll("(", "\\(").replaceAll(")", "\\)")})`;
}

/**
 * Returns the index of a character that is not escaped: an even number of backslashes precedes it. Returns -1 if there
 * is none.
 */
function findUnescaped(text: string, character: string, which: "first" | "last"): number {
  const places: number[] = [];
  let slashes = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === character && slashes % 2 === 0) places.push(index);
    slashes = text[index] === "\\" ? slashes + 1 : 0;
  }
  return (which === "first" ? places[0] : places.at(-1)) ?? -1;
}
