import * as vscode from "vscode";
import type { TerminalCall } from "../../core/conversations/actions/terminalActions.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine } from "../../shared/base/invisible.ts";

/** Tracks the editor's terminals that continue a conversation, while they are open in this window. */
export class ClaudeTerminals implements Disposable {
  readonly #terminals = new Map<vscode.Terminal, { readonly sessionId: string; readonly pid: number }>();
  readonly #store = new DisposableStore();

  constructor() {
    // Terminals survive a reload of their window.
    for (const terminal of vscode.window.terminals) void this.#note(terminal);
    this.#store.add(vscode.window.onDidCloseTerminal((terminal) => this.#terminals.delete(terminal)));
  }

  /**
   * Opens a terminal that runs `claude`. `sessionId`: the session that it continues, if any. Resolves as soon as the
   * process runs or could not be started; the terminal shows the error.
   */
  async show({ file, args, env, cwd }: TerminalCall, title: string, sessionId: string | undefined): Promise<void> {
    const terminal = vscode.window.createTerminal({
      name: escapeLine(title),
      shellPath: file,
      shellArgs: [...args],
      env: { ...env },
      cwd,
    });
    terminal.show();
    await this.#note(terminal, sessionId);
  }

  /**
   * Opens a terminal that runs `claude`. Resolves when it is closed, which the editor does on its own at the end of a
   * program without an error.
   */
  run({ file, args, env, cwd }: TerminalCall): Promise<void> {
    const terminal = vscode.window.createTerminal({
      name: "claude",
      shellPath: file,
      shellArgs: [...args],
      env: { ...env },
      cwd,
    });
    terminal.show();
    return new Promise((resolve) => {
      const listener = vscode.window.onDidCloseTerminal((closed) => {
        if (closed !== terminal) return;
        listener.dispose();
        resolve();
      });
    });
  }

  async #note(terminal: vscode.Terminal, sessionId = getResumedSession(terminal)): Promise<void> {
    const pid = sessionId === undefined ? undefined : await terminal.processId;
    if (sessionId !== undefined && pid !== undefined && terminal.exitStatus === undefined)
      this.#terminals.set(terminal, { sessionId, pid });
  }

  /** Returns the process id of the terminal that continues a session. */
  pidOf(sessionId: string): number | undefined {
    return [...this.#terminals.values()].find((each) => each.sessionId === sessionId)?.pid;
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function getResumedSession({ creationOptions }: vscode.Terminal): string | undefined {
  const args =
    "shellArgs" in creationOptions && Array.isArray(creationOptions.shellArgs) ? creationOptions.shellArgs : [];
  return args[args.indexOf("--resume") + 1 || args.length];
}
