import type {
  Comparison,
  DeletedFile,
  FileHistory,
  FileState,
  RecordedFile,
  RestoreResult,
  RestoreStep,
} from "../../extension/core/conversation/ports/fileHistory.ts";
import type {
  Checkpoint,
  CheckpointCause,
  CheckpointId,
  FileDifference,
  UncoveredFile,
} from "../../extension/shared/contract/changes/checkpoints.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A file history in memory: the folder is a map of path to text, a snapshot a copy of it. */
export class MemoryFileHistory implements FileHistory {
  /** The folder. */
  readonly files: Map<string, string>;
  readonly folder: string;
  readonly checkpoints: Checkpoint[] = [];
  readonly #snapshots = new Map<CheckpointId, ReadonlyMap<string, string>>();
  readonly #listeners = new Set<(taken?: Checkpoint) => void>();
  /** Paths that someone other than the conversation changed. */
  readonly others = new Set<string>();
  /** Number of folders that differ by themselves, until the next restore. */
  differingFolders: number | undefined;
  /** Paths that no checkpoint covers. */
  readonly leftOut = new Set<string>();
  /** The outcome of the next restores, in place of carrying them out. */
  refusal: Exclude<RestoreResult, { readonly kind: "done" }> | undefined;
  /** Number of snapshots that were taken. */
  get taken(): number {
    return this.#time;
  }
  /**
   * Called before each call, and before each step of a restore. If it never settles, all ends there, as with the end of
   * the extension host.
   */
  onStep: (step: string) => Promise<void> | void = () => {};
  /** Restore that is under way: the journal. */
  #journal:
    | {
        readonly steps: readonly RestoreStep[];
        readonly target: ReadonlyMap<string, string>;
        readonly before: ReadonlyMap<string, string>;
      }
    | undefined;
  /** The reason why new checkpoints cover nothing. */
  uncovered: "noGit" | undefined;
  #time = 0;

  constructor(files: Map<string, string> = new Map(), folder = "/w") {
    this.files = files;
    this.folder = folder;
  }

  async list(): Promise<readonly Checkpoint[]> {
    await this.onStep("list");
    return [...this.checkpoints];
  }

  get isFollowingCalls(): boolean {
    return this.uncovered === undefined;
  }

