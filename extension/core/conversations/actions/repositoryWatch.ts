import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { Conversations } from "../conversations.ts";
import type { RepositoryTrust } from "../repositoryTrust.ts";

/** Time in ms without a further change after which a folder is scanned again: a pull changes many files at once. */
const quietMs = 1_000;
const subject = "looking at what a repository brings";

/** Reports of files from which `claude` takes configuration. */
export interface RepositoryReports extends Disposable {
  /** False while the workspace silences some of them. */
  readonly isWhole: () => boolean;
}

export interface RepositoryWatchOptions {
  readonly conversations: Conversations;
  readonly trust: Pick<RepositoryTrust, "originIn" | "noteTasks">;
  /** Calls the listener when a file of the folder changes from which `claude` takes configuration. */
  readonly watch: (folder: string, listener: () => void) => RepositoryReports;
  readonly clock: Clock;
}

/**
 * Looks again at what the repositories of running conversations bring: when their files change, and with each message
 * where the workspace silences the reports about files.
 */
export class RepositoryWatch implements Disposable {
  readonly #options: RepositoryWatchOptions;
  readonly #store = new DisposableStore();
  readonly #watched = new Map<string, RepositoryReports>();
  readonly #timers = new Map<string, Disposable>();

  constructor(options: RepositoryWatchOptions) {
    this.#options = options;
    const { conversations } = options;
    this.#store.add(
      conversations.changes.onDidChangeState(["status", "folder"], ({ id, changes }) => {
        this.#follow();
        const folder = conversations.get(id)?.conversation.state.folder ?? "";
        const begins = changes.some((change) => change.kind === "state" && change.set.status === "working");
        if (begins && this.#watched.get(folder)?.isWhole() === false) this.#look(folder);
      }),
    );
    this.#store.add(conversations.onDidChangeList(() => this.#follow()));
  }

  /** Watches exactly the folders in which a process runs. */
  #follow(): void {
    const { conversations, watch } = this.#options;
    const running = new Set(
      conversations.all.flatMap(({ hasProcess, conversation }) => (hasProcess ? [conversation.state.folder] : [])),
    );
    for (const [folder, watcher] of this.#watched) {
      if (running.has(folder)) continue;
      watcher.dispose();
      this.#watched.delete(folder);
      this.#timers.get(folder)?.dispose();
      this.#timers.delete(folder);
    }
    for (const folder of running)
      if (folder !== "" && !this.#watched.has(folder))
        this.#watched.set(
          folder,
          watch(folder, () => this.#lookSoon(folder)),
        );
  }

  #lookSoon(folder: string): void {
    const { clock, conversations, trust } = this.#options;
    const timer = this.#timers.get(folder);
    // `claude` runs a new task within half a second (2.1.329, 2.1.332).
    if (!timer) conversations.inBackground(trust.noteTasks(folder), subject);
    timer?.dispose();
    this.#timers.set(
      folder,
      clock.after(quietMs, () => this.#look(folder)),
    );
  }

  #look(folder: string): void {
    this.#timers.get(folder)?.dispose();
    this.#timers.delete(folder);
    const { conversations, trust } = this.#options;
    conversations.inBackground(trust.originIn(folder), subject);
  }

  dispose(): void {
    this.#store.dispose();
    for (const each of [...this.#watched.values(), ...this.#timers.values()]) each.dispose();
  }
}
