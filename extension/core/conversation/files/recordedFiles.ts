import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import { maxProposalLength } from "../../review/proposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import { type FileHistory, isCovering, type RecordedFile } from "../ports/fileHistory.ts";
import { isSameContent } from "./textBytes.ts";

/** Maximum number of bytes of a file that is compared as text, and of one that is only compared. */
const maxReadBytes = 3 * maxProposalLength;
const maxComparedBytes = 64 * 1024 * 1024;

/** A file before the conversation or one of its messages, as a checkpoint has it. */
export interface RecordedBaseline {
  readonly path: string;
  readonly point: CheckpointId;
  /** False if the file did not exist. */
  readonly isFile: boolean;
}

export interface RecordedFilesOptions {
  /** Returns the recorded states of the files; undefined where none are recorded. */
  readonly history: () => FileHistory | undefined;
  /** Returns the text of bytes as `claude` reads them. Throws for bytes that are not text. */
  readonly decode: (bytes: Uint8Array) => DiskText;
}

interface RecordedPoint {
  readonly id: CheckpointId;
  readonly files: Map<string, RecordedFile>;
}

/**
 * Files before messages, from the checkpoints of these. Everything that shows, counts or reverts a change of a covered
 * file takes its former state from here. Keeps no contents, and takes no snapshot.
 */
export class RecordedFiles {
  readonly #options: RecordedFilesOptions;
  /** By message; undefined for one without a checkpoint, until another one is taken. */
  readonly #points = new Map<string, RecordedPoint | undefined>();
  #followed: FileHistory | undefined;

  constructor(options: RecordedFilesOptions) {
    this.#options = options;
  }

  /** True if states of files are recorded at all. */
  get isRecording(): boolean {
    return this.#options.history() !== undefined;
  }

  /** Returns the files that the checkpoint before a message covers, by path. Never rejects. */
  async find(prompt: string | undefined, paths: readonly string[]): Promise<ReadonlyMap<string, RecordedBaseline>> {
    const history = this.#follow();
    if (!history || prompt === undefined || paths.length === 0) return new Map();
    try {
      const point = await this.#findPoint(history, prompt);
      const unknown = point ? paths.filter((path) => !point.files.has(path)) : [];
      if (point && unknown.length > 0)
        for (const [path, file] of await history.find(point.id, unknown)) point.files.set(path, file);
      return new Map(
        paths.flatMap((path) => {
          const file = point?.files.get(path);
          return !point || file === undefined || file === "uncovered"
            ? []
            : [[path, { path, point: point.id, isFile: file === "file" }] as const];
        }),
      );
    } catch {
      // The checkpoint may be gone.
      this.#points.delete(prompt);
      return new Map();
    }
  }

  /**
   * Reads the text of a file then; undefined if it did not exist, null if it is not text. Rejects if the checkpoint no
   * longer exists.
   */
  async read({ path, point, isFile }: RecordedBaseline): Promise<DiskText | undefined | null> {
    if (!isFile) return undefined;
    const bytes = await this.#options.history()?.read(point, path, maxReadBytes);
    if (!bytes || bytes === "tooLarge") return null;
    try {
      return this.#options.decode(bytes);
    } catch {
      return null;
    }
  }

  /** Returns whether a file that is not text has now the content that it had then. */
  async isUnchanged({ path, point }: RecordedBaseline): Promise<boolean> {
    const history = this.#options.history();
    const [before, now] = await Promise.all([
      history?.read(point, path, maxComparedBytes),
      history?.read("disk", path, maxComparedBytes),
    ]);
    return before !== "tooLarge" && now !== "tooLarge" && isSameContent(before, now);
  }

  async #findPoint(history: FileHistory, prompt: string): Promise<RecordedPoint | undefined> {
    if (this.#points.has(prompt)) return this.#points.get(prompt);
    const found = await history.before(prompt);
    const point = found && isCovering(found) ? { id: found.id, files: new Map() } : undefined;
    this.#points.set(prompt, point);
    return point;
  }

  #follow(): FileHistory | undefined {
    const history = this.#options.history();
    if (history && history !== this.#followed) {
      this.#followed = history;
      history.onDidChange((taken) => {
        for (const [prompt, point] of this.#points)
          if (taken?.cause.kind === "message" && !point) this.#points.delete(prompt);
      });
    }
    return history;
  }
}
