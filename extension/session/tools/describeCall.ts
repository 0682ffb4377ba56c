import { escapeInvisible, escapePath, stripControl } from "../../base/invisible.ts";
import { readString } from "../../base/read.ts";
import type { BackgroundTask, McpResource, TaskView } from "../../contract/conversationState.ts";
import { findInputProblem } from "../../contract/requestInput.ts";
import type { EditableInput } from "../../contract/requests.ts";
import { normalizeToolName, type RequestNote, type ToolDetails, type ToolKind, type ToolSummary } from "../../contract/tools.ts";
import type { NotebookEdit } from "../../review/notebook.ts";
import type { FileEdit } from "../../review/proposal.ts";
import { commandTools } from "./commandTools.ts";
import { conversationTools } from "./conversationTools.ts";
import { fileTools } from "./fileTools.ts";
import { getOutput, getOutputWithImages } from "./output.ts";
import { scheduleTools } from "./scheduleTools.ts";
import { searchTools } from "./searchTools.ts";
import { taskTools } from "./taskTools.ts";
import type { Input, ToolDescription } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

const descriptions: ReadonlyMap<string, ToolDescription> = new Map([
  ...fileTools,
  ...commandTools,
  ...searchTools,
  ...taskTools,
  ...scheduleTools,
  ...conversationTools,
]);

/** Resources of MCP servers that are known of a conversation. */
const maxResources = 500;

const unknownTool: ToolDescription = { kind: "other" };
const mcpTool: ToolDescription = { kind: "mcp" };

function getDescription(tool: string): ToolDescription {
  return descriptions.get(normalizeToolName(tool)) ?? (tool.startsWith("mcp__") ? mcpTool : unknownTool);
}

export function getToolKind(tool: string): ToolKind {
  return getDescription(tool).kind;
}

/** As what a call counts that only looks at something, where its kind alone does not tell. */
export function getCountedKind(tool: string, input: Input): ToolKind | undefined {
  return getDescription(tool).countsAs?.(input);
}

/**
 * What a call acts on, on one line: a path relative to `folder`, in which every odd white space is named, so that two files never read the
 * same; a command, a pattern; else the first text of its input.
 */
export function getSubject(tool: string, input: Input, folder: string): string {
  const { subject, path } = getDescription(tool);
  const known = subject?.(input, folder);
  if (known !== undefined && path) return cut(escapePath(known), 200);
  return oneLine(known ?? Object.values(input).find((value): value is string => typeof value === "string") ?? "", 200);
}

/** The file that a call reads or writes, as the CLI named it. */
export function getPath(tool: string, input: Input): string | undefined {
  return getDescription(tool).path?.(input);
}

/** The line that a call begins at in its file, from 1. */
export function getLine(tool: string, input: Input): number | undefined {
  return getDescription(tool).line?.(input);
}

/** What a call means to do to a text file; undefined for a call that edits none. */
export function getEdit(tool: string, input: Input): FileEdit | undefined {
  return getDescription(tool).edit?.(input);
}

/** What a call means to do to a cell of a notebook; undefined for a call that edits none. */
export function getNotebookEdit(tool: string, input: Input): NotebookEdit | undefined {
  return getDescription(tool).notebookEdit?.(input);
}

/** The input of the same tool that makes `edit` in place of what `input` does. */
export function buildInput(tool: string, input: Input, edit: FileEdit): Input {
  return getDescription(tool).inputFor?.(input, edit) ?? input;
}

/** The card that asks for a call. */
export function getCard(tool: string): "permission" | "question" | "plan" {
  return getDescription(tool).card ?? "permission";
}

/** True for a call whose end no frame will tell. */
export function hasNoResult(tool: string): boolean {
  return getDescription(tool).hasNoResult === true;
}

/** The field of an input that is shown while it is written. */
export function getStreamedField(tool: string): string | undefined {
  return getDescription(tool).streamed;
}

/** What the streamed text will take the place of, with everything invisible named; undefined until that is whole. */
export function getReplacedText(tool: string, input: Input): string | undefined {
  const { replaced } = getDescription(tool);
  const text = replaced === undefined ? undefined : readString(input, replaced);
  return text === undefined ? undefined : escapeInvisible(text);
}

