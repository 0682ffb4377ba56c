import { shortenText } from "../../../shared/base/cutText.ts";
import { escapeInvisible, escapePath, joinLines, stripControl } from "../../../shared/base/invisible.ts";
import { readString } from "../../../shared/base/read.ts";
import type { McpResource } from "../../../shared/contract/conversationState.ts";
import { findInputProblem } from "../../../shared/contract/requests/requestInput.ts";
import type { EditableInput, ToolRequestKind } from "../../../shared/contract/requests/requests.ts";
import type { BackgroundTask, TaskView } from "../../../shared/contract/tasks.ts";
import {
  type FileWriting,
  formerNames,
  type RequestNote,
  type ToolDetails,
  type ToolKind,
  type ToolSummary,
  toolKinds,
} from "../../../shared/contract/tools.ts";
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

const current: ReadonlyMap<string, ToolDescription> = new Map([
  ...fileTools,
  ...commandTools,
  ...searchTools,
  ...taskTools,
  ...scheduleTools,
  ...conversationTools,
]);

/** Maximum number of MCP resources that a conversation remembers. */
const maxResources = 500;

const unknownTool: ToolDescription = { kind: "other" };
const mcpTool: ToolDescription = { kind: "mcp" };

/** Descriptions also by the former names: every frame of a call looks for its description several times. */
const descriptions: ReadonlyMap<string, ToolDescription> = new Map([
  ...current,
  ...[...formerNames].flatMap(([former, name]): [string, ToolDescription][] => {
    const description = current.get(name);
    return description ? [[former, description]] : [];
  }),
]);

function getDescription(tool: string): ToolDescription {
  return descriptions.get(tool) ?? (tool.startsWith("mcp__") ? mcpTool : unknownTool);
}

export function getToolKind(tool: string): ToolKind {
  return getDescription(tool).kind;
}

/** Returns the kind as which a read-only call is counted, where its own kind does not determine that. */
export function getCountedKind(tool: string, input: Input): ToolKind | undefined {
  return getDescription(tool).countsAs?.(input);
}

/** Returns what files a call can write. */
export function getFileWriting(tool: string, input: Input): FileWriting {
  return getCountedKind(tool, input) === undefined ? toolKinds[getToolKind(tool)].writes : "none";
}

/**
 * Returns the target of a call on one line: a path relative to `folder`, in which unusual white space is named so that
 * two different files never look the same; a command; a pattern; else the first text of the input.
 */
export function getSubject(tool: string, input: Input, folder: string, tasks: readonly TaskView[] = []): string {
  const { subject, path } = getDescription(tool);
  const known = subject?.(input, folder, tasks);
  if (known !== undefined && path) return shortenText(escapePath(known), 200);
  return toOneLine(
    known ?? Object.values(input).find((value): value is string => typeof value === "string") ?? "",
    200,
  );
}

/** Returns the file that a call reads or writes, as `claude` named it. */
export function getPath(tool: string, input: Input): string | undefined {
  return getDescription(tool).path?.(input);
}

/** Returns the line at which a call begins in its file, counted from 1. */
export function getLine(tool: string, input: Input): number | undefined {
  return getDescription(tool).line?.(input);
}

/** Returns the intended edit of a text file; undefined for a call that edits none. */
export function getEdit(tool: string, input: Input): FileEdit | undefined {
  return getDescription(tool).edit?.(input);
}

/** Returns the intended edit of a notebook cell; undefined for a call that edits none. */
export function getNotebookEdit(tool: string, input: Input): NotebookEdit | undefined {
  return getDescription(tool).notebookEdit?.(input);
}

/** Returns the input of the same tool that makes `edit` instead of the edit in `input`. */
export function buildInput(tool: string, input: Input, edit: FileEdit): Input {
  return getDescription(tool).inputFor?.(input, edit) ?? input;
}

/** Returns the kind of card that requests permission for a call. */
export function getCard(tool: string): ToolRequestKind {
  return getDescription(tool).card ?? "permission";
}

/** Returns true for a call whose end no frame reports. */
export function hasNoResult(tool: string): boolean {
  return getDescription(tool).hasNoResult === true;
}

/** Returns the input field whose text is shown while the model writes it. */
export function getStreamedField(tool: string): string | undefined {
  return getDescription(tool).streamed;
}

