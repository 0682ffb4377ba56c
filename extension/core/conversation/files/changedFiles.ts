import { background } from "../../../shared/base/background.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import { escapePath } from "../../../shared/base/invisible.ts";
import { Latest } from "../../../shared/base/latest.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { readObject, readString } from "../../../shared/base/read.ts";
import type { ChangedFile } from "../../../shared/contract/changes/changedFiles.ts";
import type { Hook } from "../../protocol/requests/hookRegistry.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { FileHistory } from "../ports/fileHistory.ts";
import type { Files, TextStore } from "../ports/ports.ts";
import type { Reduction } from "../reduce/reduction.ts";
import { startTool } from "../reduce/toolItems.ts";
import { toRelativePath } from "../tools/relativePath.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { Baselines, type BaselinesOptions } from "./baselines.ts";
import type { CallTexts } from "./callTexts.ts";
import { type Baseline, type FileSides, readNow, readSides } from "./fileSides.ts";
import { RecordedFiles } from "./recordedFiles.ts";
import { computeFingerprint, summarizeChange } from "./textDifference.ts";
import { UncoveredTexts } from "./uncoveredTexts.ts";

/** Maximum number of files that are sent to the panel. */
const shownFiles = 500;

/** Number of files that are compared at once: each can start a program that reads its former state. */
const maxComparisons = 4;

/** A compared file; its entry in the list is undefined if it is unchanged. */
interface ComparedFile {
  /** Names both states. */
  readonly states: string;
  readonly file: ChangedFile | undefined;
}

export interface ChangedFilesOptions extends Pick<BaselinesOptions, "earlier" | "firstPrompt"> {
  readonly store: ConversationStore;
  readonly files: Files;
  /** Keeps the texts of files before calls. */
  readonly texts?: TextStore | undefined;
  /** Returns the recorded states of the files. */
  readonly history: () => FileHistory | undefined;
  readonly logger: Logger;
  readonly apply: (changed: readonly ChangedFile[]) => void;
  readonly reduce: (reduction: Reduction) => void;
  /** Returns the files that commands changed, since a prompt or since the beginning. */
  readonly byCommands: (promptId?: string) => readonly string[];
  /** Review marks of an earlier session: fingerprints of files when the user reviewed them, by path. */
  readonly reviewed: Readonly<Record<string, string>> | undefined;
}

/**
 * Tracks the files that a conversation changed, no matter who allowed that: those that calls edited and, where a
 * checkpoint covers them, those that commands changed. All that is shown, counted or reverted of a file is compared
 * with one former state (`Baselines`).
 */
export class ChangedFiles {
  readonly #options: ChangedFilesOptions;
  readonly #uncovered: UncoveredTexts;
  readonly #recorded: RecordedFiles;
  readonly #baselines: Baselines;
  readonly #compared = new Map<string, ComparedFile>();
  /** Files whose former state a checkpoint has, of those that were compared. */
  readonly #covered = new Set<string>();
  readonly #reviewed: Map<string, string>;
  /** By path. */
  readonly #readings = new Latest<string>();

