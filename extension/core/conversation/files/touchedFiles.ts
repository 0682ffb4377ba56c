import { mainThread } from "../../../shared/contract/ids.ts";
import type { TextStore } from "../ports/ports.ts";
import type { PartsReader } from "../transcript/earlierParts.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { EditingCalls } from "./editingCalls.ts";
import { type FileBefore, readOriginal } from "./fileBefore.ts";
import { keepText } from "./keepText.ts";

/** A file that calls edit. */
export interface TouchedFile {
  /** The first known state, before these calls. */
  readonly before: FileBefore | undefined;
  /** True if one of the calls is done. */
  readonly isDone: boolean;
}

/** Files by path, in the order of their first edit. */
export type TouchedFiles = ReadonlyMap<string, TouchedFile>;

/** The calls of a part of a conversation. */
export interface PartCalls {
  readonly store: ConversationStore;
  readonly calls: EditingCalls;
  /** Files that were read from disk before a call, by tool-use id. */
  readonly looked: { get(toolId: string): FileBefore | undefined };
}

/** Returns the files that calls edit since a prompt, or since the beginning of the part. */
export function findTouchedFiles(part: PartCalls, promptId?: string): TouchedFiles {
  const files = new Map<string, TouchedFile>();
  for (const id of part.calls.since(promptId)) {
    const path = part.calls.pathOf(id);
    if (path === undefined) continue;
    const known = files.get(path);
    files.set(path, {
      before: known?.before ?? getFileBefore(part, id),
      isDone: known?.isDone || isCallDone(part.store, id),
    });
  }
  return files;
}

/** Returns the files of two parts, of which one follows the other. */
export function joinTouchedFiles(older: TouchedFiles, newer: TouchedFiles): TouchedFiles {
  const files = new Map(older);
  for (const [path, file] of newer) {
    const known = files.get(path);
    files.set(path, { before: known?.before ?? file.before, isDone: known?.isDone || file.isDone });
  }
  return files;
}

/** Returns a file before a call; undefined if that is not known. */
export function getFileBefore({ store, calls, looked }: PartCalls, toolId: string): FileBefore | undefined {
  const record = store.record(toolId);
  const path = calls.pathOf(toolId);
  return record && (looked.get(toolId) ?? (path === undefined ? undefined : readOriginal(path, record.result)));
}

export function isCallDone(store: ConversationStore, toolId: string): boolean {
  const record = store.record(toolId);
  const item = record && store.item(record.thread, toolId);
  return item?.kind === "tool" && item.state === "done";
}

/** Files that were edited before the loaded items. */
export interface EarlierFiles {
  readonly files: TouchedFiles;
  /** They are complete while the conversation has this number of releases. */
  readonly releases: number;
  /** False if they were requested since a prompt that the conversation does not have. */
  readonly isFound: boolean;
}

export interface EarlierFilesOptions {
  /** Returns those of the paths that a checkpoint covers: their texts are not kept. */
  readonly findCovered: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The prompt at which reading ends; without it, all is read. */
  readonly promptId: string | undefined;
  readonly looked: PartCalls["looked"];
  readonly texts: TextStore | undefined;
}

/** Reads the files that were edited before the loaded items, and keeps one part of the conversation in memory. */
export async function readEarlierFiles(
  reader: PartsReader,
  { promptId, looked, texts, findCovered }: EarlierFilesOptions,
): Promise<EarlierFiles> {
  const { releases } = reader;
  let files: TouchedFiles = new Map();
  for await (const { store, isLoaded } of reader.readParts()) {
    if (isLoaded) continue;
    const isBeginning = promptId !== undefined && store.item(mainThread, promptId) !== undefined;
    const touched = findTouchedFiles(
      { store, calls: new EditingCalls(store), looked },
      isBeginning ? promptId : undefined,
    );
    files = joinTouchedFiles(keepTexts(touched, texts, await findCovered([...touched.keys()])), files);
    if (isBeginning) return { files, releases, isFound: true };
  }
  return { files, releases, isFound: promptId === undefined };
}

function keepTexts(files: TouchedFiles, texts: TextStore | undefined, covered: ReadonlySet<string>): TouchedFiles {
  const keep = (file: FileBefore | undefined): FileBefore | undefined =>
    file && { ...file, before: file.before && keepText(file.before, texts) };
  const select = (path: string, file: FileBefore | undefined): FileBefore | undefined =>
    covered.has(path) ? undefined : file?.isSeen ? file : keep(file);
  return new Map([...files].map(([path, { before, isDone }]) => [path, { before: select(path, before), isDone }]));
}
