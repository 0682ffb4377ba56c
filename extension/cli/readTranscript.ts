import fs from "node:fs";
import { decodeValue, type Frame } from "../protocol/decode.ts";
import { LineSplitter } from "../protocol/lineSplitter.ts";

interface Entry {
  readonly uuid: string;
  readonly parent: string | undefined;
  /** The entry before it in the file. */
  readonly before: string | undefined;
  readonly value: Record<string, unknown>;
}

/**
 * The frames of a saved conversation, oldest first; undefined when there is no such file. A transcript
 * is a tree (all versions): the frames are those from the newest entry up to its root. Broken lines and entries
 * of other kinds are left out.
 */
export async function readTranscript(file: string): Promise<readonly Frame[] | undefined> {
  const entries = new Map<string, Entry>();
  let newest: Entry | undefined;
  const splitter = new LineSplitter((line) => {
    const entry = parseEntry(line);
    if (!entry) return;
    entries.set(entry.uuid, { ...entry, before: newest?.uuid });
    newest = entries.get(entry.uuid);
  });
  try {
    for await (const chunk of fs.createReadStream(file)) splitter.push(chunk as Uint8Array);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  splitter.end();
  const chain: Frame[] = [];
  const seen = new Set<string>();
  // A parent that cannot be read is taken for the entry before: nothing older is lost with it.
  const above = ({ parent, before }: Entry): Entry | undefined => (parent === undefined ? undefined : (entries.get(parent) ?? entries.get(before ?? "")));
  for (let entry = newest; entry && !seen.has(entry.uuid); entry = above(entry)) {
    seen.add(entry.uuid);
    const frame = frameOf(entry.value);
    if (frame) chain.push(frame);
  }
  return chain.reverse();
}

/** The entry before `uuid` in a saved conversation; null when it is the first, undefined when it is not there. */
export async function entryBefore(file: string, uuid: string): Promise<string | null | undefined> {
  let parent: string | null | undefined;
  const splitter = new LineSplitter((line) => {
    const entry = parseEntry(line);
    if (entry?.uuid === uuid) parent = entry.parent ?? null;
  });
  for await (const chunk of fs.createReadStream(file)) splitter.push(chunk as Uint8Array);
  splitter.end();
  return parent;
}

function parseEntry(line: string): Omit<Entry, "before"> | undefined {
  const value = parseObject(line);
  if (!value) return undefined;
  const { uuid, parentUuid, logicalParentUuid, isSidechain } = value;
  if (typeof uuid !== "string" || isSidechain === true) return undefined;
  // After a compaction the chain goes on through the logical parent.
  const parent = parentUuid ?? logicalParentUuid;
  return { uuid, parent: typeof parent === "string" ? parent : undefined, value };
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** An entry as the frame that it was on the wire. */
function frameOf(value: Record<string, unknown>): Frame | undefined {
  if (value["type"] === "system" && value["subtype"] === "compact_boundary") {
    const decoded = decodeValue({ ...value, compact_metadata: value["compactMetadata"] });
    return decoded.kind === "frame" ? decoded.frame : undefined;
  }
  if (value["type"] !== "user" && value["type"] !== "assistant") return undefined;
  if (value["isMeta"] === true || value["isCompactSummary"] === true) return undefined;
  const decoded = decodeValue({
    type: value["type"],
    message: value["message"],
    uuid: value["uuid"],
    session_id: value["sessionId"],
    parent_tool_use_id: null,
    tool_use_result: value["toolUseResult"],
  });
  return decoded.kind === "frame" ? decoded.frame : undefined;
}
