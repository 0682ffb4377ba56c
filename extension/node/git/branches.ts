import fs from "node:fs";
import path from "node:path";
import type { Branches } from "../../core/conversation/ports/ports.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { readRegular } from "../storage/regularFiles.ts";
import { findHeadFolder } from "./worktrees.ts";

/** Time in milliseconds that git gets to finish its own operation. */
const gatherMs = 300;

/** Folders that exist during a rebase, which moves HEAD from commit to commit. */
const rebases = ["rebase-merge", "rebase-apply"];

/**
 * Reads the checked-out branch or commit from git's own files, without running git. Also works where the editor's git
 * extension knows no repository.
 */
export class GitBranches implements Branches {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read(folder: string): Promise<string | undefined> {
    try {
      const git = findHeadFolder(folder);
      if (git === undefined || rebases.some((name) => fs.existsSync(path.join(git, name)))) return undefined;
      const head = (await readRegular(path.join(git, "HEAD"))).trim();
      return (
        /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? (/^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, 7) : undefined)
      );
    } catch {
      return undefined;
    }
  }

  watch(folder: string, changed: () => void): Disposable {
    const store = new DisposableStore();
    let waiting: Disposable | undefined;
    store.defer(() => waiting?.dispose());
    try {
      const git = findHeadFolder(folder);
      // Git writes a new file and renames it, so the folder is watched instead of HEAD.
      const watcher = git === undefined ? undefined : fs.watch(git, { persistent: false });
      watcher?.on("change", (_, name) => {
        if (name !== null && name !== "HEAD" && !rebases.includes(name.toString())) return;
        waiting?.dispose();
        waiting = this.#clock.after(gatherMs, changed);
      });
      // Without a working watcher there are no events.
      watcher?.on("error", () => store.dispose());
      store.defer(() => watcher?.close());
    } catch {
      store.dispose();
    }
    return store;
  }
}
