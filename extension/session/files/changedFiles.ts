import { background } from "../../base/background.ts";
import { getErrorMessage } from "../../base/failure.ts";
import { escapePath } from "../../base/invisible.ts";
import { Latest } from "../../base/latest.ts";
import type { Logger } from "../../base/logger.ts";
import { readObject, readString } from "../../base/read.ts";
import type { ChangedFile } from "../../contract/changes/changedFiles.ts";
import { mainThread } from "../../contract/ids.ts";
import type { Hook } from "../../protocol/hookRegistry.ts";
import { computeChange, type FileChange } from "../../review/changeSet.ts";
import { maxTextLength } from "../../review/proposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { FileHistory } from "../fileHistory.ts";
import type { Files, TextStore } from "../ports.ts";
import { startTool } from "../reduce/toolItems.ts";
import type { Reduction } from "../reduction.ts";
import type { PartsReader } from "../restore/earlierParts.ts";
import { toRelativePath } from "../tools/relativePath.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import { type CallTexts, computeCallTexts } from "./callTexts.ts";
import { EditingCalls } from "./editingCalls.ts";
import { type FileBefore, matchDiskFormat } from "./fileBefore.ts";
import { HistoryTexts } from "./historyTexts.ts";
import { keepText } from "./keepText.ts";
import { computeFingerprint, summarizeChange } from "./textDifference.ts";
import {
  type EarlierFiles,
  findTouchedFiles,
  getEarlierStates,
  getFileBefore,
  isCallDone,
  joinTouchedFiles,
  type PartCalls,
  readEarlierFiles,
} from "./touchedFiles.ts";

/** Maximum number of files that are sent to the panel. */
const shownFiles = 500;

/** A changed file with a fingerprint of the compared texts. */
interface ComparedFile {
  readonly file: ChangedFile;
  readonly texts: string;
}

export interface ChangedFilesOptions {
  readonly store: ConversationStore;
  readonly files: Files;
  /** Keeps the texts of files before calls. */
  readonly texts?: TextStore | undefined;
  /** Returns the recorded states of the files. */
  readonly history: () => FileHistory | undefined;
  readonly logger: Logger;
  readonly apply: (changed: readonly ChangedFile[]) => void;
  readonly reduce: (reduction: Reduction) => void;
  /** Called before a call writes a file. */
  readonly onEdit: (path: string) => void;
  /** The items that are not loaded; their changes are known as far as they were observed since, or read. */
  readonly earlier: PartsReader;
  /** Review marks of an earlier session: fingerprints of files when the user reviewed them, by path. */
  readonly reviewed: Readonly<Record<string, string>> | undefined;
}

/**
 * Tracks the files that a conversation changed, no matter who allowed that. Reads a file from disk before a call runs. For calls of a saved
 * transcript, the result of `claude` has the text, with line feeds as line ends (all versions), but not for a file of more than 10,000 characters
 * (2.1.329).
 */
export class ChangedFiles {
  readonly #options: ChangedFilesOptions;
  readonly #calls: EditingCalls;
  readonly #recorded: HistoryTexts;
  /** Files on disk before a call, by tool-use id. */
  readonly #before = new Map<string, FileBefore>();
  /** The first known state of each file, also of calls that are no longer loaded. */
  readonly #first = new Map<string, FileBefore>();
  /** Paths that were read since the turn began; later states in the same turn are not needed. */
  readonly #looked = new Set<string>();
  /** Files that were edited before the loaded items, once they were read. */
  #earlier: EarlierFiles | undefined;
  readonly #shown = new Map<string, ComparedFile>();
  readonly #reviewed: Map<string, string>;
  /** By path. */
  readonly #readings = new Latest<string>();

  constructor(options: ChangedFilesOptions) {
    this.#options = options;
    this.#calls = new EditingCalls(options.store);
    this.#recorded = new HistoryTexts({ ...options, calls: this.#calls });
    this.#reviewed = new Map(Object.entries(options.reviewed ?? {}));
  }

  /** Reads a file before any call that edits it, including calls without a permission request. */
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

