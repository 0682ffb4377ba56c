import { cutText } from "../../../shared/base/cutText.ts";
import { escapeInvisible, escapePath, escapeProse } from "../../../shared/base/invisible.ts";
import { readArray, readString } from "../../../shared/base/read.ts";
import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import { changeTools, ideServerName } from "../../../shared/contract/ideTools.ts";
import type {
  PermissionView,
  ProposalView,
  RequiredReview,
  ToolRequestView,
} from "../../../shared/contract/requests/requests.ts";
import { splitToolName } from "../../../shared/contract/toolNames.ts";
import { normalizeToolName, type RequestNote } from "../../../shared/contract/tools.ts";
import type { CanUseToolRequest } from "../../protocol/requests/permission.ts";
import type { FileChange } from "../../review/changeSet.ts";
import type { ReviewedProposal } from "../../review/reviewedProposal.ts";
import type { FileLocation } from "../ports/ports.ts";
import {
  formatWholeInput,
  getEdit,
  getEditableInput,
  getPath,
  getRequestContent,
  getSubject,
  getToolKind,
} from "../tools/describeCall.ts";
import { toRelativePath } from "../tools/relativePath.ts";
import type { AskedCall } from "./callKind.ts";
import { createChangeView, createProposalView, maxShownLength } from "./proposalView.ts";
import { readSuggestions } from "./suggestions.ts";

/** Creates the view of a permission request. */
export function createPermissionView({ request, common, folder, servers }: AskedCall): PermissionView {
  const tool = normalizeToolName(request.tool_name);
  const { body, notes } = getRequestContent(tool, request.input);
  const server = getServerOf(request, servers);
  const others = server.mcp?.others ?? [];
  const ambiguous: RequestNote[] =
    others.length > 0 ? [{ kind: "ambiguousServer", names: [server.mcp?.server ?? "", ...others] }] : [];
  const subject = getSubject(tool, request.input, folder);
  const whole = getEditableInput(tool, request.input);
  const editable = whole && whole.text.length <= maxShownLength ? whole : undefined;
  return withBody(
    {
      kind: "permission",
      ...common,
      tool: escapeInvisible(tool),
      toolKind: getToolKind(tool),
      ...server,
      subject,
      ...(request.title ? { title: escapeInvisible(request.title) } : {}),
      notes: [
        ...notes,
        ...ambiguous,
        ...(hasChangesLater(request) ? [{ kind: "changesFollow" } as const] : []),
        ...getNotes(request, subject, folder),
      ],
      bodyOmitted: 0,
      always: readSuggestions(request),
      isDenyDefault: request.default_to_no === true || isOnlyByPerson(request),
      isDenyOnly: false,
      needsCard: request.requires_user_interaction === true,
      isInputEdited: false,
      ...(editable ? { editable } : {}),
      ...(isPlanned(request) ? { isPlanned: true } : {}),
    },
    body,
  );
}

/** Returns the names of the servers that are known in a conversation. */
export function getServerNames({ servers = [] }: Pick<ConversationState, "servers">): readonly string[] {
  return servers.map(({ name }) => name);
}

/** Returns the server of a tool. 2.1.329 names it; other versions leave it to the names of the known ones. */
function getServerOf(
  { tool_name: tool, mcp_server: named }: CanUseToolRequest,
  servers: readonly string[],
): Pick<PermissionView, "mcp" | "servers"> {
  const mcp = named ? splitToolName(tool, [named.name]) : splitToolName(tool, servers);
  if (!mcp) return {};
  return {
    mcp: {
      server: escapeInvisible(mcp.server),
      name: escapeInvisible(mcp.name),
      others: mcp.others.map(escapeInvisible),
    },
    servers,
  };
}

/** Returns whether a tool of the editor planned changes for the call, which it describes in its input. */
function isPlanned({ tool_name: tool, input }: CanUseToolRequest): boolean {
  return tool.startsWith(`mcp__${ideServerName}__`) && (readArray(input, "changes") ?? []).length > 0;
}

/**
 * Returns whether a tool of the editor asks about its changes by itself, because this version of `claude` lets no plan
 * be added to the call (2.0.77, 2.1.50).
 */
function hasChangesLater({ tool_name: tool, input }: CanUseToolRequest): boolean {
  return changeTools.some((name) => tool === `mcp__${ideServerName}__${name}`) && !Object.hasOwn(input, "changes");
}

