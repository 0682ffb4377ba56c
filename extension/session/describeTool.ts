import { escapeInvisible } from "../base/invisible.ts";
import type { ToolRecord } from "./conversationStore.ts";
import { arrayAt, numberAt, objectAt, stringAt } from "./reduce/read.ts";

type Input = Readonly<Record<string, unknown>>;

/** Former tool names, as old transcripts and rules have them (T-38). */
const aliases: Readonly<Record<string, string>> = { Task: "Agent", KillShell: "TaskStop", KillBash: "TaskStop" };

/** The name that a tool goes by now. */
export function toolName(tool: string): string {
  return aliases[tool] ?? tool;
}

const subjects: Readonly<Record<string, (input: Input, folder: string) => string | undefined>> = {
  Read: (input, folder) => {
    const path = relativePath(stringAt(input, "file_path") ?? "", folder);
    const from = numberAt(input, "offset");
    const count = numberAt(input, "limit");
    if (from === undefined && count === undefined) return path;
    return `${path} · lines ${from ?? 1}–${count === undefined ? "" : (from ?? 1) + count - 1}`;
  },
  Write: fileSubject,
  Edit: fileSubject,
  MultiEdit: fileSubject,
  NotebookEdit: (input, folder) => relativePath(stringAt(input, "notebook_path") ?? "", folder),
  Bash: (input) => stringAt(input, "command"),
  PowerShell: (input) => stringAt(input, "command"),
  Glob: (input) => stringAt(input, "pattern"),
  Grep: (input) => stringAt(input, "pattern"),
  WebFetch: (input) => stringAt(input, "url"),
  WebSearch: (input) => stringAt(input, "query"),
  Agent: (input) => stringAt(input, "description"),
  Skill: (input) => stringAt(input, "skill") ?? stringAt(input, "command"),
  TodoWrite: (input) => `${arrayAt(input, "todos")?.length ?? 0} tasks`,
  TaskCreate: (input) => stringAt(input, "subject"),
  TaskUpdate: (input) => [stringAt(input, "taskId"), stringAt(input, "status")].filter(Boolean).join(" "),
  AskUserQuestion: (input) => stringAt(arrayAt(input, "questions")?.[0], "header"),
  ExitPlanMode: () => "",
  EnterPlanMode: () => "",
  SandboxNetworkAccess: (input) => stringAt(input, "host"),
};

/** What a call acts on, on one line: a path relative to `folder`, a command, a pattern. */
export function subjectOf(tool: string, input: Input, folder: string): string {
  const name = toolName(tool);
  const known = Object.hasOwn(subjects, name) ? subjects[name]?.(input, folder) : undefined;
  const text = known ?? Object.values(input).find((value): value is string => typeof value === "string") ?? "";
  return oneLine(text, 200);
}

/** The file that a call reads or writes, as the CLI named it. */
export function pathOf(tool: string, input: Input): string | undefined {
  if (!/^(Read|Write|Edit|MultiEdit|NotebookEdit)$/.test(tool)) return undefined;
  return stringAt(input, "file_path") ?? stringAt(input, "notebook_path");
}

/** The outcome in a few words, from the structured result where there is one. */
export function summaryOf(call: ToolRecord, isError: boolean): string | undefined {
  if (isError) return oneLine((call.output ?? "").replace(/<\/?tool_use_error>/g, ""), 160);
  const { result } = call;
  switch (toolName(call.tool)) {
    case "Read": {
      const lines = numberAt(objectAt(result, "file"), "numLines");
      return lines === undefined ? undefined : `${lines} lines`;
    }
    case "Write":
    case "Edit":
    case "MultiEdit": {
      const { added, removed } = countPatch(result);
      const isCreated = stringAt(result, "type") === "create";
      return isCreated ? `new, ${lineCount(stringAt(result, "content") ?? "")} lines` : `+${added} −${removed}`;
    }
    case "Glob":
      return `${numberAt(result, "numFiles") ?? arrayAt(result, "filenames")?.length ?? 0} files`;
    case "Grep": {
      const matches = numberAt(result, "numMatches");
      return matches === undefined ? `${numberAt(result, "numFiles") ?? 0} files` : `${matches} matches`;
    }
    case "WebFetch":
      return stringAt(result, "codeText") && `${numberAt(result, "code") ?? ""} ${stringAt(result, "codeText")}`.trim();
    case "Bash":
      return stringAt(result, "returnCodeInterpretation") ?? undefined;
    default:
      return undefined;
  }
}

/** Lines that a structured patch of the CLI adds and removes. */
function countPatch(result: unknown): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const hunk of arrayAt(result, "structuredPatch") ?? []) {
    for (const line of arrayAt(hunk, "lines") ?? []) {
      if (String(line).startsWith("+")) added++;
      else if (String(line).startsWith("-")) removed++;
    }
  }
  return { added, removed };
}

function lineCount(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function fileSubject(input: Input, folder: string): string {
  return relativePath(stringAt(input, "file_path") ?? "", folder);
}

/** `path` as seen from `folder`, with forward slashes; unchanged when it lies elsewhere. */
export function relativePath(path: string, folder: string): string {
  const slashed = path.replaceAll("\\", "/");
  const base = `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
  return slashed.startsWith(base) ? slashed.slice(base.length) : slashed;
}

/** Everything on one line, cut to `length` characters. */
function oneLine(text: string, length: number): string {
  const line = escapeInvisible(text).replace(/\s+/g, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
