import { readNumber, readString } from "../../shared/base/read.ts";
import type { BackwardLine } from "./backwardLines.ts";
import type { TranscriptRecord } from "./records.ts";

/** A line of a transcript that is part of its tree. */
export interface TranscriptEntry {
  readonly uuid: string;
  /** Undefined at the root. */
  readonly parent: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The kinds of records of a transcript. Bookkeeping and entries of subagents are "other". */
export type RecordKind =
  | { readonly kind: "entry"; readonly entry: TranscriptEntry }
  /**
   * Total cost so far in US dollars: the next process, also that of a fork, continues from the last of these entries
   * (2.1.329).
   */
  | { readonly kind: "cost"; readonly usd: number }
  | { readonly kind: "other" };

const other = { kind: "other" } as const;

/** Reads a record of a conversation's or a subagent's transcript. */
export function readTranscriptEntry({ value }: Pick<TranscriptRecord, "value">, isAgent = false): RecordKind {
  const { type, uuid, parentUuid, logicalParentUuid, isSidechain } = value;
  if (type === "cost-state") {
    const usd = readNumber(value, "totalCostUSD");
    return usd === undefined ? other : { kind: "cost", usd };
  }
  if (typeof uuid !== "string" || (isSidechain === true) !== isAgent) return other;
  // After a compaction the chain continues through the logical parent.
  const parent = parentUuid ?? logicalParentUuid;
  return { kind: "entry", entry: { uuid, parent: typeof parent === "string" ? parent : undefined, value } };
}

/**
 * Reads the place of a damaged line in the tree: `claude` writes the parent first and the entry's own uuid late (all
 * versions).
 */
export function readDamagedEntry({
  head,
  tail,
}: Pick<BackwardLine, "head" | "tail">): { uuid: string; parent: string | undefined } | undefined {
  const uuid = [...tail.matchAll(/"uuid":"([0-9a-f-]{36})"/g)].at(-1)?.[1];
  const parent = /"parentUuid":"([0-9a-f-]{36})"/.exec(head)?.[1];
  return uuid === undefined || parent === undefined ? undefined : { uuid, parent };
}

/** Returns true if an entry has this uuid: its own, or the one under which its prompt was sent. */
export function hasUuid({ uuid, value }: TranscriptEntry, name: string): boolean {
  return uuid === name || readString(value["attachment"], "source_uuid") === name;
}
