import { objectAt, stringAt } from "../base/read.ts";
import { decodeValue, type Frame } from "../protocol/decode.ts";
import type { BackwardLine } from "./backwardLines.ts";

/** A line of a transcript that is part of its tree. */
export interface TranscriptEntry {
  readonly uuid: string;
  /** Undefined at the root. */
  readonly parent: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What a line of a transcript is. Bookkeeping, subagents' entries and empty lines are "other". */
export type TranscriptLine = { readonly kind: "entry"; readonly entry: TranscriptEntry } | { readonly kind: "damaged" } | { readonly kind: "other" };

const other = { kind: "other" } as const;

/** Reads a line of a conversation, or of a subagent's transcript. Of one that is cut or too long what names its place in the tree is used all the same. */
export function readEntry(line: Pick<BackwardLine, "text" | "head" | "tail">, isAgent = false): TranscriptLine {
  if (line.text?.trim() === "") return other;
  const value = line.text === undefined ? undefined : parseJson(line.text);
  if (value === undefined) return { kind: "damaged" };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return other;
  const { uuid, parentUuid, logicalParentUuid, isSidechain } = value as Record<string, unknown>;
  if (typeof uuid !== "string" || (isSidechain === true) !== isAgent) return other;
  // After a compaction the chain goes on through the logical parent.
  const parent = parentUuid ?? logicalParentUuid;
  return { kind: "entry", entry: { uuid, parent: typeof parent === "string" ? parent : undefined, value: value as Record<string, unknown> } };
}

/** What a damaged line still tells of its place in the tree: the CLI writes a parent first and an entry's own name late (all versions). */
export function placeOfDamaged({ head, tail }: Pick<BackwardLine, "head" | "tail">): { uuid: string; parent: string | undefined } | undefined {
  const uuid = [...tail.matchAll(/"uuid":"([0-9a-f-]{36})"/g)].at(-1)?.[1];
  const parent = /"parentUuid":"([0-9a-f-]{36})"/.exec(head)?.[1];
  return uuid === undefined || parent === undefined ? undefined : { uuid, parent };
}

/** Whether an entry goes by this uuid: its own, or that under which its prompt was sent. */
export function isNamed({ uuid, value }: TranscriptEntry, name: string): boolean {
  return uuid === name || stringAt(value["attachment"], "source_uuid") === name;
}

type Value = Readonly<Record<string, unknown>>;

/** Kinds of `system` entries that are frames on the wire too, and tell what happened, not how things stand. */
const told: ReadonlySet<unknown> = new Set([
  "agents_killed",
  "compact_boundary",
  "informational",
  "memory_saved",
  "model_fallback",
  "model_refusal_fallback",
  "model_refusal_no_fallback",
  "scheduled_task_fire",
  "turn_duration",
]);

/** An entry as the frame that it was on the wire; undefined for one that is not shown. */
export function frameOf(value: Value): Frame | undefined {
  const wire = value["isMeta"] === true || value["isCompactSummary"] === true ? undefined : onWire(value);
  const decoded = wire && decodeValue(wire);
  return decoded?.kind === "frame" ? decoded.frame : undefined;
}

function onWire(value: Value): Record<string, unknown> | undefined {
  switch (value["type"]) {
    case "user":
    case "assistant":
      return { ...idsOf(value), type: value["type"], message: messageOf(value["message"]), tool_use_result: value["toolUseResult"] };
    case "attachment":
      return queuedPrompt(value);
    case "system":
      // What a command of the CLI's own answered, and in a terminal also the command (2.1.329).
      if (value["subtype"] === "local_command") return userText(value, value["content"]);
      return told.has(value["subtype"]) ? withWireKeys(value) : undefined;
    default:
      return undefined;
  }
}

/** A prompt that was sent during a turn, which read it between two steps (2.0.77 to 2.1.329). The queue keeps also what nobody wrote. */
function queuedPrompt(value: Value): Record<string, unknown> | undefined {
  const queued = objectAt(value, "attachment");
  const mode = stringAt(queued, "commandMode") ?? "prompt";
  if (stringAt(queued, "type") !== "queued_command" || mode !== "prompt" || queued?.["isMeta"] === true) return undefined;
  return { ...userText(value, queued?.["prompt"]), uuid: stringAt(queued, "source_uuid") ?? value["uuid"] };
}

function userText(value: Value, content: unknown): Record<string, unknown> {
  return { ...idsOf(value), type: "user", message: { role: "user", content } };
}

function idsOf(value: Value): Record<string, unknown> {
  return { uuid: value["uuid"], session_id: value["sessionId"], timestamp: value["timestamp"], parent_tool_use_id: null };
}

/** On the disk fields are named in another form than on the wire: `preTokens` is `pre_tokens` (all versions). */
function withWireKeys(value: Value): Record<string, unknown> {
  const wireKey = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.keys(value).map((key) => [wireKey(key), mapped(value, key)]));
}

function mapped(value: Value, key: string): unknown {
  const inner = objectAt(value, key);
  return inner ? withWireKeys(inner) : value[key];
}

/** An assistant's content can be a string in a transcript; on the wire it is a list. */
function messageOf(message: unknown): unknown {
  const content = stringAt(message, "content");
  if (content === undefined || stringAt(message, "role") !== "assistant") return message;
  return { ...objectAt({ message }, "message"), content: [{ type: "text", text: content }] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
