import { maxProposalLength } from "../../review/proposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { Files, TextStore } from "../ports/ports.ts";
import type { FileBefore } from "./fileBefore.ts";
import { keepText } from "./keepText.ts";

export interface UncoveredTextsOptions {
  readonly files: Pick<Files, "readDisk">;
  /** Keeps texts outside of memory. */
  readonly texts?: TextStore | undefined;
}

/**
 * The texts of files before calls, for files that no checkpoint covers. Each file is read before its call runs; once
 * the call has ended, the text is kept only if no checkpoint has it.
 */
export class UncoveredTexts {
  readonly #options: UncoveredTextsOptions;
  /** Files before calls without a result, by tool-use id. */
  readonly #pending = new Map<string, FileBefore>();
  /** Files before calls that ended, by tool-use id. */
  readonly #kept = new Map<string, FileBefore>();
  /** The first known state of each file, also of calls that are no longer loaded. */
  readonly #first = new Map<string, FileBefore>();
  /** Paths that were read since the turn began; later states in the same turn are not needed. */
  readonly #looked = new Set<string>();

  constructor(options: UncoveredTextsOptions) {
    this.#options = options;
  }

  /** Returns the file before a call, if it was read. */
  get(toolId: string): FileBefore | undefined {
    return this.#pending.get(toolId) ?? this.#kept.get(toolId);
  }

  /** Returns the first known state of a file. */
  first(path: string): FileBefore | undefined {
    return this.#first.get(path);
  }

  /** Reads a file before a call, unless the turn has read it before. */
  async look(toolId: string, path: string): Promise<void> {
    if (this.#looked.has(path)) return;
    const before = await this.#options.files.readDisk(path).catch(() => null);
    // Skips files that are not text, which have no diff, and files that are too long for a readable diff.
    if (before !== null && (before?.text.length ?? 0) <= maxProposalLength) this.note(toolId, path, before);
  }

  /** Notes a file as it is before a call. */
  note(toolId: string, path: string, before: DiskText | undefined): void {
    this.#looked.add(path);
    this.#pending.set(toolId, { path, before, isExact: true, isSeen: true });
  }

  /** Returns true if one of these calls has a text about which `endCalls` decides. */
  isPending(toolIds: readonly string[]): boolean {
    return toolIds.some((id) => this.#pending.has(id));
  }

  /**
   * Ends calls: drops the texts of files that a checkpoint covers, and keeps the others. Without ids, all calls end.
   */
  async endCalls(
    findCovered: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
    toolIds?: readonly string[],
  ): Promise<void> {
    const ended = [...this.#pending].filter(([id]) => toolIds?.includes(id) ?? true);
    if (ended.length === 0) return;
    const covered = await findCovered([...new Set(ended.map(([, { path }]) => path))]);
    for (const [id, file] of ended) {
      this.#pending.delete(id);
      if (!covered.has(file.path)) this.#keep(id, file);
    }
  }

  /** Begins another turn, which reads files again. */
  endTurn(): void {
    this.#looked.clear();
  }

  /** Forgets the first states after the conversation was truncated. */
  truncate(): void {
    this.#first.clear();
  }

  #keep(toolId: string, { before, ...rest }: FileBefore): void {
    const file = { ...rest, before: before && keepText(before, this.#options.texts) };
    if (!this.#first.has(file.path)) this.#first.set(file.path, file);
    this.#kept.set(toolId, file);
  }
}
