import { mainThread } from "../../../shared/contract/ids.ts";
import { applyEdit } from "../../review/proposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { TextStore } from "../ports/ports.ts";
import { getEdit } from "../tools/describeCall.ts";
import { getExecutedInput } from "../tools/editDetails.ts";
import { getWriteRules } from "../tools/versionRules.ts";
import type { PartsReader } from "../transcript/earlierParts.ts";
import type { Transcript } from "../transcript/transcript.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { type CallTexts, computeCallTexts } from "./callTexts.ts";
import { EditingCalls } from "./editingCalls.ts";
import type { Baseline } from "./fileSides.ts";
import type { RecordedFiles } from "./recordedFiles.ts";
import {
  type EarlierFiles,
  findTouchedFiles,
  getFileBefore,
  isCallDone,
  joinTouchedFiles,
  type PartCalls,
  readEarlierFiles,
  type TouchedFiles,
} from "./touchedFiles.ts";
import type { UncoveredTexts } from "./uncoveredTexts.ts";

export interface BaselinesOptions {
  readonly store: ConversationStore;
  readonly recorded: RecordedFiles;
  readonly uncovered: UncoveredTexts;
  readonly texts?: TextStore | undefined;
  /** The items that are not loaded; their changes are known as far as they were observed since, or read. */
  readonly earlier: PartsReader & Pick<Transcript, "prompts" | "calls">;
  /** The first message of the conversation, where an earlier extension host knew it. */
  readonly firstPrompt: string | undefined;
}

/**
 * The files that calls of a conversation edited, and one former state for each: that of the checkpoint before the
 * conversation, else that of the checkpoint before the message of its first edit, else the text before its first call.
 */
export class Baselines {
  readonly #options: BaselinesOptions;
  readonly #calls: EditingCalls;
  #first: string | undefined;
  /** Files that were edited before the loaded items, once they were read. */
  #earlier: EarlierFiles | undefined;
  /** Edited files of items that may not be loaded any more. */
  readonly #edited = new Set<string>();

  constructor(options: BaselinesOptions) {
    this.#options = options;
    this.#calls = new EditingCalls(options.store);
    this.#first = options.firstPrompt;
  }

  /** Id of the first message, as far as known without reading what is not loaded. */
  get firstPrompt(): string | undefined {
    const { earlier, store } = this.#options;
    if (!earlier.hasOlder)
      this.#first = store.timeline.items().find(({ kind }) => kind === "prompt")?.id ?? this.#first;
    return this.#first;
  }

  /**
   * Returns the files that calls edited, in the order of their first edit; since a prompt, or since the beginning.
   * Leaves out files of `claude` itself.
   */
  paths(promptId?: string): readonly string[] {
    const isClaudesOwn = this.#options.store.claudesOwn();
    const done = [...this.#touched(promptId)].flatMap(([path, { isDone }]) =>
      isDone && !isClaudesOwn(path) ? [path] : [],
    );
    if (promptId === undefined) for (const path of done) this.#edited.add(path);
    return done;
  }