  constructor(options: ChangedFilesOptions) {
    this.#options = options;
    const { history, files } = options;
    this.#uncovered = new UncoveredTexts(options);
    this.#recorded = new RecordedFiles({ history, decode: (bytes) => files.decode(bytes) });
    this.#baselines = new Baselines({ ...options, recorded: this.#recorded, uncovered: this.#uncovered });
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
          await this.#lookBefore(
            this.#options.store.ids.keyOf(toolUseId),
            tool,
            readObject(input, "tool_input") ?? {},
            readString(input, "cwd"),
          );
        return {};
      },
    };
  }

  /**
   * The hook arrives before the permission request and reports the folder of the process, which a `cd` moves (all
   * versions).
   */
  async #lookBefore(
    toolId: string,
    tool: string,
    input: Readonly<Record<string, unknown>>,
    cwd: string | undefined,
  ): Promise<void> {
    const { store, reduce } = this.#options;
    if (cwd !== undefined) store.noteFolder(toolId, cwd);
    const known = store.record(toolId);
    const base = store.folderOf(toolId);
    // The call's row was created when only the folder of the conversation was known.
    if (known && base !== store.state.folder)
      reduce(startTool(store, { id: toolId, tool: known.tool, thread: known.thread, input, now: undefined }));
    const resolved = withResolvedPath(tool, input, { ...store.paths, version: store.state.cliVersion, base });
    const path = readString(resolved, "file_path") ?? readString(resolved, "notebook_path");
    if (path === undefined) return;
    await this.#uncovered.look(toolId, path);
  }

  /** Review marks to save, by path. */
  get reviewed(): Readonly<Record<string, string>> | undefined {
    return this.#reviewed.size === 0 ? undefined : Object.fromEntries(this.#reviewed);
  }

  /** Id of the first message of the conversation, as far as known. */
  get firstPrompt(): string | undefined {
    return this.#baselines.firstPrompt;
  }

  /** Notes the state of a file at the moment when a call was allowed. */
  note(toolId: string, path: string, before: DiskText | undefined): void {
    this.#uncovered.note(toolId, path, before);
  }

  /** Compares all files again after the conversation was truncated. */
  truncate(): void {
    this.#baselines.truncate();
    background(this.updateAll(), this.#options.logger, "comparing changed files");
  }

  /** Returns the files that calls edited, in the order of their first edit. Leaves out files of `claude` itself. */
  get edited(): readonly string[] {
    return this.#baselines.paths();
  }

  /**
   * Returns the paths that finished calls name since a prompt, or in all loaded items where it is not loaded. Leaves
   * out files of `claude` itself.
   */
  pathsSince(promptId: string): readonly string[] {
    return this.#baselines.pathsSince(promptId);
  }

  /** Returns true for a file that a comparison found in a checkpoint. */
  isCovered(path: string): boolean {
    return this.#covered.has(path);
  }

  /** Returns a test for files of `claude` itself, which do not count as changes for the user. */
  claudesOwn(): (path: string) => boolean {
    return this.#options.store.claudesOwn();
  }

  /**
   * Reads both sides of each file in order, one after the other; since a prompt, or since the beginning. Includes what
   * is not loaded.
   */
  async *readAll(promptId?: string): AsyncGenerator<FileSides> {
    for (const baseline of (await this.#findAll(promptId)).values())
      yield await readSides(baseline, this.#options.files, this.#recorded);
  }

  /**
   * Reads both sides of a file, from before the conversation until now; undefined if the conversation did not change
   * it, or its former state is unknown.
   */
  async read(path: string): Promise<FileSides | undefined> {
    const baseline = (await this.#findAll()).get(path);
    return baseline && readSides(baseline, this.#options.files, this.#recorded);
  }

  /** Returns the texts before and after a call, as far as they are known. */
  readTexts(toolId: string): Promise<CallTexts | undefined> {
    return this.#baselines.readTexts(toolId);
  }

  /**
   * Compares the files of these calls again after their results arrived. Returns undefined where they edited nothing,
   * as most calls do.
   */
  update(toolIds: readonly string[]): Promise<void> | undefined {
    const paths = this.#baselines.pathsOf(toolIds);
    return paths.size > 0 || this.#uncovered.isPending(toolIds) ? this.#update([...paths], toolIds) : undefined;
  }

  async #update(paths: readonly string[], toolIds: readonly string[]): Promise<void> {
    await this.#uncovered.endCalls((ended) => this.#baselines.findCovered(ended), toolIds);
    await this.compare(paths);
  }

  /** Compares every file again. */
  async updateAll(): Promise<void> {
    this.#uncovered.endTurn();
    await this.#uncovered.endCalls((paths) => this.#baselines.findCovered(paths));
    const paths = this.#listed;
    const isListed = new Set(paths);
    for (const path of this.#compared.keys()) if (!isListed.has(path)) this.#compared.delete(path);
    await this.compare(paths);
  }

  /** Marks a file in its current state as reviewed, or removes the mark. */
  async mark(path: string, isReviewed: boolean): Promise<void> {
    if (isReviewed) this.#reviewed.set(path, computeFingerprint(await readNow(this.#options.files, path)));
    else this.#reviewed.delete(path);
    await this.compare([path]);
  }

  /** Compares these files of the conversation with their former states. */
  async compare(paths: readonly string[]): Promise<void> {
    const baselines = await this.#baselines.find(paths);
    const left = [...baselines];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) await this.#compareOne(...next);
    };
    await Promise.all(Array.from({ length: maxComparisons }, work));
    const shown = this.#listed.flatMap((path) => this.#compared.get(path)?.file ?? []);
    if (baselines.size > 0 || this.#options.store.state.changedFiles.length > shown.length)
      this.#options.apply(shown.slice(0, shownFiles));
  }

  /** The edited files, then those that only commands changed. */
  get #listed(): readonly string[] {
    return [...new Set([...this.#baselines.paths(), ...this.#options.byCommands()])];
  }

  /** Finds the former states of all files. Those of commands are known only where a checkpoint covers them. */
  async #findAll(promptId?: string): Promise<ReadonlyMap<string, Baseline>> {
    const { firstPrompt } = this.#baselines;
    const edited = await this.#baselines.findAll(promptId);
    // The list was compared without the first message.
    if (firstPrompt !== this.#baselines.firstPrompt)
      background(this.updateAll(), this.#options.logger, "comparing changed files");
    const others = this.#options.byCommands(promptId).filter((path) => !edited.has(path));
    return new Map([...edited, ...(await this.#baselines.find(others, promptId))]);
  }

  async #compareOne(path: string, baseline: Baseline): Promise<void> {
    if ("recorded" in baseline) this.#covered.add(path);
    else this.#covered.delete(path);
    const reading = this.#readings.begin(path);
    const compared = await this.#getCompared(path, baseline).catch((error: unknown) => {
      this.#options.logger.warn(`could not compare ${path} with its earlier text: ${getErrorMessage(error)}`);
      return this.#compared.get(path);
    });
    if (!reading.isCurrent) return;
    if (compared) this.#compared.set(path, compared);
    else this.#compared.delete(path);
  }

  async #getCompared(path: string, baseline: Baseline): Promise<ComparedFile> {
    const { files, store } = this.#options;
    const now = await readNow(files, path);
    const present = computeFingerprint(now);
    const isReviewed = this.#reviewed.get(path) === present;
    const known = this.#compared.get(path);
    const again = (states: string): ComparedFile | undefined =>
      known?.states === states && now !== null
        ? { states, file: known.file && { ...known.file, isReviewed } }
        : undefined;
    // The checkpoint never changes, so its file is read again only once the file on disk is another one.
    const recorded = "recorded" in baseline ? `${baseline.recorded.point} ${present}` : undefined;
    const unread = recorded === undefined ? undefined : again(recorded);
    if (unread) return unread;
    const { before } = await readSides(baseline, files, this.#recorded, now);
    const states = recorded ?? `${computeFingerprint(before)} ${present}`;
    const isText = before !== null && now !== null;
    const isUnchanged = isText
      ? before?.text === now?.text
      : "recorded" in baseline && (await this.#recorded.isUnchanged(baseline.recorded));
    if (isUnchanged) return { states, file: undefined };
    const shown = escapePath(toRelativePath(path, store.state.folder));
    return again(states) ?? { states, file: { path, shown, ...summarizeChange(before, now), isReviewed } };
  }
}
