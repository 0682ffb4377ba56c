import { escapeInvisible, stripControl } from "../base/invisible.ts";
import type { Decision, RequestNote } from "../contract/conversationState.ts";
import type { CanUseToolRequest, PermissionUpdate } from "../protocol/permission.ts";
import { relativePath, subjectOf, toolName } from "./describeTool.ts";

const places: Readonly<Record<string, string>> = {
  session: "until this conversation ends",
  cliArg: "until this conversation ends",
  localSettings: "in this project, for you",
  projectSettings: "in this project, shared",
  userSettings: "in all projects",
};

/** A suggestion of the CLI in plain words. */
export function describeUpdate(update: PermissionUpdate): string {
  const where = places[update.destination] ?? update.destination;
  switch (update.type) {
    case "addRules":
    case "replaceRules":
    case "removeRules": {
      const rules = update.rules.map((rule) => (rule.ruleContent === undefined ? rule.toolName : `${rule.toolName}(${rule.ruleContent})`)).join(", ");
      const verb = update.type === "removeRules" ? "Remove" : update.behavior === "allow" ? "Allow" : update.behavior === "deny" ? "Deny" : "Ask for";
      return escapeInvisible(`${verb} ${rules} ${where}`);
    }
    case "setMode":
      return update.mode === "acceptEdits" ? `Accept all edits ${where}` : stripControl(`Switch to mode ${update.mode} ${where}`);
    case "addDirectories":
      return escapeInvisible(`Allow access to ${update.directories.join(", ")} ${where}`);
    case "removeDirectories":
      return escapeInvisible(`Take back access to ${update.directories.join(", ")} ${where}`);
  }
}

/** What will happen, as a sentence. The CLI's own title is preferred. */
export function titleOf(request: CanUseToolRequest, folder: string): string {
  if (request.title) return stripControl(request.title);
  const tool = toolName(request.tool_name);
  const subject = subjectOf(tool, request.input, folder);
  switch (tool) {
    case "Write":
      return `Write ${subject}`;
    case "Edit":
    case "MultiEdit":
    case "NotebookEdit":
      return `Edit ${subject}`;
    case "Bash":
    case "PowerShell":
      return "Run a command";
    case "WebFetch":
      return "Fetch a page";
    case "SandboxNetworkAccess":
      return `Let the sandbox reach ${subject}`;
    default:
      return request.display_name ? stripControl(request.display_name) : `Use ${tool}`;
  }
}

/** The state that the CLI gave about a request, each with its label. */
export function notesOf(request: CanUseToolRequest, folder: string): RequestNote[] {
  const notes: RequestNote[] = [];
  const add = (label: string, value: string | undefined): void => {
    if (value) notes.push({ label, value: stripControl(value) });
  };
  add("Purpose", request.description ?? (typeof request.input["description"] === "string" ? request.input["description"] : undefined));
  add("Why it asks", request.decision_reason);
  add("Outside the workspace", request.blocked_path === undefined ? undefined : relativePath(request.blocked_path, folder));
  const { matched_ask_rule: rule, mcp_server: server } = request;
  add(
    "Your rule",
    rule && `${rule.tool_name ?? request.tool_name}${rule.rule_content ? `(${rule.rule_content})` : ""}${rule.source ? ` from ${rule.source}` : ""}`,
  );
  add("MCP server", server && `${server.name}${server.source ? ` (${server.source})` : ""}`);
  add("Asked by", request.agent_id === undefined ? undefined : `subagent ${request.agent_id}`);
  return notes;
}

/** What was decided, for the call's row. A decision that did not fit its request was a refusal. */
export function decisionWords(request: CanUseToolRequest, decision: Decision, isAllowed: boolean): string {
  if (!isAllowed) return (decision.kind === "deny" && decision.feedback?.trim()) || "denied";
  switch (decision.kind) {
    case "allowAlways": {
      const update = request.permission_suggestions?.[decision.choice];
      return update ? describeUpdate(update) : "allowed";
    }
    case "answer":
      return Object.values(decision.answers).join(" · ");
    case "approvePlan":
      return decision.isAcceptingEdits ? "approved, accepting edits" : "approved";
    default:
      return "allowed";
  }
}
