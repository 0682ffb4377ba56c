import { t } from "@vscode/l10n";
import { type Destination, destinations, parseRule } from "../contract/permissionRules.ts";
import type { PermissionChange } from "../contract/requests.ts";

const places: { readonly [D in Destination]: () => string } = {
  session: () => t("This conversation"),
  localSettings: () => t("This project, for you"),
  projectSettings: () => t("This project, shared"),
  userSettings: () => t("All projects"),
};

/** A place where rules are stored, as one of several to choose from. */
export function destinationLabel(destination: Destination): string {
  return places[destination]();
}

/** Sources that no user stores a rule in, by the CLI's names (2.1.329). */
const otherSources: ReadonlyMap<string, () => string> = new Map([
  ["cliArg", () => t("This conversation, from Tandem's settings or the command line")],
  ["command", () => t("A command in this conversation")],
  ["flagSettings", () => t("Settings passed at startup")],
  ["policySettings", () => t("Your organization")],
]);

/** Where a rule comes from; a source that is not known goes by the CLI's name. */
export function sourceLabel(source: string): string {
  const place = destinations.find((each) => each === source);
  return place ? destinationLabel(place) : (otherSources.get(source)?.() ?? source);
}

export function behaviorLabel(behavior: string): string {
  if (behavior === "allow") return t("allows without asking");
  if (behavior === "ask") return t("always asks");
  return behavior === "deny" ? t("denies without asking") : behavior;
}

/** Everything that a rule is about, as a plain phrase: "every command that begins with …". Undefined for what is no rule. */
export function ruleScope(text: string): string | undefined {
  const rule = parseRule(text);
  if (!rule) return undefined;
  const { toolName: tool, ruleContent: content } = rule;
  if (tool === "Bash" || tool === "PowerShell") return commandScope(tool, content);
  if (tool === "Edit") return content === undefined ? t("every use of the Edit tool, in any file") : t("edits to {0}", filesOf(content));
  if (tool === "Read") return content === undefined ? t("reading every file") : t("reading {0}", filesOf(content));
  if (tool === "WebFetch") return content === undefined ? t("every web page") : t("every page on {0}", siteOf(content));
  if (/^mcp__\*+$/.test(tool)) return t("every tool of every MCP server, with any input");
  const [, server, mcpTool] = /^mcp__(.+?)(?:__(.+))?$/.exec(tool) ?? [];
  if (server !== undefined)
    return mcpTool === undefined || mcpTool === "*"
      ? t("every tool of the server {0}, with any input", server)
      : t("{0} of the server {1}, with any input", mcpTool, server);
  return content === undefined ? t("every use of {0}, with any input", tool) : t("{0} with {1}", tool, content);
}

/** Files that a rule is about: `//` begins at the root of the disk, `/` at the folder of the settings file. */
function filesOf(pattern: string): string {
  if (/^\/\/\**(\/\**)*$/.test(pattern)) return t("every file on this computer");
  if (/^~\/?\**(\/\**)*$/.test(pattern)) return t("every file in your home folder");
  if (/^(\.\/|\/)?\*+(\/\**)*$/.test(pattern)) return t("every file in the working folder");
  return pattern;
}

function siteOf(content: string): string {
  const domain = content.replace(/^domain:/, "");
  if (/^\*+$/.test(domain)) return t("every website");
  return domain.startsWith("*.") ? t("the subdomains of {0}", domain.slice(2)) : domain;
}

function commandScope(tool: string, content: string | undefined): string {
  if (content === undefined || /^ *\*+ *$/.test(content) || content === ":*") return t("every {0} command", tool);
  const prefix = /^([\s\S]+):\*$/.exec(content)?.[1];
  if (prefix?.includes("*")) return t("every {0} command that starts with “{1}”, where * is a literal asterisk", tool, prefix);
  if (prefix !== undefined) return t("every {0} command that starts with “{1}”", tool, prefix);
  return content.includes("*") ? t("every {0} command that matches {1}", tool, content) : t("only this exact {0} command", tool);
}

/** What else a suggested change does than what was asked now. */
export function changeScope(change: PermissionChange): string {
  switch (change.kind) {
    case "rules":
      return change.rules.map((rule) => ruleScope(rule) ?? rule).join("; ");
    case "mode":
      return change.mode === "acceptEdits" ? t("Edits in the workspace no longer ask.") : t("Actions that would ask for permission no longer will.");
    case "directories":
      return change.change === "add"
        ? t("These folders are then treated as part of the workspace.")
        : t("These folders are then treated as outside the workspace.");
  }
}

/** How many of the calls that are on the screen's page a rule would have decided. */
export function recentMatches(matched: number, of: number): string {
  if (of === 0) return "";
  return of === 1
    ? t("Would have matched {0} of 1 recent call (estimate).", matched)
    : t("Would have matched {0} of {1} recent calls (estimate).", matched, of);
}
