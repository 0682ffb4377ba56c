import { t } from "@vscode/l10n";
import { type Destination, destinations, parseRule } from "../../contract/requests/permissionRules.ts";
import type { PermissionChange } from "../../contract/requests/requests.ts";
import { findCoveredServers, normalizeName, splitToolName } from "../../contract/toolNames.ts";
import { getModeLabel } from "../conversation.ts";

const places: { readonly [D in Destination]: () => string } = {
  session: () => t("This conversation"),
  localSettings: () => t("This project, for you"),
  projectSettings: () => t("This project, shared"),
  userSettings: () => t("All projects"),
};

/** Returns the label of a place where rules are stored, for a list of choices. */
export function getDestinationLabel(destination: Destination): string {
  return places[destination]();
}

const files: { readonly [D in Destination]: () => string } = {
  session: () => t("This conversation only (not saved to a file)"),
  localSettings: () => t(".claude/settings.local.json (this project, only you)"),
  projectSettings: () => t(".claude/settings.json (this project, shared)"),
  userSettings: () => t("~/.claude/settings.json (all your projects)"),
};

/** Returns the file in which a place stores its rules. */
export function getDestinationFile(destination: Destination): string {
  return files[destination]();
}

/**
 * Describes a change that can be allowed permanently, for a list of choices. `command` is the command that requests
 * permission, `servers` are the known MCP servers.
 */
export function formatAlwaysChoice(
  change: PermissionChange,
  command: string | undefined,
  servers: readonly string[] = [],
): string {
  switch (change.kind) {
    case "rules": {
      const rules = change.rules.map((rule) => formatRulePhrase(rule, command, servers)).join("; ");
      if (change.change === "remove") return t("Remove the rule: {0}", rules);
      if (change.change === "replace") return t("Replace all rules of this kind there with: {0}", rules);
      if (change.behavior === "allow") return rules;
      return change.behavior === "deny" ? t("Always deny: {0}", rules) : t("Always ask: {0}", rules);
    }
    case "mode":
      return change.mode === "acceptEdits"
        ? t("All file edits in the workspace")
        : t("Switch to mode {0}", getModeLabel(change.mode));
    case "directories": {
      const directories = change.directories.join(", ");
      return change.change === "add" ? t("Access to {0}", directories) : t("Remove access to {0}", directories);
    }
  }
}

/** Describes briefly what a rule allows. */
function formatRulePhrase(text: string, command: string | undefined, servers: readonly string[]): string {
  const { toolName, ruleContent: content } = parseRule(text) ?? {};
  if (toolName !== "Bash" && toolName !== "PowerShell") {
    const scope = formatRuleScope(text, servers) ?? text;
    return scope.charAt(0).toUpperCase() + scope.slice(1);
  }
  if (content === undefined || /^ *\*+ *$/.test(content) || content === ":*") return t("Any {0} command", toolName);
  // An asterisk in a rule stands for anything.
  if (content === command?.trim() && !content.includes("*")) return t("This exact command");
  const prefix = /^([^*]+):\*$/.exec(content)?.[1];
  if (prefix === undefined)
    return content.includes("*") ? t("Commands like “{0}”", content) : t("The command “{0}”", content);
  return prefix.includes(" ") ? t("“{0}” with any arguments", prefix) : t("Any “{0}” command", prefix);
}

/** Sources in which the user stores no rules, by the names of `claude` (2.1.329). */
const otherSources: ReadonlyMap<string, () => string> = new Map([
  ["cliArg", () => t("This conversation, from Tandem's settings or the command line")],
  ["command", () => t("A command in this conversation")],
  ["flagSettings", () => t("Settings passed at startup")],
  ["policySettings", () => t("Your organization")],
]);

/** Returns the label of a rule's source; the name that `claude` uses if the source is unknown. */
export function getSourceLabel(source: string): string {
  const place = destinations.find((each) => each === source);
  return place ? getDestinationLabel(place) : (otherSources.get(source)?.() ?? source);
}

export function getBehaviorLabel(behavior: string): string {
  if (behavior === "allow") return t("allows without asking");
  if (behavior === "ask") return t("always asks");
  return behavior === "deny" ? t("denies without asking") : behavior;
}

