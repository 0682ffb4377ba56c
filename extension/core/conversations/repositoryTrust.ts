import { Emitter } from "../../shared/base/emitter.ts";
import { failures } from "../../shared/base/failure.ts";
import {
  type RepositoryChoice,
  type RepositoryEntry,
  type RepositoryReview,
  repositoryKinds,
} from "../../shared/contract/repository.ts";
import type { Admission } from "../conversation/ports/ports.ts";
import type { FoundEntry, IdentifiedEntry } from "../options/repository/parsedFile.ts";
import { isCut, takeFirst, toEntry } from "./cardEntries.ts";
import { SeenTasks } from "./seenTasks.ts";

/** Number of decisions that are kept. */
const maxKnown = 20_000;

/** The decisions of the user, across windows. */
export interface TrustDecisions {
  /** Ids of entries that the user has seen and decided to start with. */
  readonly known: readonly string[];
  /** Ids of entries that the user left out alone. */
  readonly off: readonly string[];
  /** Folders in which `claude` starts with the user's own configuration only. */
  readonly without: readonly string[];
}

/** Keeps the decisions for all windows. */
export interface TrustStore {
  /** Returns the decisions of all windows: the same object as long as none changed. */
  read(): TrustDecisions;
  /**
   * Replaces the decisions by what `update` returns for the present ones; undefined leaves them. No decision of another
   * window is lost.
   */
  change(update: (now: TrustDecisions) => TrustDecisions | undefined): Promise<void>;
}

export interface RepositoryTrustOptions {
  /** Finds what the repository of a folder, and the workspace's settings for it, bring. Never rejects. */
  readonly scan: (folder: string) => Promise<readonly IdentifiedEntry[]>;
  readonly identify: (entry: FoundEntry) => IdentifiedEntry;
  /** Returns the original of an isolated folder; undefined for other folders. */
  readonly originalOf?: (folder: string) => string | undefined;
  /** Returns further files to which `claude` may write what is meant for a file. */
  readonly alsoWritten?: (file: string) => readonly string[];
  readonly memory: TrustStore;
}

interface ShownReview {
  /** All entries of the scan, and those that the review lists. */
  readonly entries: readonly IdentifiedEntry[];
  readonly listed: readonly IdentifiedEntry[];
  /** The decisions that the review shows. */
  readonly basis: string;
  readonly review: RepositoryReview;
}

const unrestricted: Admission = { origin: "all", refusedServers: [], refusedOwnServers: [] };

/**
 * Decides with which parts of a repository's configuration `claude` starts. Invariants:
 *
 * - No start is admitted while an entry is undecided; each start scans again.
 * - A decision concerns exactly the entries that were listed as a whole; any other, and anything that changed since
 *   then, is undecided.
 * - A decision counts only while the decisions that its card shows are in effect: another window may have changed them
 *   since.
 * - "Start without this configuration" holds for a folder and its copies, regardless of later changes of its
 *   repository.
 */
export class RepositoryTrust {
  readonly #options: RepositoryTrustOptions;
  /** The last review of each folder. */
  readonly #shown = new Map<string, ShownReview>();
  readonly #tasks = new SeenTasks();
  #scans = 0;
  /** The decisions that were read first, or at the last change that was announced. */
  #announced: TrustDecisions | undefined;
  readonly #decided = new Emitter<string | TrustDecisions>(() => {});
  readonly #undecided = new Emitter<string>(() => {});

  constructor(options: RepositoryTrustOptions) {
    this.#options = options;
  }

  /** Fires with the folder after a decision about it; after decisions in other windows with those before. */
  get onDidDecide() {
    return this.#decided.event;
  }

  /** Fires with a folder of which `originIn` found something undecided; `lastReview` has it. */
  get onDidFindUndecided() {
    return this.#undecided.event;
  }

  /** Looks for decisions that other windows took meanwhile. Call when this window gets the focus. */
  lookAgain(): void {
    const before = this.#announced;
    const now = this.#options.memory.read();
    if (before === undefined || before === now) return;
    this.#announced = now;
    this.#decided.fire(before);
  }

