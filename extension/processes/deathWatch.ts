import { type ChildProcess, spawn } from "node:child_process";
import { type Disposable, toDisposable } from "../base/disposable.ts";

/** A line to the watch. */
export type WatchMessage = { readonly kind: "watch"; readonly pid: number; readonly mark: string } | { readonly kind: "forget"; readonly pid: number };

/**
 * Variables that the watch and the system's tools need: none that holds a secret, and no mark of a process that it may have to end.
 * PowerShell keeps what it knows of its modules in LOCALAPPDATA, and looks for them again without it.
 */
const neededVariables = ["PATH", "SystemRoot", "SystemDrive", "windir", "ComSpec", "ProgramFiles", "USERPROFILE", "LOCALAPPDATA", "TEMP", "TMP"] as const;

/**
 * Ends the processes of an extension host that dies without closing them, such as one that is killed: the CLI would go on to the end of
 * its turn, in a mode that does not ask also with its edits. One small process per extension host sees its own stdin end then, and ends
 * what it was told of. It is started beside the first conversation, which does not wait for it. A host that closes, for a reload too, ends
 * its processes itself, and leaves the watch nothing to do.
 */
export class DeathWatch implements Disposable {
  readonly #script: string;
  /** By process id. */
  readonly #watched = new Map<number, WatchMessage>();
  #child: ChildProcess | undefined;

  /** `script`: the file that `deathWatchMain.ts` is built to. */
  constructor(script: string) {
    this.#script = script;
  }

  /** Watches a process until what it returns is disposed. Never throws: without a watch everything else works. */
  watch(pid: number, mark: string): Disposable {
    const message: WatchMessage = { kind: "watch", pid, mark };
    this.#watched.set(pid, message);
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

  /** Starts the process of the watch and tells it everything: one before it may have died. */
  #start(): void {
    const env = Object.fromEntries(neededVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
    const child = spawn(process.execPath, [this.#script], {
      // The editor's own program is Node where this is set.
      env: { ...env, ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["pipe", "ignore", "ignore"],
      // A session of its own: what ends the editor's group must not end it.
      detached: true,
      windowsHide: true,
    });
    const forget = (): void => {
      if (this.#child === child) this.#child = undefined;
    };
    child.once("error", forget);
    child.once("exit", forget);
    child.stdin.on("error", () => {});
    child.unref();
    this.#child = child;
    for (const message of this.#watched.values()) this.#tell(message);
  }

  #tell(message: WatchMessage): void {
    if (this.#child?.stdin?.writable) this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