/**
 * Returns notes for the parts that a specialized card does not show itself: all other fields of the input, and remarks
 * of `claude`. `ownFolders`: the config folders of `claude`.
 */
export function getCardNotes(
  request: CanUseToolRequest,
  shown: string,
  folder: string,
  ownFolders: readonly string[] = [],
): RequestNote[] {
  // The path where 2.1.329 saves a plan.
  const file = readString(request.input, "planFilePath");
  const rest = Object.fromEntries(
    Object.entries(request.input).filter(
      ([field]) => field !== shown && !(field === "planFilePath" && file !== undefined),
    ),
  );
  const where: RequestNote[] =
    file === undefined || isOwnPlan(file, ownFolders)
      ? []
      : [{ kind: "path", path: escapePath(file), isOutside: false }];
  const other: RequestNote[] =
    Object.keys(rest).length === 0 ? [] : [{ kind: "otherInput", text: formatWholeInput(rest) }];
  return [...where, ...other, ...getNotes(request, "", folder)];
}

/**
 * Returns whether a file is directly in the folder of plans of `claude`, so that its path says nothing about the plan.
 * False for a path that is not written plainly, and for the folder that a repository sets (`plansDirectory`).
 */
function isOwnPlan(file: string, ownFolders: readonly string[]): boolean {
  const [, folder, name = ""] = /^(.+)[\\/]plans[\\/]([^\\/]+\.md)$/.exec(file) ?? [];
  return folder !== undefined && ownFolders.includes(folder) && escapePath(name) === name;
}

/** Reasons without information beyond the request itself (2.1.329). */
const nothingSaid: ReadonlySet<string | undefined> = new Set(["This command requires approval"]);

/** Kinds of reasons without information beyond the request itself (2.1.329). */
const noReasons: ReadonlySet<string | undefined> = new Set([undefined, "other", "permissionPromptTool"]);

/**
 * Returns whether only the user may allow the request: no rule, mode or classifier, and no button that allows several
 * requests (2.1.329).
 */
function isOnlyByPerson({ classifier_approvable: isApprovable }: CanUseToolRequest): boolean {
  return isApprovable === false;
}

function getReasonNote({
  decision_reason: reason,
  decision_reason_type: type,
  classifier_approvable: isApprovable,
}: CanUseToolRequest): RequestNote[] {
  // For a compound command `claude` reports the safety check of one part as the reason of the whole.
  const by = isApprovable === undefined ? type : "safetyCheck";
  const text = nothingSaid.has(reason) ? "" : escapeInvisible(reason ?? "");
  if (text === "" && noReasons.has(by)) return [];
  return [{ kind: "reason", ...(by === undefined ? {} : { by: escapeInvisible(by) }), text }];
}

/** Returns notes for the remarks of `claude` about a request, besides the input. */
function getNotes(request: CanUseToolRequest, subject: string, folder: string): RequestNote[] {
  const notes: RequestNote[] = [];
  // The description of an edit repeats the path (2.1.329, recorded in edit-allowed).
  const isSaid =
    request.description === readString(request.input, "description") ||
    (request.description && toRelativePath(request.description, folder) === subject);
  if (request.description && !isSaid) notes.push({ kind: "purpose", text: escapeProse(request.description) });
  if (isOnlyByPerson(request)) notes.push({ kind: "onlyByPerson" });
  notes.push(...getReasonNote(request));
  if (request.blocked_path)
    notes.push({ kind: "blockedPath", text: escapePath(toRelativePath(request.blocked_path, folder)) });
  if (request.agent_id !== undefined) notes.push({ kind: "agent", text: escapeInvisible(request.agent_id) });
  const { matched_ask_rule: rule, mcp_server: server } = request;
  if (rule) {
    const text = `${rule.tool_name ?? request.tool_name}${rule.rule_content ? `(${rule.rule_content})` : ""}`;
    notes.push({
      kind: "rule",
      rule: escapeInvisible(text),
      ...(rule.source ? { source: escapeInvisible(rule.source) } : {}),
    });
  }
  if (request.mcp_skill) notes.push({ kind: "otherInput", text: formatWholeInput(request.mcp_skill) });
  if (server)
    notes.push({
      kind: "server",
      name: escapeInvisible(server.name),
      ...(server.source ? { source: escapeInvisible(server.source) } : {}),
    });
  return notes;
}

