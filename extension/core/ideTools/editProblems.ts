import type { Clock } from "../../shared/base/clock.ts";
import { findNew, formatDiagnostic } from "./newDiagnostics.ts";
import type { Analysis, Diagnostic, FileDiagnostics, IdePort } from "./port.ts";

/** Maximum times in ms that an edit waits for the problems before it, and for those after it. */
const maxBeforeMs = 300;
const maxAfterMs = 2_500;
/** Maximum number of new problems that are named. */
const maxProblems = 20;

export interface EditProblemsOptions {
  readonly editor: IdePort;
  readonly clock: Clock;
  readonly folder: () => string;
}

/**
 * Finds the problems that an edit caused. The earlier problems are only known if the editor's language features
 * reported them before the edit was written; otherwise nothing is reported. Files with an ending for which no report
 * came in time are not waited for again in the same turn.
 */
export class EditProblems {
  readonly #options: EditProblemsOptions;
  /** Problems before running edits, by the id of the call. */
  readonly #before = new Map<string, readonly Diagnostic[]>();
  /** Endings of files about which language features did not report in time in this turn. */
  readonly #silent = new Set<string>();

  constructor(options: EditProblemsOptions) {
    this.#options = options;
  }

  /** Reads the problems of a file before a call edits it. Resolves to them; to undefined if they are not known. */
  async begin(call: string, named: string, signal: AbortSignal): Promise<FileDiagnostics | undefined> {
    const { editor, folder } = this.#options;
    const located = await editor.locate(named, folder());
    const diagnostics =
      located.kind === "missing"
        ? []
        : located.kind === "file"
          ? await this.#readBefore(located.path, signal)
          : undefined;
    if (diagnostics === undefined || located.kind === "outside") return undefined;
    this.#before.set(call, diagnostics);
    return { path: located.path, diagnostics };
  }

  async #readBefore(path: string, signal: AbortSignal): Promise<readonly Diagnostic[] | undefined> {
    if (this.#silent.has(getEnding(path))) return undefined;
    const analysis = await this.#analyze(path, maxBeforeMs, signal);
    return analysis?.isComplete ? analysis.diagnostics : undefined;
  }

  /** Returns what to tell the model after the call: the problems that were not there before; undefined for none. */
  async end(call: string, named: string, signal: AbortSignal): Promise<string | undefined> {
    const { editor, folder } = this.#options;
    const before = this.#before.get(call);
    this.#before.delete(call);
    const located = before && (await editor.locate(named, folder()));
    if (!before || located?.kind !== "file" || this.#silent.has(getEnding(located.path))) return undefined;
    const analysis = await this.#analyze(located.path, maxAfterMs, signal);
    if (!analysis?.isComplete) {
      this.#silent.add(getEnding(located.path));
      return undefined;
    }
    const added = findNew(before, analysis.diagnostics).filter(
      ({ severity }) => severity === "error" || severity === "warning",
    );
    if (added.length === 0) return undefined;
    const more = added.length > maxProblems ? [`  … and ${added.length - maxProblems} more`] : [];
    return [
      `The editor reports new problems in ${located.path} since this edit:`,
      ...added.slice(0, maxProblems).map((each) => `  ${formatDiagnostic(each)}`),
      ...more,
    ].join("\n");
  }

  /**
   * Call when a turn has ended: forgets edits that never ended, and waits again for language features that were slow in
   * it.
   */
  clear(): void {
    this.#before.clear();
    this.#silent.clear();
  }

  /** Resolves to undefined when the time is over. */
  #analyze(path: string, maxMs: number, signal: AbortSignal): Promise<Analysis | undefined> {
    const controller = new AbortController();
    return new Promise((resolve) => {
      const stop = (): void => {
        timer.dispose();
        signal.removeEventListener("abort", stop);
        controller.abort();
        resolve(undefined);
      };
      const timer = this.#options.clock.after(maxMs, stop);
      signal.addEventListener("abort", stop, { once: true });
      this.#options.editor.analyze(path, controller.signal).then((analysis) => {
        resolve(analysis);
        stop();
      }, stop);
    });
  }
}

const getEnding = (path: string): string => /\.[^.\\/]*$/.exec(path)?.[0] ?? "";
