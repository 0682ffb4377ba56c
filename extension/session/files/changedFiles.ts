import { background } from "../../base/background.ts";
import { escapePath } from "../../base/invisible.ts";
import { Latest } from "../../base/latest.ts";
import type { Logger } from "../../base/logger.ts";
import { readObject, readString } from "../../base/read.ts";
import type { ChangedFile } from "../../contract/changedFiles.ts";
import type { Hook } from "../../protocol/hookRegistry.ts";
import { computeChange, type FileChange } from "../../review/changeSet.ts";
import { withLineEndsOf } from "../../review/lineEnds.ts";
import { maxTextLength } from "../../review/proposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { Files } from "../ports.ts";
import { startTool } from "../reduce/toolItems.ts";
import type { Reduction } from "../reduction.ts";
import { toRelativePath } from "../tools/relativePath.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import { type CallTexts, computeCallTexts } from "./callTexts.ts";
import { EditingCalls } from "./editingCalls.ts";

/** Files that go to the panel. */
const shownFiles = 500;

/** A file before the conversation, or before one of its prompts, and as it is now. `undefined` stands for a file that is not there. */
export interface FileBefore {
  readonly path: string;
  readonly before: DiskText | undefined;
  /** It was read from the disk; else it is as a saved result tells it, with line feeds for line ends. */
  readonly isExact: boolean;
  /** It was read from the disk here; else only a saved result claims it, which any program can write. */
  readonly isSeen: boolean;
}

/** A file with what was compared. */
interface Compared {
  readonly file: ChangedFile;
  readonly texts: string;
}

export interface ChangedFilesOptions {
  readonly store: ConversationStore;
  readonly files: Files;
  readonly logger: Logger;
  readonly apply: (changed: readonly ChangedFile[]) => void;
  readonly reduce: (reduction: Reduction) => void;
  /** A call is about to write a file. */
  readonly onEdit: (path: string) => void;
  /** Something that was said before is not held: what it changed is known as far as it was seen since. */
  readonly hasOlder: () => boolean;
  /** Marks of an earlier session: what a file was when it was looked at, by path. */
  readonly reviewed: Readonly<Record<string, string>> | undefined;
}

/**
 * The files that a conversation changed, whoever allowed that. What a file was is read from the disk before a call runs; of calls from a
 * saved transcript the CLI's own result tells it, with line feeds for line ends (all versions), and of a file of more than 10,000
 * characters nothing (2.1.329).
 */
export class ChangedFiles {
  readonly #options: ChangedFilesOptions;
  readonly #calls: EditingCalls;
  /** What was on the disk before a call, by tool-use id. */
  readonly #before = new Map<string, FileBefore>();
  /** The first that was known of each file, also of calls that are not held any more. */
  readonly #first = new Map<string, FileBefore>();
  /** Paths that were looked at since the turn began: what a file was later in it nobody asks for. */
  readonly #looked = new Set<string>();
  readonly #shown = new Map<string, Compared>();
  readonly #reviewed: Map<string, string>;
  /** By path. */
  readonly #readings = new Latest<string>();

  constructor(options: ChangedFilesOptions) {
    this.#options = options;
    this.#calls = new EditingCalls(options.store);
    this.#reviewed = new Map(Object.entries(options.reviewed ?? {}));
  }

  /** Looks at a file before any call that edits one, also one that no request asks about. */
  get hook(): Hook {
    return {
      event: "PreToolUse",
      matcher: "Edit|Write|MultiEdit|NotebookEdit",
      role: "observe",
      callback: async (input, { toolUseId }) => {
        const tool = readString(input, "tool_name") ?? "";
        if (toolUseId !== undefined)
          await this.#lookBefore(this.#options.store.ids.keyOf(toolUseId), tool, readObject(input, "tool_input") ?? {}, readString(input, "cwd"));
        return {};
      },
    };
  }