/**
 * Describes everything that a rule matches: "every command that begins with …". Undefined if the text is not a rule.
 * `claude` reads empty brackets as none. `servers`: names of the known MCP servers, of which one rule can cover
 * several.
 */
export function formatRuleScope(text: string, servers: readonly string[] = []): string | undefined {
  const rule = parseRule(text.replace(/\(\)\s*$/, ""));
  if (!rule) return undefined;
  const { toolName: tool, ruleContent: content } = rule;
  if (tool === "Bash" || tool === "PowerShell") return formatCommandScope(tool, content);
  if (tool === "Edit")
    return content === undefined ? t("every use of the Edit tool, in any file") : t("edits to {0}", getFiles(content));
  if (tool === "Read") return content === undefined ? t("reading every file") : t("reading {0}", getFiles(content));
  if (tool === "WebFetch")
    return content === undefined ? t("every web page") : t("every page on {0}", getSite(content));
  if (/^mcp__\*+$/.test(tool)) return t("every tool of every MCP server, with any input");
  const server = /^mcp__(.+?)(?:__\*)?$/.exec(tool)?.[1];
  const mcp = server === undefined || isServerName(server, servers) ? undefined : splitToolName(tool, servers);
  if (mcp) return t("{0} of the server {1}, with any input", mcp.name, [mcp.server, ...mcp.others].join(", "));
  if (server !== undefined) {
    const covered = findCoveredServers(server, servers);
    return covered.length > 1
      ? t("every tool of the servers {0}, with any input", covered.join(", "))
      : t("every tool of the server {0}, with any input", covered[0] ?? server);
  }
  return content === undefined ? t("every use of {0}, with any input", tool) : t("{0} with {1}", tool, content);
}

/** Returns true for what a rule has in place of a server: a known name, or one without a tool. */
function isServerName(text: string, servers: readonly string[]): boolean {
  return !text.includes("__") || servers.some((server) => normalizeName(server) === text);
}

/**
 * Describes the files that a rule matches: `//` starts at the root of the disk, `/` at the folder of the settings file.
 */
function getFiles(pattern: string): string {
  if (/^\/\/\**(\/\**)*$/.test(pattern)) return t("every file on this computer");
  if (/^~\/?\**(\/\**)*$/.test(pattern)) return t("every file in your home folder");
  if (/^(\.\/|\/)?\*+(\/\**)*$/.test(pattern)) return t("every file in the working folder");
  return pattern;
}

function getSite(content: string): string {
  const domain = content.replace(/^domain:/, "");
  if (/^\*+$/.test(domain)) return t("every website");
  return domain.startsWith("*.") ? t("the subdomains of {0}", domain.slice(2)) : domain;
}

function formatCommandScope(tool: string, content: string | undefined): string {
  if (content === undefined || /^ *\*+ *$/.test(content) || content === ":*") return t("every {0} command", tool);
  const prefix = /^([\s\S]+):\*$/.exec(content)?.[1];
  if (prefix?.includes("*"))
    return t("every {0} command that starts with “{1}”, where * is a literal asterisk", tool, prefix);
  if (prefix !== undefined) return t("every {0} command that starts with “{1}”", tool, prefix);
  return content.includes("*")
    ? t("every {0} command that matches {1}", tool, content)
    : t("only this exact {0} command", tool);
}

/** Describes what a suggested change affects beyond the current request. */
export function formatChangeScope(change: PermissionChange, servers: readonly string[] = []): string {
  switch (change.kind) {
    case "rules":
      return change.rules.map((rule) => formatRuleScope(rule, servers) ?? rule).join("; ");
    case "mode":
      return change.mode === "acceptEdits"
        ? t("claude no longer asks before it edits files in the workspace.")
        : t("claude no longer asks before actions that currently need permission.");
    case "directories":
      return change.change === "add"
        ? t("These folders are then treated as part of the workspace.")
        : t("These folders are then treated as outside the workspace.");
  }
}

/** Describes how many of the tool calls on the current page a rule would have decided. */
export function formatRecentMatches(matched: number, of: number): string {
  if (of === 0) return "";
  return of === 1
    ? t("Would have matched {0} of 1 recent tool call (estimate).", matched)
    : t("Would have matched {0} of {1} recent tool calls (estimate).", matched, of);
}
