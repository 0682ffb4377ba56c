import { Latest } from "../../../shared/base/latest.ts";
import type { Files } from "../ports/ports.ts";
import type { StoreView } from "../reduce/reduction.ts";
import { isWithin } from "../tools/toolPath.ts";

interface ExpectedText {
  readonly path: string;
  readonly text: string;
  /** True if `claude` chooses the line ends. */
  readonly hasAnyLineEnds: boolean;
  /** True if the user saved the file since the call was allowed: what is on disk may be the user's. */
  readonly isSavedByUser?: boolean;
}

export interface WriteVerifierOptions {
  readonly store: StoreView;
  readonly files: Files;
  readonly onMismatch: (mismatch: Mismatch) => void;
}

/** A difference between a file and the text that the user accepted. */
export interface Mismatch {
  readonly toolId: string;
  readonly subject: string;
  readonly path: string;
  readonly accepted: string;
  readonly written: string | undefined;
}

/** Reads accepted files again when their calls are done: the text on disk must be the text that the user accepted. */
export class WriteVerifier {
  readonly #options: WriteVerifierOptions;
  /** Texts that allowed calls will leave on disk, by tool-use id, until the calls are done. */
  readonly #expected = new Map<string, ExpectedText>();
  /** Paths of allowed calls whose result is not predictable, by tool-use id, until the calls are done. */
  readonly #unknown = new Map<string, string>();
  /** Accepted and written versions, by path: a reading that a newer one overtook is stale. */
  readonly #versions = new Latest<string>();

  constructor(options: WriteVerifierOptions) {
    this.#options = options;
  }

  /**
   * Expects `text` in the file after an allowed call; undefined if the result is not predictable. `hasAnyLineEnds`:
   * `claude` chooses the line ends.
   */
  expect(toolId: string, path: string, text: string | undefined, { hasAnyLineEnds = false } = {}): void {
    this.#versions.begin(path);
    if (text === undefined) this.#unknown.set(toolId, path);
    // If another call with an unpredictable result edits the same file, this text lacks that result.
    else if (![...this.#unknown.values()].includes(path)) this.#expected.set(toolId, { path, text, hasAnyLineEnds });
  }

  /** Returns the text that a pending allowed call will leave in a file; undefined if there is none. */
  awaited(path: string): string | undefined {
    return [...this.#expected.values()].findLast((expected) => expected.path === path)?.text;
  }

  /** Notes that the user saved a file in an editor. Its text then is the user's own decision, and no mismatch. */
  noteSave(path: string): void {
    const { isWindows } = this.#options.store.paths;
    // Editors on Windows write the letter of a drive in their own way.
    const isSame = (other: string): boolean => isWithin(other, path, isWindows) && isWithin(path, other, isWindows);
    for (const [toolId, expected] of this.#expected)
      if (isSame(expected.path)) this.#expected.set(toolId, { ...expected, isSavedByUser: true });
    // Also for a file that is being read.
    this.#versions.begin(path);
  }

  /** Forgets expected texts, because no process runs anymore that would write them. */
  forget(): void {
    this.#expected.clear();
    this.#unknown.clear();
  }

  /**
   * Verifies the file of a call whose result arrived. Returns undefined where there is nothing to read, as after most
   * calls.
   */
  verify(toolId: string): Promise<void> | undefined {
    const { store } = this.#options;
    const record = store.record(toolId);
    const item = record && store.item(record.thread, toolId);
    if (item?.kind !== "tool") return undefined;
    const expected = this.#expected.get(toolId);
    this.#expected.delete(toolId);
    this.#unknown.delete(toolId);
    // A call that a rule allowed changes its file too.
    if (item.path !== undefined) this.#versions.supersede(item.path);
    return expected && !expected.isSavedByUser && item.state === "done"
      ? this.#compare(toolId, item.subject, expected)
      : undefined;
  }

  async #compare(toolId: string, subject: string, expected: ExpectedText): Promise<void> {
    const { files, onMismatch } = this.#options;
    const version = this.#versions.last(expected.path);
    const written = await files.readDisk(expected.path).catch(() => undefined);
    if (version.isCurrent && !this.#isAwaited(expected.path) && !isAs(expected, written?.text))
      onMismatch({ toolId, subject, path: expected.path, accepted: expected.text, written: written?.text });
  }

  /** Returns whether another call may be writing the file, allowed by the user or by a rule. */
  #isAwaited(path: string): boolean {
    return (
      [...this.#expected.values()].some((expected) => expected.path === path) ||
      this.#options.store.unsettled().some(({ item }) => item.kind === "tool" && item.path === path)
    );
  }
}

function isAs({ text, hasAnyLineEnds }: ExpectedText, written: string | undefined): boolean {
  return hasAnyLineEnds ? written?.replaceAll("\r", "") === text.replaceAll("\r", "") : written === text;
}