  /**
   * Returns the paths that finished calls name since a prompt, or in all loaded items where it is not loaded. Leaves
   * out files of `claude` itself.
   */
  pathsSince(promptId: string): readonly string[] {
    const { store } = this.#options;
    const isClaudesOwn = store.claudesOwn();
    const ids = this.#calls.since(store.item(mainThread, promptId) ? promptId : undefined);
    const paths = new Set(ids.flatMap((id) => (isCallDone(store, id) ? (this.#calls.pathOf(id) ?? []) : [])));
    return [...paths].filter((path) => !isClaudesOwn(path));
  }

  /** Returns the files that these calls edited. */
  pathsOf(toolIds: readonly string[]): ReadonlySet<string> {
    const { store } = this.#options;
    return new Set(
      toolIds.flatMap((id) =>
        this.#calls.pathOf(id) !== undefined && isCallDone(store, id) ? (this.#calls.pathOf(id) ?? []) : [],
      ),
    );
  }

  /**
   * Returns the former states of files, by path, as far as they are known. `edits`: edits of items that are not loaded,
   * besides. Never rejects.
   */
  async find(
    paths: readonly string[],
    promptId?: string,
    edits: TouchedFiles = this.#touched(promptId),
  ): Promise<ReadonlyMap<string, Baseline>> {
    const { recorded } = this.#options;
    const found = new Map<string, Baseline>(
      [...(await recorded.find(promptId ?? this.firstPrompt, paths))].map(([path, file]) => [path, { recorded: file }]),
    );
    const byPrompt = new Map<string, string[]>();
    const missing = new Set(paths.filter((path) => !found.has(path)));
    for (const [path, prompt] of this.#findFirstEdits(missing, promptId))
      byPrompt.set(prompt, [...(byPrompt.get(prompt) ?? []), path]);
    for (const [prompt, edited] of byPrompt)
      for (const [path, file] of await recorded.find(prompt, edited)) found.set(path, { recorded: file });
    for (const path of missing) {
      const kept = edits.get(path);
      if (!found.has(path) && kept?.isDone && kept.before) found.set(path, { kept: kept.before });
    }
    return found;
  }

  /** Returns those of the paths that a checkpoint covers. Never rejects. */
  async findCovered(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.find(paths, undefined, new Map());
    return new Set([...found].flatMap(([path, baseline]) => ("recorded" in baseline ? [path] : [])));
  }

  /**
   * Like `find` for the edited files, with what is not loaded, which is read from disk. Without a prompt, `paths` has
   * it as well afterwards.
   */
  async findAll(promptId?: string): Promise<ReadonlyMap<string, Baseline>> {
    const { earlier, store, texts, uncovered } = this.#options;
    if (promptId === undefined && this.firstPrompt === undefined)
      this.#first = await earlier.prompts.findFirst().catch(() => undefined);
    const isLoaded = !earlier.hasOlder || (promptId !== undefined && store.item(mainThread, promptId) !== undefined);
    if (isLoaded || (promptId === undefined && this.#earlier?.releases === earlier.releases))
      return this.find(this.paths(promptId), promptId);
    const read = await readEarlierFiles(earlier, {
      promptId,
      looked: uncovered,
      texts,
      findCovered: (paths) => this.findCovered(paths),
    });
    if (promptId === undefined) {
      this.#earlier = read;
      return this.find(this.paths());
    }
    if (!read.isFound) return new Map();
    const edits = joinTouchedFiles(read.files, findTouchedFiles(this.#part));
    const isClaudesOwn = store.claudesOwn();
    const paths = [...edits].flatMap(([path, { isDone }]) => (isDone && !isClaudesOwn(path) ? [path] : []));
    return this.find(paths, promptId, edits);
  }

  /** Returns the texts before and after a call, as far as they are known. */
  async readTexts(toolId: string): Promise<CallTexts | undefined> {
    const { earlier, store: loaded, uncovered } = this.#options;
    const store = earlier.calls.storeOf(toolId);
    const record = store?.record(toolId);
    if (!store || !record) return undefined;
    const part = { store, calls: new EditingCalls(store), looked: uncovered };
    const known = getFileBefore(part, toolId) ?? (await this.#replay(part, toolId).catch(() => undefined));
    return computeCallTexts(record, known, loaded.state.cliVersion);
  }

  /** Drops the states of items that were truncated. */
  truncate(): void {
    this.#edited.clear();
    this.#options.uncovered.truncate();
  }

  /**
   * Repeats the edits of a file since its checkpoint, up to a call; undefined if that has no text, or an edit does not
   * fit.
   */
  async #replay(
    { store, calls }: PartCalls,
    toolId: string,
  ): Promise<{ readonly before: DiskText | undefined } | undefined> {
    const { recorded } = this.#options;
    const path = calls.pathOf(toolId);
    const prompt = calls.promptsOf(new Set([toolId])).get(toolId);
    const baseline = path === undefined ? undefined : (await recorded.find(prompt, [path])).get(path);
    let before = baseline && (await recorded.read(baseline));
    if (!baseline || before === null) return undefined;
    for (const id of calls.since(prompt)) {
      if (id === toolId) return { before };
      const record = calls.pathOf(id) === path && isCallDone(store, id) ? store.record(id) : undefined;
      if (!record) continue;
      const edit = getEdit(record.tool, getExecutedInput(record));
      const after: string | undefined | object =
        edit && applyEdit(edit, before, getWriteRules(this.#options.store.state.cliVersion));
      if (typeof after !== "string") return undefined;
      before = { text: after, isUtf16: before?.isUtf16 ?? false };
    }
    return undefined;
  }

  get #part(): PartCalls {
    return { store: this.#options.store, calls: this.#calls, looked: this.#options.uncovered };
  }

  #touched(promptId?: string): TouchedFiles {
    const { earlier, uncovered } = this.#options;
    const files = findTouchedFiles(this.#part, promptId);
    if (promptId !== undefined || !earlier.hasOlder) return files;
    if (this.#earlier?.releases === earlier.releases) return joinTouchedFiles(this.#earlier.files, files);
    // Earlier items are not loaded, so the first known state is the nearest to the beginning.
    const unloaded = [...this.#edited]
      .filter((path) => !files.has(path))
      .map((path) => [path, { before: uncovered.first(path), isDone: true }] as const);
    return new Map([
      ...unloaded,
      ...[...files].map(([path, file]) => [path, { ...file, before: uncovered.first(path) ?? file.before }] as const),
    ]);
  }

  /** Returns the message of the first loaded call that edits each of these files, by path. */
  #findFirstEdits(paths: ReadonlySet<string>, promptId: string | undefined): ReadonlyMap<string, string> {
    if (paths.size === 0 || !this.#options.recorded.isRecording) return new Map();
    const first = new Map<string, string>();
    for (const id of this.#calls.since(promptId)) {
      const path = this.#calls.pathOf(id);
      if (path !== undefined && paths.has(path) && !first.has(path)) first.set(path, id);
    }
    const prompts = first.size === 0 ? new Map<string, string>() : this.#calls.promptsOf(new Set(first.values()));
    return new Map(
      [...first].flatMap(([path, id]) => (prompts.has(id) ? [[path, prompts.get(id) ?? ""] as const] : [])),
    );
  }
}
