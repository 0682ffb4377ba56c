import type { WatchMessage } from "./deathWatch.ts";
import { type ProcessSystem, thisSystem } from "./processSystem.ts";
import type { ListedProcess } from "./processTools.ts";
import { collectTree } from "./processTree.ts";
import {
  endListed,
  endMarked,
  endTree,
  getProcessState,
  identifyProcess,
  listProcesses,
  type ProcessIdentity,
} from "./runningProcess.ts";

interface WatchedProcess {
  readonly pid: number;
  readonly mark: string;
  /** Read when the message arrives, while the id certainly belongs to this process. */
  readonly identity: Promise<ProcessIdentity | undefined>;
}

/**
 * Time in milliseconds before SIGTERM, and then before SIGKILL. `claude` sees its own stdin end and may end on its own
 * first, with a complete transcript.
 */
const graceMs = 1_000;
const termMs = 2_000;

/** The processes of an extension host that its watch process knows. */
export class WatchedProcesses {
  readonly #system: ProcessSystem;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #watched = new Map<number, WatchedProcess>();

  constructor(
    system = thisSystem,
    wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms)),
  ) {
    this.#system = system;
    this.#wait = wait;
  }

  /** Reads a line from the extension host. Ignores a line that is cut because the host died while writing it. */
  read(line: string): void {
    let message: WatchMessage;
    try {
      message = JSON.parse(line) as WatchMessage;
    } catch {
      return;
    }
    const { pid } = message;
    if (message.kind === "forget") this.#watched.delete(pid);
    else this.#watched.set(pid, { pid, mark: message.mark, identity: identifyProcess(pid, this.#system) });
  }

  /** Ends all watched processes with all that they started; call it when the extension host is gone. Never rejects. */
  async endAll(): Promise<void> {
    if (this.#watched.size === 0) return;
    const end = this.#system.platform === "linux" ? this.#endByProc() : this.#endByList();
    await end.catch(() => {});
  }

  async #endByProc(): Promise<void> {
    for (const [ms, signal] of [[graceMs, "SIGTERM"] as const, [termMs, "SIGKILL"] as const]) {
      await this.#wait(ms);
      for (const { pid, mark, identity } of this.#watched.values()) {
        const known = await identity;
        // Another process may have the id by now. The processes that this one started are found by its mark.
        if (known && (await getProcessState(known, this.#system)) === "running")
          await endTree(pid, mark, signal, this.#system);
        else await endMarked(mark, signal, this.#system);
      }
    }
  }

  /**
   * Ends processes on systems that find descendants only by their parents. Searches for them at once: when a program
   * ends, its children lose their parent, and on Windows the system ends the program with its extension host.
   */
  async #endByList(): Promise<void> {
    const isWindows = this.#system.platform === "win32";
    const [begun] = await Promise.all([this.#findTrees(new Map()), this.#wait(graceMs)]);
    // Windows has no signal that asks a process to end.
    const trees = await this.#endTrees(begun, isWindows ? "SIGKILL" : "SIGTERM");
    await this.#wait(termMs);
    await this.#endTrees(trees, "SIGKILL");
  }

  async #endTrees(known: Trees, signal: "SIGTERM" | "SIGKILL"): Promise<Trees> {
    const trees = await this.#findTrees(known);
    for (const { watched, processes, groups } of trees.values())
      await endListed(processes, groups, watched.mark, signal, this.#system);
    return trees;
  }

  /** Finds the running processes of each watched process and of the descendants found before. */
  async #findTrees(known: Trees): Promise<Trees> {
    const listed = (await listProcesses(this.#system)) ?? [];
    const trees = new Map<number, Tree>();
    for (const [pid, watched] of this.#watched) {
      const startedAt = /^unix:(\d+)$/.exec((await watched.identity)?.startedAt ?? "")?.[1];
      const roots = startedAt === undefined ? [] : [{ pid, startedAt: Number(startedAt) }];
      const processes = collectTree([...roots, ...(known.get(pid)?.processes ?? [])], listed);
      // A group outlives its first process, and its id is not reused while it exists.
      const isOurs = roots.length > 0 && listed.every((each) => each.pid !== pid || processes.includes(each));
      trees.set(pid, { watched, processes, groups: isOurs ? [pid] : [] });
    }
    return trees;
  }
}

interface Tree {
  readonly watched: WatchedProcess;
  readonly processes: readonly ListedProcess[];
  readonly groups: readonly number[];
}
type Trees = ReadonlyMap<number, Tree>;
