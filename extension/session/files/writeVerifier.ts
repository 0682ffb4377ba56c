import { Latest } from "../../base/latest.ts";
import type { Files } from "../ports.ts";
import type { StoreView } from "../reduction.ts";

interface ExpectedText {
  readonly path: string;
  readonly text: string;
  /** The CLI chooses its line ends. */
  readonly hasAnyLineEnds: boolean;
}

export interface WriteVerifierOptions {
  readonly store: StoreView;
  readonly files: Files;
  readonly onMismatch: (mismatch: Mismatch) => void;
}

/** A file is not what the user accepted. */
export interface Mismatch {
  readonly toolId: string;
  readonly subject: string;
  readonly path: string;
  readonly accepted: string;
  readonly written: string | undefined;
}

/** Reads accepted files again when their calls are done: what the user accepted must be what is on disk. */
export class WriteVerifier {
  readonly #options: WriteVerifierOptions;
  /** What allowed calls leave on disk, by tool-use id, until the calls are done. */
  readonly #expected = new Map<string, ExpectedText>();
  /** Paths of allowed calls of which nobody can foretell what they leave, by tool-use id, until they are done. */
  readonly #unknown = new Map<string, string>();
  /** What was accepted and what was written, by path: a reading that others overtook says nothing. */
  readonly #versions = new Latest<string>();

  constructor(options: WriteVerifierOptions) {
    this.#options = options;
  }

  /** A call was allowed that leaves `text` in the file, in line ends of the CLI's own where it has any; undefined when that cannot be foretold. */
  expect(toolId: string, path: string, text: string | undefined, { hasAnyLineEnds = false } = {}): void {
    this.#versions.begin(path);
    if (text === undefined) this.#unknown.set(toolId, path);
    // What another call that nobody can foretell leaves in the file is not in this text.
    else if (![...this.#unknown.values()].includes(path)) this.#expected.set(toolId, { path, text, hasAnyLineEnds });
  }

  /** What an allowed call that is not done yet will leave in a file; undefined for none. */
  awaited(path: string): string | undefined {
    return [...this.#expected.values()].findLast((expected) => expected.path === path)?.text;
  }

  /** No process runs any more that would write what was allowed. */
  forget(): void {
    this.#expected.clear();
    this.#unknown.clear();
  }

  /** Calls have their results. */
  async verify(toolIds: readonly string[]): Promise<void> {
    await Promise.all(toolIds.map((toolId) => this.#verify(toolId)));
  }

  async #verify(toolId: string): Promise<void> {
    const { store, files, onMismatch } = this.#options;
    const record = store.record(toolId);
    const item = record && store.item(record.thread, toolId);
    if (item?.kind !== "tool") return;
    const expected = this.#expected.get(toolId);
    this.#expected.delete(toolId);
    this.#unknown.delete(toolId);
    // A call that a rule allowed changes its file too.
    if (item.path !== undefined) this.#versions.begin(item.path);
    if (!expected || item.state !== "done") return;
    const version = this.#versions.last(expected.path);
    const written = await files.readDisk(expected.path).catch(() => undefined);
    if (version.isCurrent && !this.#isAwaited(expected.path) && !isAs(expected, written?.text))
      onMismatch({ toolId, subject: item.subject, path: expected.path, accepted: expected.text, written: written?.text });
  }

  /** Another call may be writing the file, allowed by the user or by a rule. */
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
