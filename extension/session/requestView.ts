import { escapeInvisible } from "../base/invisible.ts";
import type { PermissionView, PlanView, ProposalView, Question, QuestionView, RequestView } from "../contract/conversationState.ts";
import type { CanUseToolRequest } from "../protocol/permission.ts";
import type { Proposal, ProposalProblem } from "../review/proposal.ts";
import { relativePath, subjectOf, toolName } from "./describeTool.ts";
import { describeUpdate, notesOf, titleOf } from "./permissionWords.ts";
import { arrayAt, booleanAt, stringAt } from "./reduce/read.ts";

/** Lines of a proposal that go to the panel with the request; the diff editor shows the rest. */
const shownLines = 60;
/** Characters of an input that go to the panel with the request. */
const shownBody = 20_000;

/** How a request of the CLI is shown. */
export function viewOf(id: string, request: CanUseToolRequest, folder: string): RequestView {
  const common = { id, toolId: request.tool_use_id };
  if (request.tool_name === "AskUserQuestion") {
    const questions = questionsOf(request.input);
    if (questions.length > 0) return { kind: "question", ...common, questions } satisfies QuestionView;
  }
  if (request.tool_name === "ExitPlanMode") {
    return { kind: "plan", ...common, plan: stringAt(request.input, "plan") ?? "" } satisfies PlanView;
  }
  const tool = toolName(request.tool_name);
  const body = bodyOf(tool, request.input);
  return {
    kind: "permission",
    ...common,
    tool,
    subject: subjectOf(tool, request.input, folder),
    title: titleOf(request, folder),
    notes: notesOf(request, folder).filter((note) => note.value !== subjectOf(tool, request.input, folder)),
    ...(body === undefined ? {} : { body: body.slice(0, shownBody) }),
    bodyOmitted: Math.max(0, (body?.length ?? 0) - shownBody),
    always: request.suppress_always_allow_rule || request.requires_user_interaction ? [] : (request.permission_suggestions ?? []).map(describeUpdate),
    isDenyDefault: request.default_to_no === true,
    isDenyOnly: request.requires_user_interaction === true,
  } satisfies PermissionView;
}

/** The command, URL or input, whole and with nothing hidden; undefined for edits, which a diff shows. */
function bodyOf(tool: string, input: Readonly<Record<string, unknown>>): string | undefined {
  switch (tool) {
    case "Write":
    case "Edit":
    case "MultiEdit":
      return undefined;
    case "Bash":
    case "PowerShell":
      return escapeInvisible(stringAt(input, "command") ?? "");
    case "WebFetch":
      return escapeInvisible(stringAt(input, "url") ?? "");
    default:
      return escapeInvisible(JSON.stringify(input, null, 2));
  }
}

/** A request whose edit no diff can show: its input stands there instead. */
export function withoutDiff(view: PermissionView, request: CanUseToolRequest): PermissionView {
  const body = escapeInvisible(JSON.stringify(request.input, null, 2));
  return { ...view, body: body.slice(0, shownBody), bodyOmitted: Math.max(0, body.length - shownBody) };
}

/** Texts and labels as they are: they come back as keys and values of the answer. */
function questionsOf(input: Readonly<Record<string, unknown>>): Question[] {
  return (arrayAt(input, "questions") ?? []).map((entry) => ({
    question: stringAt(entry, "question") ?? "",
    header: stringAt(entry, "header") ?? "Question",
    isMultiple: booleanAt(entry, "multiSelect") === true,
    options: (arrayAt(entry, "options") ?? []).map((option) => ({
      label: stringAt(option, "label") ?? "",
      description: stringAt(option, "description") ?? "",
    })),
  }));
}

const problems: Readonly<Record<ProposalProblem, string>> = {
  fileMissing: "The file does not exist, so the edit will fail.",
  textMissing: "The text to replace does not occur in the file as it is, so no diff can be shown. The edit will probably fail.",
  textNotUnique: "The text to replace occurs several times, so the edit will fail.",
  tooLarge: "The file is too large to show as a diff.",
};

/** The part of a proposal that the panel shows. */
export function proposalView(path: string, proposal: Proposal | ProposalProblem, folder: string): ProposalView {
  const shown = relativePath(path, folder);
  if (typeof proposal === "string") {
    return { path: shown, added: 0, removed: 0, hunks: [], linesOmitted: 0, isNewFile: false, problem: problems[proposal] };
  }
  const hunks: ProposalView["hunks"][number][] = [];
  let room = shownLines;
  for (const hunk of proposal.hunks) {
    if (room <= 0) break;
    hunks.push({ ...hunk, lines: hunk.lines.slice(0, room) });
    room -= hunk.lines.length;
  }
  return {
    path: shown,
    added: proposal.added,
    removed: proposal.removed,
    hunks,
    linesOmitted: Math.max(0, proposal.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) - shownLines),
    isNewFile: proposal.before === undefined,
  };
}