/**
 * Returns the text that the streamed text will replace, with invisible characters named; undefined until it is
 * complete.
 */
export function getReplacedText(tool: string, input: Input): string | undefined {
  const { replaced } = getDescription(tool);
  const text = replaced === undefined ? undefined : readString(input, replaced);
  return text === undefined ? undefined : escapeInvisible(text);
}

/** Returns the outcome in a few words; for an error its first words. */
export function getSummary(call: ToolRecord, isError: boolean): ToolSummary | undefined {
  if (isError) return { code: "text", text: toOneLine(getOutput(call).text, 160) };
  return getDescription(call.tool).summary?.(call);
}

/** Returns the content of the opened card of a call. */
export function describeCall(call: ToolRecord): ToolDetails {
  return (
    getDescription(call.tool).details?.(call) ?? {
      kind: "generic",
      input: formatWholeInput(call.input),
      ...getOutputWithImages(call),
    }
  );
}

/** Returns the task list after a call; undefined when the call does not concern it. */
export function updateTasks(tasks: readonly TaskView[], call: ToolRecord): readonly TaskView[] | undefined {
  return getDescription(call.tool)
    .tasks?.(tasks, call)
    .map((task) => ({ ...task, text: stripControl(task.text) }));
}

/** Returns the background tasks after a call that ended `now`; undefined when the call does not concern them. */
export function updateBackground(
  background: readonly BackgroundTask[],
  call: ToolRecord,
  now: number,
): readonly BackgroundTask[] | undefined {
  return getDescription(call.tool)
    .background?.(background, call, now)
    .map((task) => ({ ...task, text: stripControl(task.text) }));
}

/** Returns the known MCP resources after a call, without duplicates; undefined when the call found none. */
export function updateResources(
  known: readonly McpResource[] = [],
  call: ToolRecord,
): readonly McpResource[] | undefined {
  const found = getDescription(call.tool).resources?.(call) ?? [];
  if (found.length === 0) return undefined;
  const all = new Map([...known, ...found].map((resource) => [`${resource.server}:${resource.uri}`, resource]));
  return [...all.values()].slice(-maxResources);
}

/**
 * Returns the content of a permission request. Every field of the input is in the body, in a note, or in the diff and
 * subject.
 */
export function getRequestContent(
  tool: string,
  input: Input,
): { readonly body: string | undefined; readonly notes: readonly RequestNote[] } {
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
 * Returns the part of an input that the user can edit. Undefined for an edit of a file, and where the text has
 * invisible characters, which would be edited by their names.
 */
export function getEditableInput(tool: string, input: Input): EditableInput | undefined {
  const { request, edit, card, hasNoResult: isAsked } = getDescription(tool);
  // For a question that is not a call, `claude` reads only the answer.
  if (edit || card || isAsked) return undefined;
  const text = request?.edited ? readString(input, request.edited.field) : JSON.stringify(input, null, 2);
  return text === undefined || escapeInvisible(text) !== text
    ? undefined
    : { kind: request?.edited?.kind ?? "json", text };
}

/** Returns the input with the user's text in place of its editable part; undefined where the text is not valid. */
export function replaceEditableInput(tool: string, input: Input, text: string): Input | undefined {
  const { card, request } = getDescription(tool);
  if (card === "plan") return text.trim() === "" ? undefined : { ...input, plan: text };
  const { edited } = request ?? {};
  if (findInputProblem(edited?.kind ?? "json", text) !== undefined) return undefined;
  return edited
    ? { ...input, [edited.field]: edited.kind === "url" ? text.trim() : text }
    : (JSON.parse(text) as Input);
}

/** Formats the whole input as JSON, with invisible characters named. */
export function formatWholeInput(input: Input): string {
  return escapeInvisible(JSON.stringify(input, null, 2));
}

/** Joins a text to one line, truncated to `length` characters. */
function toOneLine(text: string, length: number): string {
  return shortenText(joinLines(escapeInvisible(text)).trim(), length);
}

/** Returns whether a call of a tool can change files by its input, or can have calls of a subagent that do. */
export function mayEdit(tool: string): boolean {
  const kind = getToolKind(tool);
  return kind === "agent" || toolKinds[kind].writes === "named";
}
