import { type ChildProcess, spawn } from "node:child_process";
import { type Disposable, toDisposable } from "../../shared/base/disposable.ts";

/** A message to the watch process; each is one line of JSON. */
export type WatchMessage =
  | { readonly kind: "watch"; readonly pid: number; readonly mark: string }
  | { readonly kind: "forget"; readonly pid: number };

/**
 * Variables that the watch and the system's tools need. None has a secret, and none is the mark of a process that the
 * watch may have to end. Without LOCALAPPDATA, PowerShell does not find its cache of modules and searches for them
 * again.
 */
const neededVariables = [
  "PATH",
  "SystemRoot",
  "SystemDrive",
  "windir",
  "ComSpec",
  "ProgramFiles",
  "USERPROFILE",
  "LOCALAPPDATA",
  "TEMP",
  "TMP",
] as const;

/**
 * Ends the processes of an extension host that dies without closing them, for example because it was killed. Otherwise
 * `claude` would continue to the end of its turn, in a mode without permission requests also with its edits. One small
 * process per extension host sees its own stdin end then, and ends the processes that it watches. It starts beside the
 * first conversation, which does not wait for it. A host that closes, also for a reload, ends its processes itself and
 * leaves the watch nothing to do.
 */
export class DeathWatch implements Disposable {
  readonly #script: string;
  /** Messages of watched processes by process id. */
  readonly #watched = new Map<number, WatchMessage>();
  #child: ChildProcess | undefined;
  /**
   * True if a process was added since the watch last replaced one that ended: one that always ends must not be replaced
   * for ever.
   */
  #canReplace = false;

  /** `script` is the file built from `deathWatchMain.ts`. */
  constructor(script: string) {
    this.#script = script;
  }

  /**
   * Watches a process until the returned disposable is disposed. Never throws: everything else works without a watch.
   */
  watch(pid: number, mark: string): Disposable {
    const message: WatchMessage = { kind: "watch", pid, mark };
    this.#watched.set(pid, message);
    this.#canReplace = true;
    if (this.#child) this.#tell(message);
    else this.#start();
    return toDisposable(() => {
      if (this.#watched.get(pid) !== message) return;
      this.#watched.delete(pid);
      this.#tell({ kind: "forget", pid });
    });
  }

  dispose(): void {
    this.#child?.stdin?.end();
    this.#child = undefined;
  }

  /** Starts the watch process and sends it all watched processes, since an earlier watch process may have died. */
  #start(): void {
    const env = Object.fromEntries(
      neededVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    const child = spawn(process.execPath, [this.#script], {
      // With this variable the editor's own program behaves as Node.
      env: { ...env, ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["pipe", "ignore", "ignore"],
      // A new session, because a signal that ends the editor's process group must not end the watch.
      detached: true,
      windowsHide: true,
    });
    const forget = (): boolean => {
      if (this.#child !== child) return false;
      this.#child = undefined;
      return true;
    };
    child.once("error", forget);
    // It may not have read the last messages, and watches nothing any more.
    child.once("exit", () => {
      if (!forget() || !this.#canReplace || this.#watched.size === 0) return;
      this.#canReplace = false;
      this.#start();
    });
    child.stdin.on("error", () => {});
    child.unref();
    this.#child = child;
    for (const message of this.#watched.values()) this.#tell(message);
  }

  #tell(message: WatchMessage): void {
    if (this.#child?.stdin?.writable) this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