  onDidChange(listener: (taken?: Checkpoint) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async before(prompt: string): Promise<Checkpoint | undefined> {
    return this.checkpoints.find(({ cause }) => cause.kind === "message" && cause.prompt === prompt);
  }

  async take(cause: CheckpointCause): Promise<Checkpoint> {
    await this.onStep("take");
    return this.#take(cause);
  }

  #take(cause: CheckpointCause): Checkpoint {
    const id = `c${this.#time + 1}` as CheckpointId;
    const { folder, uncovered } = this;
    const checkpoint: Checkpoint = {
      id,
      at: ++this.#time,
      cause,
      folders: [uncovered === undefined ? { folder, snapshot: id } : { folder, uncovered }],
    };
    // A checkpoint that covers nothing leaves no record.
    if (uncovered === undefined) this.checkpoints.push(checkpoint);
    this.#snapshots.set(id, new Map(this.files));
    if (cause.kind !== "preview") for (const listener of this.#listeners) listener(checkpoint);
    return checkpoint;
  }

  async compare(from: FileState, to: FileState): Promise<Comparison> {
    await this.onStep("compare");
    const [before, after] = [this.#state(from), this.#state(to)];
    const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
    const differences = paths.flatMap((path): FileDifference[] => {
      const [one, other] = [before.get(path), after.get(path)];
      if (one === other) return [];
      const kind = one === undefined ? "added" : other === undefined ? "removed" : "changed";
      const from = kind === "added" ? paths.find((each) => before.get(each) === other && !after.has(each)) : undefined;
      return [
        {
          path,
          folder: this.folder,
          kind,
          lines: { added: 1, removed: 1 },
          ...(from === undefined ? {} : { movedFrom: from }),
        },
      ];
    });
    return { differences, uncovered: [], folders: this.differingFolders };
  }

  async changedByOthers(): Promise<ReadonlySet<string>> {
    return new Set(this.others);
  }

  async findVersions(path: string): Promise<ReadonlyMap<CheckpointId, string | undefined>> {
    return new Map(this.checkpoints.map(({ id }) => [id, this.#snapshots.get(id)?.get(path)]));
  }

  async findUncovered(_id: CheckpointId, paths: readonly string[]): Promise<readonly UncoveredFile[]> {
    return paths.filter((path) => !path.startsWith(`${this.folder}/`)).map((path) => ({ path, reason: "outside" }));
  }

  async changedInBackground(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  async findDeleted(): Promise<readonly DeletedFile[]> {
    return [];
  }

  async find(id: CheckpointId, paths: readonly string[]): Promise<ReadonlyMap<string, RecordedFile>> {
    const state = this.#state(id);
    const find = (path: string): RecordedFile => {
      if (!path.startsWith(`${this.folder}/`) || this.leftOut.has(path)) return "uncovered";
      return state.has(path) ? "file" : "none";
    };
    return new Map(paths.map((path) => [path, find(path)]));
  }

  async read(
    state: FileState,
    path: string,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<Uint8Array | "tooLarge" | undefined> {
    const text = this.#state(state).get(path);
    if (text === undefined) return undefined;
    const bytes = encoder.encode(text);
    return bytes.length > maxBytes ? "tooLarge" : bytes;
  }

  async readAll(
    id: CheckpointId,
    paths: readonly string[],
    maxBytes: number,
  ): Promise<ReadonlyMap<string, Uint8Array | "tooLarge">> {
    const all = await Promise.all(paths.map(async (path) => [path, await this.read(id, path, maxBytes)] as const));
    return new Map(all.flatMap(([path, content]) => (content === undefined ? [] : [[path, content] as const])));
  }

  async restore(
    to: CheckpointId,
    steps: readonly RestoreStep[],
    expected: CheckpointId,
    undo: CheckpointCause,
  ): Promise<RestoreResult> {
    await this.onStep("restore");
    if (this.refusal) return this.refusal;
    const [target, planned] = [this.#state(to), this.#state(expected)];
    for (const { path } of steps)
      if (this.files.get(path) !== planned.get(path))
        return { kind: "refused", path, reason: "changed", message: "changed" };
    const taken = this.#take(undo);
    // The end of the extension host can come before the journal is written.
    await this.onStep("journal");
    this.differingFolders = undefined;
    this.#journal = { steps, target, before: new Map(this.files) };
    for (const step of steps) {
      await this.onStep(step.path);
      this.#write(step.path, step.kind === "write" ? decoder.decode(step.content) : target.get(step.path));
    }
    await this.onStep("restored");
    this.#journal = undefined;
    return { kind: "done", undo: taken, different: [] };
  }

  async cancel(ids: readonly CheckpointId[]): Promise<void> {
    await this.onStep("cancel");
    for (const checkpoint of this.checkpoints.filter(({ id }) => ids.includes(id)))
      this.checkpoints.splice(this.checkpoints.indexOf(checkpoint), 1);
  }

  /** Finishes a restore that ended in the middle, or takes it back. */
  recover(isFinished: boolean): void {
    const { steps, target, before } = this.#journal ?? { steps: [], target: new Map(), before: new Map() };
    this.#journal = undefined;
    for (const step of steps) {
      const text =
        isFinished && step.kind === "write"
          ? decoder.decode(step.content)
          : (isFinished ? target : before).get(step.path);
      this.#write(step.path, text);
    }
  }

  #write(path: string, text: string | undefined): void {
    if (text === undefined) this.files.delete(path);
    else this.files.set(path, text);
  }

  #state(state: FileState): ReadonlyMap<string, string> {
    const found = state === "disk" ? this.files : this.#snapshots.get(state);
    if (!found) throw new Error(`no checkpoint ${state}`);
    return found;
  }
}
