/** Places where `claude` stores permissions, by its own names, narrowest first. */
export const destinations = ["session", "localSettings", "projectSettings", "userSettings"] as const;
export type Destination = (typeof destinations)[number];

/** A permission rule: a tool, and which of its calls; without content, all of them. */
export interface PermissionRule {
  readonly toolName: string;
  readonly ruleContent?: string;
}

/** Parses a rule as `claude` writes it, such as `Bash(npm test:*)`; undefined if the text is not a rule. */
export function parseRule(text: string): PermissionRule | undefined {
  const [, toolName, content] = /^\s*([^\s()]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
  if (toolName === undefined || content?.trim() === "") return undefined;
  return content === undefined ? { toolName } : { toolName, ruleContent: content };
}

export function formatRule({ toolName, ruleContent }: PermissionRule): string {
  return ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`;
}

/**
 * A tool call as a rule sees it: `subject` is its command, path or address; a path is relative to the working folder.
 */
export interface RuleCall {
  readonly tool: string;
  readonly subject: string;
}

/** Tools by the way in which their rules match content. Tools with unknown rules are matched as a whole only. */
const shells: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);
const editors: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

/**
 * Returns whether a rule would have decided a call, as far as the call's row shows: `claude` also checks each part of a
 * compound command. Undefined if only `claude` can tell, as for paths, which it reads from several roots. An estimate
 * for display, never for a decision.
 */
export function isLikelyMatch(
  { toolName, ruleContent }: PermissionRule,
  { tool, subject }: RuleCall,
): boolean | undefined {
  if (ruleContent !== undefined && (toolName === "Read" || editors.has(toolName))) return undefined;
  if (!isToolOf(toolName, tool)) return false;
  if (ruleContent === undefined) return true;
  if (shells.has(tool)) return matchesCommand(ruleContent, subject);
  if (tool === "WebFetch") return matchesDomain(ruleContent, subject);
  return ruleContent === subject;
}

/**
 * Returns true if a rule's tool covers a tool: a rule for edits covers every tool that edits, one for an MCP server all
 * its tools.
 */
function isToolOf(ruleTool: string, tool: string): boolean {
  return (
    ruleTool === tool ||
    (ruleTool === "Edit" && editors.has(tool)) ||
    (ruleTool.startsWith("mcp__") && tool.startsWith(`${ruleTool.replace(/__\*$/, "")}__`))
  );
}

function matchesCommand(content: string, command: string): boolean {
  const prefix = /^([\s\S]+):\*$/.exec(content)?.[1];
  if (prefix !== undefined) return command === prefix || (command.startsWith(`${prefix} `) && !/[;&|\n]/.test(command));
  return isLike(content, command);
}

function matchesDomain(content: string, address: string): boolean {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(address)?.[1]?.toLowerCase();
  const domain = content.replace(/^domain:/, "").toLowerCase();
  return host !== undefined && (host === domain || (domain.startsWith("*.") && host.endsWith(domain.slice(1))));
}

/** Returns true if a text matches a pattern with wildcards (`*`), in time that their lengths bound. */
function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split("*");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return pattern === text;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