  /** The hook comes before the request and tells the folder of the process, which a `cd` moves (all versions). */
  async #lookBefore(toolId: string, tool: string, input: Readonly<Record<string, unknown>>, cwd: string | undefined): Promise<void> {
    const { store, reduce } = this.#options;
    if (cwd !== undefined) store.noteFolder(toolId, cwd);
    const known = store.record(toolId);
    const base = store.folderOf(toolId);
    // The call's row was made when only the conversation's folder was known.
    if (known && base !== store.state.folder) reduce(startTool(store, { id: toolId, tool: known.tool, thread: known.thread, input, now: undefined }));
    const resolved = withResolvedPath(tool, input, { ...store.paths, version: store.state.cliVersion, base });
    const path = readString(resolved, "file_path") ?? readString(resolved, "notebook_path");
    if (path === undefined) return;
    this.#options.onEdit(path);
    await this.#look(toolId, path);
  }

  /** Marks of what was looked at, by path, to be kept. */
  get reviewed(): Readonly<Record<string, string>> | undefined {
    return this.#reviewed.size === 0 ? undefined : Object.fromEntries(this.#reviewed);
  }

  /** A file as it is at the moment in which a call was allowed. */
  note(toolId: string, path: string, before: DiskText | undefined): void {
    this.#keep(toolId, { path, before, isExact: true, isSeen: true });
  }

  /** What was cut from the conversation is not part of it any more. */
  truncate(): void {
    this.#first.clear();
    background(this.updateAll(), this.#options.logger, "comparing changed files");
  }

  /** What changed files were, in the order in which they were changed first; since a prompt, or since the beginning. Without claude's own. */
  since(promptId?: string): readonly FileBefore[] {
    const isClaudesOwn = this.#options.store.claudesOwn();
    return this.#allSince(promptId).filter(({ path }) => !isClaudesOwn(path));
  }

  #allSince(promptId?: string): readonly FileBefore[] {
    const files = new Map<string, { before: FileBefore | undefined; isDone: boolean }>();
    for (const id of this.#calls.since(promptId)) {
      const path = this.#calls.pathOf(id);
      if (path === undefined) continue;
      const known = files.get(path);
      files.set(path, { before: known?.before ?? this.#beforeOf(id), isDone: known?.isDone || this.#isDone(id) });
    }
    const found = [...files.values()].flatMap(({ before, isDone }) => (isDone && before ? [before] : []));
    if (promptId !== undefined || !this.#options.hasOlder()) return found;
    const isFound = new Set(found.map(({ path }) => path));
    // What was said before is not held: the first that was known is the nearest to the beginning.
    const earlier = [...this.#shown.keys()].flatMap((path) => (isFound.has(path) ? [] : (this.#first.get(path) ?? [])));
    return [...earlier, ...found.map((file) => this.#first.get(file.path) ?? file)];
  }

  /** Returns a test for files that are no changes of the user's: claude's own. */
  claudesOwn(): (path: string) => boolean {
    return this.#options.store.claudesOwn();
  }

  /** The change of one file from before the conversation until now; undefined where it is none, or cannot be shown. */
  async changeIn(path: string): Promise<FileChange | undefined> {
    const file = this.since().find((each) => each.path === path);
    const now = file && (await this.#options.files.readDisk(path).catch(() => undefined));
    return file && now ? computeChange(path, matchDiskFormat(file, now)?.text, now.text) : undefined;
  }

  /** What a call makes of its file, as far as that is known. */
  readTexts(toolId: string): CallTexts | undefined {
    const record = this.#options.store.record(toolId);
    return record && computeCallTexts(record, this.#beforeOf(toolId), this.#options.store.state.cliVersion);
  }

  /** Calls have their results: the files of these that edited are compared anew. */
  async update(toolIds: readonly string[]): Promise<void> {
    const paths = new Set(toolIds.flatMap((id) => (this.#isDone(id) ? (this.#calls.pathOf(id) ?? []) : [])));
    // Most calls edit nothing, and all of them are looked through for what files were.
    if (paths.size > 0) await this.#compare(this.since().filter((file) => paths.has(file.path)));
  }

  /** Compares every file anew. */
  async updateAll(): Promise<void> {
    this.#looked.clear();
    const files = this.since();
    for (const path of this.#shown.keys()) if (!files.some((file) => file.path === path)) this.#shown.delete(path);
    await this.#compare(files);
  }

  /** The user looked at a file as it is now, or takes that back. */
  async mark(path: string, isReviewed: boolean): Promise<void> {
    if (isReviewed) this.#reviewed.set(path, computeFingerprint(await this.#options.files.readDisk(path).catch(() => null)));
    else this.#reviewed.delete(path);
    await this.#compare(this.since().filter((file) => file.path === path));
  }

  async #look(toolId: string, path: string): Promise<void> {
    if (this.#looked.has(path)) return;
    const before = await this.#options.files.readDisk(path).catch(() => null);
    // What is no text has no diff, and what is too long none that anybody reads.
    if (before !== null && (before?.text.length ?? 0) <= maxTextLength) this.#keep(toolId, { path, before, isExact: true, isSeen: true });
  }

  #keep(toolId: string, file: FileBefore): void {
    this.#looked.add(file.path);
    if (!this.#first.has(file.path)) this.#first.set(file.path, file);
    this.#before.set(toolId, file);
  }

  async #compare(files: readonly FileBefore[]): Promise<void> {
    await Promise.all(files.map((file) => this.#compareOne(file)));
    const shown = this.since().flatMap(({ path }) => this.#shown.get(path)?.file ?? []);
    if (files.length > 0 || this.#options.store.state.changedFiles.length > shown.length) this.#options.apply(shown.slice(0, shownFiles));
  }

  async #compareOne(file: FileBefore): Promise<void> {
    const reading = this.#readings.begin(file.path);
    const compared = await this.#compared(file);
    if (!reading.isCurrent) return;
    if (compared) this.#shown.set(file.path, compared);
    else this.#shown.delete(file.path);
  }

  /** Undefined for a file that is again as it was. */
  async #compared(file: FileBefore): Promise<Compared | undefined> {
    const { files, store } = this.#options;
    const { path } = file;
    const now = await files.readDisk(path).catch(() => null);
    const before = matchDiskFormat(file, now ?? undefined);
    if (now !== null && now?.text === before?.text) return undefined;
    const texts = `${computeFingerprint(before)} ${computeFingerprint(now)}`;
    const isReviewed = this.#reviewed.get(path) === computeFingerprint(now);
    const known = this.#shown.get(path);
    if (known?.texts === texts) return { texts, file: { ...known.file, isReviewed } };
    return { texts, file: { path, shown: escapePath(toRelativePath(path, store.state.folder)), ...difference(before, now), isReviewed } };
  }

  #isDone(toolId: string): boolean {
    const { store } = this.#options;
    const record = store.record(toolId);
    const item = record && store.item(record.thread, toolId);
    return item?.kind === "tool" && item.state === "done";
  }

  #beforeOf(toolId: string): FileBefore | undefined {
    const looked = this.#before.get(toolId);
    const record = this.#options.store.record(toolId);
    if (looked || !record) return record && looked;
    const path = this.#calls.pathOf(toolId);
    const original = record.result && typeof record.result === "object" ? getOriginal(record.result) : undefined;
    return path === undefined || original === undefined ? undefined : { path, before: original ?? undefined, isExact: original === null, isSeen: false };
  }
}

/** A text of a saved result with the line ends, the byte-order mark and the encoding that its file has now. */
export function matchDiskFormat({ before, isExact }: FileBefore, now: DiskText | undefined): DiskText | undefined {
  if (!before || isExact || !now) return before;
  return { text: withLineEndsOf(now.text, before.text), isUtf16: now.isUtf16 };
}

/** What became of a text; null stands for what cannot be read as one. */
function difference(before: DiskText | undefined, now: DiskText | undefined | null): Pick<ChangedFile, "state" | "added" | "removed"> {
  const isLarge = Math.max(now?.text.length ?? 0, before?.text.length ?? 0) > maxTextLength;
  if (now === null || isLarge) return { state: "opaque", added: 0, removed: 0 };
  const { added, removed } = computeChange("", before?.text, now?.text ?? "");
  return { state: now === undefined ? "deleted" : before ? "changed" : "created", added, removed };
}

/** What the CLI's result says the file was; null for none, undefined where it says nothing. */
function getOriginal(result: object): DiskText | null | undefined {
  if (readString(result, "type") === "create") return null;
  // Of a long file 2.1.329 saves none: that is no file that was not there.
  const original = readString(result, "originalFile") ?? readString(result, "original_file");
  return original === undefined ? undefined : { text: original, isUtf16: false };
}

/** Tells a text from every other, for a mark that outlives it: its length and a sum of its letters. */
export function computeFingerprint(file: DiskText | undefined | null): string {
  if (!file) return file === null ? "opaque" : "none";
  let sum = 0x811c9dc5;
  for (let index = 0; index < file.text.length; index++) sum = Math.imul(sum ^ file.text.charCodeAt(index), 0x01000193);
  return `${file.text.length}:${(sum >>> 0).toString(36)}`;
}
