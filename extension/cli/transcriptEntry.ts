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

/** An entry as the frame that it was on the wire; undefined for one that is not shown. */
export function frameOf(value: Readonly<Record<string, unknown>>): Frame | undefined {
  if (value["type"] === "system" && value["subtype"] === "compact_boundary") {
    const decoded = decodeValue({ ...value, compact_metadata: value["compactMetadata"] });
    return decoded.kind === "frame" ? decoded.frame : undefined;
  }
  if (value["type"] !== "user" && value["type"] !== "assistant") return undefined;
  if (value["isMeta"] === true || value["isCompactSummary"] === true) return undefined;
  const decoded = decodeValue({
    type: value["type"],
    message: messageOf(value["message"]),
    uuid: value["uuid"],
    session_id: value["sessionId"],
    parent_tool_use_id: null,
    tool_use_result: value["toolUseResult"],
  });
  return decoded.kind === "frame" ? decoded.frame : undefined;
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
