import { escapeInvisible, escapePath, stripControl } from "../../base/invisible.ts";
import { stringAt } from "../../base/read.ts";
import type { BackgroundTask, McpResource, TaskView } from "../../contract/conversationState.ts";
import { inputProblem } from "../../contract/requestInput.ts";
import type { EditableInput } from "../../contract/requests.ts";
import { type RequestNote, type ToolDetails, type ToolKind, type ToolSummary, toolName } from "../../contract/tools.ts";
import type { NotebookEdit } from "../../review/notebook.ts";
import type { FileEdit } from "../../review/proposal.ts";
import { commandTools } from "./commandTools.ts";
import { conversationTools } from "./conversationTools.ts";
import { fileTools } from "./fileTools.ts";
import { outputOf, outputWithImages } from "./output.ts";
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
const mostResources = 500;

const unknownTool: ToolDescription = { kind: "other" };
const mcpTool: ToolDescription = { kind: "mcp" };

function descriptionOf(tool: string): ToolDescription {
  return descriptions.get(toolName(tool)) ?? (tool.startsWith("mcp__") ? mcpTool : unknownTool);
}

export function kindOf(tool: string): ToolKind {
  return descriptionOf(tool).kind;
}

/** As what a call counts that only looks at something, where its kind alone does not tell. */
export function quietAs(tool: string, input: Input): ToolKind | undefined {
  return descriptionOf(tool).quietAs?.(input);
}

/**
 * What a call acts on, on one line: a path relative to `folder`, in which every odd white space is named, so that two files never read the
 * same; a command, a pattern; else the first text of its input.
 */
export function subjectOf(tool: string, input: Input, folder: string): string {
  const { subject, path } = descriptionOf(tool);
  const known = subject?.(input, folder);
  if (known !== undefined && path) return cut(escapePath(known), 200);
  return oneLine(known ?? Object.values(input).find((value): value is string => typeof value === "string") ?? "", 200);
}

/** The file that a call reads or writes, as the CLI named it. */
export function pathOf(tool: string, input: Input): string | undefined {
  return descriptionOf(tool).path?.(input);
}

/** The line that a call begins at in its file, from 1. */
export function lineOf(tool: string, input: Input): number | undefined {
  return descriptionOf(tool).line?.(input);
}

/** What a call means to do to a text file; undefined for a call that edits none. */
export function editOf(tool: string, input: Input): FileEdit | undefined {
  return descriptionOf(tool).edit?.(input);
}

/** What a call means to do to a cell of a notebook; undefined for a call that edits none. */
export function notebookEditOf(tool: string, input: Input): NotebookEdit | undefined {
  return descriptionOf(tool).notebookEdit?.(input);
}

/** The input of the same tool that makes `edit` in place of what `input` does. */
export function inputFor(tool: string, input: Input, edit: FileEdit): Input {
  return descriptionOf(tool).inputFor?.(input, edit) ?? input;
}

/** The card that asks for a call. */
export function cardOf(tool: string): "permission" | "question" | "plan" {
  return descriptionOf(tool).card ?? "permission";
}

/** True for a call whose end no frame will tell. */
export function isOnlyRequest(tool: string): boolean {
  return descriptionOf(tool).isOnlyRequest === true;
}

/** The field of an input that is shown while it is written. */
export function streamedField(tool: string): string | undefined {
  return descriptionOf(tool).streamed;
}

/** What the streamed text will take the place of, with everything invisible named; undefined until that is whole. */
export function replacedText(tool: string, input: Input): string | undefined {
  const { replaced } = descriptionOf(tool);
  const text = replaced === undefined ? undefined : stringAt(input, replaced);
  return text === undefined ? undefined : escapeInvisible(text);
}

/** The outcome in a few words; of an error its first words. */
export function summaryOf(call: ToolRecord, isError: boolean): ToolSummary | undefined {
  if (isError) return { code: "text", text: oneLine(outputOf(call).text, 160) };
  return descriptionOf(call.tool).summary?.(call);
}

/** What an opened card shows. */
export function describeCall(call: ToolRecord): ToolDetails {
  return descriptionOf(call.tool).details?.(call) ?? { kind: "generic", input: wholeInput(call.input), ...outputWithImages(call) };
}

/** The task list after a call, or undefined when the call does not concern it. */
export function tasksAfter(tasks: readonly TaskView[], call: ToolRecord): readonly TaskView[] | undefined {
  return descriptionOf(call.tool)
    .tasks?.(tasks, call)
    .map((task) => ({ ...task, text: stripControl(task.text) }));
}

/** What lives in the process after a call, or undefined when the call leaves nothing there. */
export function backgroundAfter(background: readonly BackgroundTask[], call: ToolRecord): readonly BackgroundTask[] | undefined {
  return descriptionOf(call.tool)
    .background?.(background, call)
    .map((task) => ({ ...task, text: stripControl(task.text) }));
}

/** What MCP servers have after a call, each once; undefined when the call found none. */
export function resourcesAfter(known: readonly McpResource[] = [], call: ToolRecord): readonly McpResource[] | undefined {
  const found = descriptionOf(call.tool).resources?.(call) ?? [];
  if (found.length === 0) return undefined;
  const all = new Map([...known, ...found].map((resource) => [`${resource.server}:${resource.uri}`, resource]));
  return [...all.values()].slice(-mostResources);
}

/** What a request shows of its input: every field of it, in the body, in a note, or in its diff and subject. */
export function requestContent(tool: string, input: Input): { readonly body: string | undefined; readonly notes: readonly RequestNote[] } {
  const { request } = descriptionOf(tool);
  if (!request) return { body: wholeInput(input), notes: [] };
  const body = request.body?.(input);
  const rest = Object.entries(input).filter(([field, value]) => !(Object.hasOwn(request.told, field) && typeof value === request.told[field]));
  return {
    body: body === undefined ? undefined : escapeInvisible(body),
    notes: [...(request.notes?.(input) ?? []), ...(rest.length === 0 ? [] : [{ kind: "otherInput", text: wholeInput(Object.fromEntries(rest)) } as const])],
  };
}

/**
 * The part of an input that its user may write anew. Undefined for an edit of a file, and where something invisible would be
 * edited by its name.
 */
export function editableOf(tool: string, input: Input): EditableInput | undefined {
  const { request, edit, card, isOnlyRequest: isAsked } = descriptionOf(tool);
  // Of a question that is no call the CLI reads the answer only.
  if (edit || card || isAsked) return undefined;
  const text = request?.edited ? stringAt(input, request.edited.field) : JSON.stringify(input, null, 2);
  return text === undefined || escapeInvisible(text) !== text ? undefined : { kind: request?.edited?.kind ?? "json", text };
}

/** The input with what the user wrote in place of its editable part; undefined where that is none. */
export function inputWith(tool: string, input: Input, text: string): Input | undefined {
  const { card, request } = descriptionOf(tool);
  if (card === "plan") return text.trim() === "" ? undefined : { ...input, plan: text };
  const { edited } = request ?? {};
  if (inputProblem(edited?.kind ?? "json", text) !== undefined) return undefined;
  return edited ? { ...input, [edited.field]: edited.kind === "url" ? text.trim() : text } : (JSON.parse(text) as Input);
}

/** An input as it is, with everything invisible named. */
export function wholeInput(input: Input): string {
  return escapeInvisible(JSON.stringify(input, null, 2));
}

/** Everything on one line, cut to `length` characters. */
function oneLine(text: string, length: number): string {
  return cut(escapeInvisible(text).replace(/\s+/g, " ").trim(), length);
}

function cut(line: string, length: number): string {
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
