import * as vscode from "vscode";
import type { Analysis } from "../../core/ideTools/port.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { isFile } from "../files/diskPaths.ts";
import { getDiagnostics, sortDiagnostics } from "./diagnostics.ts";
import { askTypeScript } from "./tsDiagnostics.ts";

/**
 * Maximum times in ms that language features have to report something about a changed file, and about the first file of
 * their language.
 */
const maxWaitMs = 3_000;
const maxStartMs = 8_000;
/** Time in ms without a further report after which the reports of several language features count as complete. */
const quietMs = 400;

/**
 * Makes language features look at files. They follow documents that are open in the editor, also those that no tab
 * shows, and report diagnostics some time after each change of one.
 */
export class AnalyzedFiles implements Disposable {
  readonly #store = new DisposableStore();
  readonly #clock: Clock;
  /** Times of the last change of each open document, and of the last report about it, by URI. */
  readonly #changedAt = new Map<string, number>();
  readonly #reportedAt = new Map<string, number>();
  readonly #noted = this.#store.add(new vscode.EventEmitter<string>());

  constructor(clock: Clock) {
    this.#clock = clock;
    const { workspace } = vscode;
    this.#store.add(workspace.onDidOpenTextDocument(({ uri }) => this.#note(this.#changedAt, uri)));
    this.#store.add(
      workspace.onDidChangeTextDocument(
        ({ document, contentChanges }) => contentChanges.length > 0 && this.#note(this.#changedAt, document.uri),
      ),
    );
    this.#store.add(workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    this.#store.add(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) this.#note(this.#reportedAt, uri);
      }),
    );
  }

  /**
   * Opens a file without showing it, waits until its document has the text on disk, and until language features have
   * reported something about that text, or have not in time. Never rejects.
   */
  async analyze(path: string, signal: AbortSignal): Promise<Analysis> {
    const uri = vscode.Uri.file(path);
    try {
      if (!(await isFile(path, ""))) return { diagnostics: [], isComplete: false };
      const wasOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
      const document = await vscode.workspace.openTextDocument(uri);
      const isInStep = await this.#wait(
        signal,
        maxWaitMs,
        async () => document.isDirty || document.getText() === (await readDisk(document)),
      );
      const asked = isInStep ? await askTypeScript(document, getDiagnostics(uri)) : undefined;
      if (asked) return { diagnostics: sortDiagnostics(asked), isComplete: true };
      const isReported =
        isInStep && (await this.#wait(signal, wasOpen ? maxWaitMs : maxStartMs, () => this.#isReported(uri)));
      return { diagnostics: sortDiagnostics(getDiagnostics(uri)), isComplete: isReported };
    } catch {
      // A binary file, one that was deleted meanwhile, or a language server that failed.
      return { diagnostics: sortDiagnostics(getDiagnostics(uri)), isComplete: false };
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  #note(times: Map<string, number>, uri: vscode.Uri): void {
    if (uri.scheme !== "file") return;
    times.set(uri.toString(), this.#clock.now());
    this.#noted.fire(uri.toString());
  }

  #forget(uri: vscode.Uri): void {
    this.#changedAt.delete(uri.toString());
    this.#reportedAt.delete(uri.toString());
  }

  /** Returns whether language features have reported on the current text of a document, and have been quiet since. */
  #isReported(uri: vscode.Uri): boolean {
    const changed = this.#changedAt.get(uri.toString());
    // It was open before, and has not changed.
    if (changed === undefined) return true;
    const reported = this.#reportedAt.get(uri.toString()) ?? -1;
    return reported >= changed && this.#clock.now() - reported >= quietMs;
  }

  /**
   * Resolves to true as soon as the condition holds; it is checked after every event and pause. Resolves to false after
   * `maxMs`, or at the signal.
   */
  async #wait(signal: AbortSignal, maxMs: number, isMet: () => boolean | Promise<boolean>): Promise<boolean> {
    const end = this.#clock.now() + maxMs;
    while (!signal.aborted) {
      if (await isMet()) return true;
      if (this.#clock.now() >= end) return false;
      await this.#pause();
    }
    return false;
  }

  /** Resolves with the next event, or after a while. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        timer.dispose();
        listener.dispose();
        resolve();
      };
      const timer = this.#clock.after(quietMs / 2, done);
      const listener = this.#noted.event(done);
    });
  }
}

async function readDisk(document: vscode.TextDocument): Promise<string> {
  // regular: checked by the caller
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(document.uri), { encoding: document.encoding });
}