  /** The hook arrives before the permission request and reports the folder of the process, which a `cd` moves (all versions). */
  async #lookBefore(toolId: string, tool: string, input: Readonly<Record<string, unknown>>, cwd: string | undefined): Promise<void> {
    const { store, reduce } = this.#options;
    if (cwd !== undefined) store.noteFolder(toolId, cwd);
    const known = store.record(toolId);
    const base = store.folderOf(toolId);
    // The call's row was created when only the folder of the conversation was known.
    if (known && base !== store.state.folder) reduce(startTool(store, { id: toolId, tool: known.tool, thread: known.thread, input, now: undefined }));
    const resolved = withResolvedPath(tool, input, { ...store.paths, version: store.state.cliVersion, base });
    const path = readString(resolved, "file_path") ?? readString(resolved, "notebook_path");
    if (path === undefined) return;
    this.#options.onEdit(path);
    await this.#look(toolId, path);
  }

  /** Review marks to save, by path. */
  get reviewed(): Readonly<Record<string, string>> | undefined {
    return this.#reviewed.size === 0 ? undefined : Object.fromEntries(this.#reviewed);
  }

  /** Notes the state of a file at the moment when a call was allowed. */
  note(toolId: string, path: string, before: DiskText | undefined): void {
    this.#keep(toolId, { path, before, isExact: true, isSeen: true });
  }

  /** Compares all files again after the conversation was truncated. */
  truncate(): void {
    this.#first.clear();
    background(this.updateAll(), this.#options.logger, "comparing changed files");
  }

  /**
   * Returns the earlier states of changed files in the order of their first change; since a prompt, or since the beginning. Leaves out files of
   * `claude` itself.
   */
  since(promptId?: string): readonly FileBefore[] {
    const isClaudesOwn = this.#options.store.claudesOwn();
    return this.#allSince(promptId).filter(({ path }) => !isClaudesOwn(path));
  }

  /** Returns the paths that finished calls name since a prompt, or in all loaded items where it is not loaded. Leaves out files of `claude` itself. */
  pathsSince(promptId: string): readonly string[] {
    const { store } = this.#options;
    const isClaudesOwn = store.claudesOwn();
    const ids = this.#calls.since(store.item(mainThread, promptId) ? promptId : undefined);
    const paths = new Set(ids.flatMap((id) => (isCallDone(store, id) ? (this.#calls.pathOf(id) ?? []) : [])));
    return [...paths].filter((path) => !isClaudesOwn(path));
  }

  /** Like `since`, with what is not loaded, which is read from disk. Without a prompt, `since` has it as well afterwards. */
  async readSince(promptId?: string): Promise<readonly FileBefore[]> {
    const { earlier, store, texts } = this.#options;
    const isLoaded = !earlier.hasOlder || (promptId !== undefined && store.item(mainThread, promptId) !== undefined);
    if (isLoaded || (promptId === undefined && this.#earlier?.releases === earlier.releases)) return this.since(promptId);
    const read = await readEarlierFiles(earlier, { promptId, looked: this.#before, texts });
    if (promptId === undefined) {
      this.#earlier = read;
      return this.since();
    }
    if (!read.isFound) return [];
    const isClaudesOwn = store.claudesOwn();
    return getEarlierStates(joinTouchedFiles(read.files, findTouchedFiles(this.#part))).filter(({ path }) => !isClaudesOwn(path));
  }

  #allSince(promptId?: string): readonly FileBefore[] {
    const { earlier } = this.#options;
    const files = findTouchedFiles(this.#part, promptId);
    const found = getEarlierStates(files);
    if (promptId !== undefined || !earlier.hasOlder) return found;
    if (this.#earlier?.releases === earlier.releases) return getEarlierStates(joinTouchedFiles(this.#earlier.files, files));
    const isFound = new Set(found.map(({ path }) => path));
    // Earlier items are not loaded, so the first known state is the nearest to the beginning.
    const shown = [...this.#shown.keys()].flatMap((path) => (isFound.has(path) ? [] : (this.#first.get(path) ?? [])));
    return [...shown, ...found.map((file) => this.#first.get(file.path) ?? file)];
  }

  get #part(): PartCalls {
    return { store: this.#options.store, calls: this.#calls, looked: this.#before };
  }

  /** Returns a test for files of `claude` itself, which do not count as changes for the user. */
  claudesOwn(): (path: string) => boolean {
    return this.#options.store.claudesOwn();
  }

  /** Returns the change of one file from before the conversation until now; undefined if there is none, or it cannot be shown. */
  async changeIn(path: string): Promise<FileChange | undefined> {
    const file = this.since().find((each) => each.path === path);
    const now = file && (await this.#options.files.readDisk(path).catch(() => undefined));
    return file && now ? computeChange(path, matchDiskFormat(file, now)?.text, now.text) : undefined;
  }

  /** Returns the texts before and after a call, as far as they are known. */
  readTexts(toolId: string): CallTexts | undefined {
    const { earlier, store: loaded } = this.#options;
    const store = earlier.storeOfCall(toolId);
    const record = store?.record(toolId);
    const part = store && { store, calls: new EditingCalls(store), looked: this.#before };
    return part && record && computeCallTexts(record, getFileBefore(part, toolId), loaded.state.cliVersion);
  }

  /** Compares the files of these calls again after their results arrived. Returns undefined where they edited nothing, as most calls do. */
  update(toolIds: readonly string[]): Promise<void> | undefined {
    const { store } = this.#options;
    const paths = toolIds.flatMap((id) => (this.#calls.pathOf(id) !== undefined && isCallDone(store, id) ? (this.#calls.pathOf(id) ?? []) : []));
    return paths.length > 0 ? this.#compareAt(new Set(paths)) : undefined;
  }

  async #compareAt(paths: ReadonlySet<string>): Promise<void> {
    await this.#compare(this.since().filter((file) => paths.has(file.path)));
  }

  /** Compares every file again. */
  async updateAll(): Promise<void> {
    this.#looked.clear();
    await this.#readRecorded();
    const files = this.since();
    for (const path of this.#shown.keys()) if (!files.some((file) => file.path === path)) this.#shown.delete(path);
    await this.#compare(files);
  }

  /** Reads the files before calls that nothing else has from checkpoints. */
  async #readRecorded(): Promise<void> {
    const unknown = this.#calls.since(undefined).filter((id) => isCallDone(this.#options.store, id) && !getFileBefore(this.#part, id));
    for (const [id, file] of await this.#recorded.find(unknown)) if (!this.#before.has(id)) this.#before.set(id, this.#withKeptText(file));
  }

  #withKeptText({ before, ...rest }: FileBefore): FileBefore {
    return { ...rest, before: before && keepText(before, this.#options.texts) };
  }

  /** Marks a file in its current state as reviewed, or removes the mark. */
  async mark(path: string, isReviewed: boolean): Promise<void> {
    if (isReviewed) this.#reviewed.set(path, computeFingerprint(await this.#options.files.readDisk(path).catch(() => null)));
    else this.#reviewed.delete(path);
    await this.#compare(this.since().filter((file) => file.path === path));
  }

  async #look(toolId: string, path: string): Promise<void> {
    if (this.#looked.has(path)) return;
    const before = await this.#options.files.readDisk(path).catch(() => null);
    // Skips files that are not text, which have no diff, and files that are too long for a readable diff.
    if (before !== null && (before?.text.length ?? 0) <= maxTextLength) this.#keep(toolId, { path, before, isExact: true, isSeen: true });
  }

  #keep(toolId: string, read: FileBefore): void {
    const file = this.#withKeptText(read);
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
    const compared = await this.#compared(file).catch((error: unknown) => {
      this.#options.logger.warn(`could not compare ${file.path} with its earlier text: ${getErrorMessage(error)}`);
      return this.#shown.get(file.path);
    });
    if (!reading.isCurrent) return;
    if (compared) this.#shown.set(file.path, compared);
    else this.#shown.delete(file.path);
  }

  /** Returns undefined for a file that is unchanged or was restored. */
  async #compared(file: FileBefore): Promise<ComparedFile | undefined> {
    const { files, store } = this.#options;
    const { path } = file;
    const now = await files.readDisk(path).catch(() => null);
    const before = matchDiskFormat(file, now ?? undefined);
    if (now !== null && now?.text === before?.text) return undefined;
    const texts = `${computeFingerprint(before)} ${computeFingerprint(now)}`;
    const isReviewed = this.#reviewed.get(path) === computeFingerprint(now);
    const known = this.#shown.get(path);
    if (known?.texts === texts) return { texts, file: { ...known.file, isReviewed } };
    return { texts, file: { path, shown: escapePath(toRelativePath(path, store.state.folder)), ...summarizeChange(before, now), isReviewed } };
  }
}