/**
 * Returns notes about the real location of a request's file, except what the card shows already. A title of `claude`
 * replaces the subject.
 */
export function getLocationNotes(
  request: CanUseToolRequest,
  view: PermissionView,
  folder: string,
  { isOutside, target, isReadOnly }: FileLocation,
): RequestNote[] {
  const path = getPath(request.tool_name, request.input) ?? "";
  const isSaid =
    toRelativePath(path, folder) === view.subject && (view.title === undefined || view.title.includes(view.subject));
  const isEdit = getEdit(request.tool_name, request.input) !== undefined;
  return [
    ...(isOutside || !isSaid ? [{ kind: "path", path: escapePath(path), isOutside } as const] : []),
    ...(target === undefined ? [] : [{ kind: "link", path: escapePath(target) } as const]),
    ...(isReadOnly && isEdit ? [{ kind: "readOnly" } as const] : []),
  ];
}

/** Marks a request whose input the user rewrote. Removes its suggestions, which are about the original input. */
export function withOwnInput(view: ToolRequestView): ToolRequestView {
  if (view.kind === "plan") return { ...view, isEdited: true };
  return view.kind === "permission" ? { ...view, isInputEdited: true, always: [] } : view;
}

/** Shows the input of a request whose edit a diff cannot show. */
export function withoutDiff(view: PermissionView, request: CanUseToolRequest): PermissionView {
  return withBody(view, formatWholeInput(request.input));
}

function withBody(view: PermissionView, body: string | undefined): PermissionView {
  if (body === undefined) return view;
  const shown = cutText(body, maxShownLength);
  const bodyOmitted = body.length - shown.length;
  return { ...view, body: shown, bodyOmitted, isDenyOnly: view.isDenyOnly || bodyOmitted > 0 };
}

/**
 * Returns the request with the current state of its proposal, which may be one that cannot be allowed. `isShown`: the
 * whole change was on a screen in this revision; false if it was in an editor that hides changes of white space.
 */
export function withProposal(
  view: PermissionView,
  draft: ReviewedProposal,
  folder: string,
  isShown?: boolean,
): PermissionView {
  const isAfterOther = view.notes.some((note) => note.kind === "afterOther");
  const made = createProposalView(draft, folder);
  // The user's changes, and the whole text of a file, are valid only after the edit before it was written.
  const isBuiltOnOther = made.outcome === "changed" || (made.outcome === "asProposed" && "content" in draft.edit);
  const known = isShown ? { ...made, isShown } : made;
  const proposal = isAfterOther && isBuiltOnOther ? { ...known, outcome: "afterOther" as const } : known;
  const isWritable = proposal.outcome === "asProposed" || proposal.outcome === "changed";
  const { requiredReview: _, ...rest } = view;
  const needed = getRequiredReview(proposal, draft, isShown);
  return {
    ...rest,
    proposal,
    isDenyOnly: !isWritable || view.bodyOmitted > 0,
    ...(needed ? { requiredReview: needed } : {}),
  };
}

function getRequiredReview(
  { linesOmitted }: ProposalView,
  { doubts }: ReviewedProposal,
  isShown: boolean | undefined,
): RequiredReview | undefined {
  if (doubts && doubts.takenBack > 0) return { kind: "takenBack", count: doubts.takenBack };
  if (doubts) return { kind: "hunks", count: doubts.hunks.length };
  if (linesOmitted === 0 || isShown) return undefined;
  return { kind: isShown === false ? "whiteSpace" : "lines", count: linesOmitted };
}

/**
 * Returns the request with a change that can only be allowed as a whole; shows its input too if the displayed change is
 * truncated.
 */
export function withWholeChange(
  view: PermissionView,
  change: FileChange,
  request: CanUseToolRequest,
  folder: string,
): PermissionView {
  const shown = createChangeView({ change, isAccepted: [] }, folder);
  const proposal: ProposalView = {
    ...shown,
    isNewFile: false,
    isUserEdited: false,
    isAllOrNothing: true,
    outcome: "asProposed",
  };
  return { ...(shown.linesOmitted === 0 ? view : withoutDiff(view, request)), proposal };
}