  /** Returns whether everything in a folder is decided, and was not, or otherwise, with the decisions `before`. */
  async isDecidedSince(folder: string, before: TrustDecisions): Promise<boolean> {
    const entries = await this.#scan(folder);
    const now = this.#read();
    const isWithout = this.#isWithout(folder, now);
    if (isWithout && this.#isWithout(folder, before)) return false;
    return (
      (isWithout || areAllIn(entries, now.known)) &&
      this.#getBasis(folder, entries, before) !== this.#getBasis(folder, entries, now)
    );
  }

  #read(): TrustDecisions {
    const decisions = this.#options.memory.read();
    this.#announced ??= decisions;
    return decisions;
  }

  /** Admits a start in a folder. Rejects with `repositoryUndecided` while the user must decide. */
  async admit(folder: string): Promise<Admission> {
    const entries = this.startsWithout(folder) ? [] : await this.#scan(folder);
    // The user can have decided meanwhile.
    if (this.startsWithout(folder)) return { ...unrestricted, origin: "user" };
    const { known, off } = this.#read();
    if (!areAllIn(entries, known)) {
      this.#note(folder, entries);
      throw failures.repositoryUndecided();
    }
    const refused = entries.filter(({ id }) => off.includes(id));
    return {
      origin: "all",
      refusedServers: refused.filter(({ isOfTandem }) => !isOfTandem).map(({ name }) => name),
      refusedOwnServers: refused.filter(({ isOfTandem }) => isOfTandem).map(({ name }) => name),
    };
  }