/** The outcome in a few words; of an error its first words. */
export function getSummary(call: ToolRecord, isError: boolean): ToolSummary | undefined {
  if (isError) return { code: "text", text: oneLine(getOutput(call).text, 160) };
  return getDescription(call.tool).summary?.(call);
}

/** What an opened card shows. */
export function describeCall(call: ToolRecord): ToolDetails {
  return getDescription(call.tool).details?.(call) ?? { kind: "generic", input: formatWholeInput(call.input), ...getOutputWithImages(call) };
}

/** The task list after a call, or undefined when the call does not concern it. */
export function updateTasks(tasks: readonly TaskView[], call: ToolRecord): readonly TaskView[] | undefined {
  return getDescription(call.tool)
    .tasks?.(tasks, call)
    .map((task) => ({ ...task, text: stripControl(task.text) }));
}

/** What lives in the process after a call, or undefined when the call leaves nothing there. */
export function updateBackground(background: readonly BackgroundTask[], call: ToolRecord): readonly BackgroundTask[] | undefined {
  return getDescription(call.tool)
    .background?.(background, call)
    .map((task) => ({ ...task, text: stripControl(task.text) }));
}

/** What MCP servers have after a call, each once; undefined when the call found none. */
export function updateResources(known: readonly McpResource[] = [], call: ToolRecord): readonly McpResource[] | undefined {
  const found = getDescription(call.tool).resources?.(call) ?? [];
  if (found.length === 0) return undefined;
  const all = new Map([...known, ...found].map((resource) => [`${resource.server}:${resource.uri}`, resource]));
  return [...all.values()].slice(-maxResources);
}

/** What a request shows of its input: every field of it, in the body, in a note, or in its diff and subject. */
export function getRequestContent(tool: string, input: Input): { readonly body: string | undefined; readonly notes: readonly RequestNote[] } {
  const { request } = getDescription(tool);
  if (!request) return { body: formatWholeInput(input), notes: [] };
  const body = request.body?.(input);
  const rest = Object.entries(input).filter(
    ([field, value]) => !(Object.hasOwn(request.coveredFields, field) && typeof value === request.coveredFields[field]),
  );
  return {
    body: body === undefined ? undefined : escapeInvisible(body),
    notes: [
      ...(request.notes?.(input) ?? []),
      ...(rest.length === 0 ? [] : [{ kind: "otherInput", text: formatWholeInput(Object.fromEntries(rest)) } as const]),
    ],
  };
}

/**
 * The part of an input that its user may write anew. Undefined for an edit of a file, and where something invisible would be
 * edited by its name.
 */
export function getEditableInput(tool: string, input: Input): EditableInput | undefined {
  const { request, edit, card, hasNoResult: isAsked } = getDescription(tool);
  // Of a question that is no call the CLI reads the answer only.
  if (edit || card || isAsked) return undefined;
  const text = request?.edited ? readString(input, request.edited.field) : JSON.stringify(input, null, 2);
  return text === undefined || escapeInvisible(text) !== text ? undefined : { kind: request?.edited?.kind ?? "json", text };
}

/** The input with what the user wrote in place of its editable part; undefined where that is none. */
export function replaceEditableInput(tool: string, input: Input, text: string): Input | undefined {
  const { card, request } = getDescription(tool);
  if (card === "plan") return text.trim() === "" ? undefined : { ...input, plan: text };
  const { edited } = request ?? {};
  if (findInputProblem(edited?.kind ?? "json", text) !== undefined) return undefined;
  return edited ? { ...input, [edited.field]: edited.kind === "url" ? text.trim() : text } : (JSON.parse(text) as Input);
}

/** An input as it is, with everything invisible named. */
export function formatWholeInput(input: Input): string {
  return escapeInvisible(JSON.stringify(input, null, 2));
}

/** Everything on one line, cut to `length` characters. */
function oneLine(text: string, length: number): string {
  return cut(escapeInvisible(text).replace(/\s+/g, " ").trim(), length);
}

function cut(line: string, length: number): string {
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