  /** Returns the sources whose settings may apply in a folder now, or that the user has not decided. */
  async originIn(folder: string): Promise<Admission["origin"] | "undecided"> {
    const entries = this.startsWithout(folder) ? [] : await this.#scan(folder);
    if (this.startsWithout(folder)) return "user";
    if (areAllIn(entries, this.#read().known)) return "all";
    this.#note(folder, entries);
    this.#undecided.fire(folder);
    return "undecided";
  }

  /**
   * Returns whether a message can be that of a scheduled task which a folder has, or had since the window opened, and
   * which may not run: the user has not decided about the task, or starts without the configuration of the repository.
   */
  async isRefusedTask(folder: string, message: string): Promise<boolean> {
    const entries = await this.#scan(folder);
    const tasks = this.#tasks.find(folder, message);
    if (tasks.length === 0) return false;
    if (this.startsWithout(folder)) return true;
    const { known } = this.#read();
    if (areAllIn(tasks, known)) return false;
    if (areAllIn(entries, known)) return true;
    this.#note(folder, entries);
    this.#undecided.fire(folder);
    return true;
  }

  /** Looks for tasks in a folder whose files change, so that `isRefusedTask` knows one that goes again. */
  async noteTasks(folder: string): Promise<void> {
    await this.#scan(folder);
  }

  async #scan(folder: string): Promise<readonly IdentifiedEntry[]> {
    const entries = await this.#options.scan(folder);
    this.#tasks.note(folder, entries);
    return entries;
  }

  /** Returns whether the user decided that claude starts in a folder with the user's own configuration only. */
  startsWithout(folder: string): boolean {
    return this.#isWithout(folder, this.#read());
  }

  #isWithout(folder: string, { without }: TrustDecisions): boolean {
    return without.includes(folder) || without.includes(this.#options.originalOf?.(folder) ?? folder);
  }

  /** Returns the last review of a folder, such as the one that stopped a start. */
  lastReview(folder: string): RepositoryReview | undefined {
    return this.#shown.get(folder)?.review;
  }

  /** Scans a folder and returns everything that its repository brings, with the decision in effect. */
  async review(folder: string): Promise<RepositoryReview> {
    return this.#note(folder, await this.#scan(folder));
  }

  /**
   * Remembers a decision about the entries of the last review. `off`: ids of optional entries that the user left out.
   * Resolves to false, without effect, if the review is not the one that the user saw, or if another window decided
   * about its entries since.
   */
  async decide(folder: string, revision: string, choice: RepositoryChoice, off: readonly string[]): Promise<boolean> {
    const shown = this.#shown.get(folder);
    if (shown?.review.revision !== revision) return false;
    const decided = shown.listed.filter((entry) => !isCut(entry));
    const ids = decided.map(({ id }) => id);
    const optional = new Set(decided.filter(({ isOptional }) => isOptional).map(({ id }) => id));
    let isTaken = false;
    await this.#options.memory.change((now) => {
      isTaken = this.#getBasis(folder, shown.listed, now) === shown.basis;
      if (!isTaken) return undefined;
      const others = now.without.filter((each) => each !== folder);
      if (choice === "startWithout") return { ...now, without: [...others, folder] };
      const refused = [...now.off.filter((id) => !ids.includes(id)), ...off.filter((id) => optional.has(id))];
      return { without: others, known: withIds(now.known, ids), off: refused.slice(-maxKnown) };
    });
    if (!isTaken) return false;
    this.#announced = this.#options.memory.read();
    this.#decided.fire(folder);
    return true;
  }

  /** Returns whether the user has seen an entry and decided to start with it, or added it. */
  knows(entry: FoundEntry): boolean {
    return this.#read().known.includes(this.#options.identify(entry).id);
  }

  /** Notes entries that the user is adding, so that no start asks about them. */
  async acknowledge(entries: readonly FoundEntry[]): Promise<void> {
    const { memory, identify, alsoWritten } = this.#options;
    const others = entries.flatMap((entry) =>
      entry.path === undefined ? [] : (alsoWritten?.(entry.path) ?? []).map((path) => ({ ...entry, path })),
    );
    const ids = [...entries, ...others].map((entry) => identify(entry).id);
    if (ids.length > 0) await memory.change((now) => ({ ...now, known: withIds(now.known, ids) }));
  }

  /** Returns the decisions about entries of a folder, as a text to compare. */
  #getBasis(folder: string, entries: readonly IdentifiedEntry[], decisions: TrustDecisions): string {
    const [known, off] = [new Set(decisions.known), new Set(decisions.off)];
    return JSON.stringify([this.#isWithout(folder, decisions), entries.map(({ id }) => [known.has(id), off.has(id)])]);
  }

  #note(folder: string, entries: readonly IdentifiedEntry[]): RepositoryReview {
    const decisions = this.#read();
    const [knownIds, offIds] = [new Set(decisions.known), new Set(decisions.off)];
    const sorted = [...entries].sort((a, b) => repositoryKinds.indexOf(a.kind) - repositoryKinds.indexOf(b.kind));
    // If not all fit, entries that the user has decided about make room for those that are undecided.
    const undecided = sorted.filter(({ id }) => !knownIds.has(id));
    const first = new Set(takeFirst([...undecided, ...sorted.filter(({ id }) => knownIds.has(id))]));
    const listed = sorted.filter((entry) => first.has(entry));
    const shown = listed.map((entry) => toEntry(entry, !knownIds.has(entry.id), offIds.has(entry.id)));
    const left = sorted.length - listed.length;
    const more: RepositoryEntry = {
      id: "more",
      kind: "more",
      name: String(left),
      value: "",
      isNew: undecided.some((entry) => !first.has(entry)),
    };
    const last = this.#shown.get(folder);
    const basis = this.#getBasis(folder, listed, decisions);
    const isSame =
      last !== undefined && areSame(last.entries, sorted) && areSame(last.listed, listed) && last.basis === basis;
    const revision = isSame ? last.review.revision : String(++this.#scans);
    const choice = this.#isWithout(folder, decisions) ? "startWithout" : undecided.length === 0 ? "start" : undefined;
    const review: RepositoryReview = { revision, entries: left > 0 ? [...shown, more] : shown, choice };
    this.#shown.set(folder, { entries: sorted, listed, basis, review });
    return review;
  }
}

/** Returns the newest ids: those of `ids` at the end. */
function withIds(known: readonly string[], ids: readonly string[]): readonly string[] {
  return [...known.filter((id) => !ids.includes(id)), ...ids].slice(-maxKnown);
}

function areSame(one: readonly IdentifiedEntry[], other: readonly IdentifiedEntry[]): boolean {
  return one.length === other.length && one.every(({ id }, at) => id === other[at]?.id);
}

function areAllIn(entries: readonly IdentifiedEntry[], known: readonly string[]): boolean {
  const ids = new Set(known);
  return entries.every(({ id }) => ids.has(id));
}
