import { type Failure, failures, isFailure } from "../../../shared/base/failure.ts";
import type { Effect } from "../reduce/reduction.ts";

type TurnEnded = Extract<Effect, { kind: "turnEnded" }>;
type StartRefused = Extract<Effect, { kind: "startRefused" }>;

/**
 * Tracks the last error that `claude` itself reported. It explains the end of the process better than the process does.
 */
export class LastError {
  #error = "";
  /** Reason of `claude` for not starting (2.1.329). */
  #startRefusal: string | undefined;

  /** Drops earlier errors, when a turn begins or a process starts. */
  forget(): void {
    this.#error = "";
    this.#startRefusal = undefined;
  }

  /** Notes the end of a turn. */
  note({ outcome, error }: TurnEnded): void {
    this.forget();
    if (outcome !== "failed") return;
    this.#error = error;
  }

  /** Notes that `claude` refuses the start. */
  noteRefusal({ reason, error }: StartRefused): void {
    this.#error = error;
    this.#startRefusal = reason;
  }

  /**
   * Returns the reason for the end of the process: the last words of `claude` if it ended with an error, else the
   * failure that the transport saw. After a kill by signal the words of `claude` do not count. `isStarting`: the
   * process had not answered yet, so its error is its reason not to start (all versions, as for a damaged file of the
   * organization).
   */
  explain(failure: Failure | undefined, isStarting = false): Failure {
    if (this.#startRefusal !== undefined) return failures.startRefused(this.#startRefusal, this.#error);
    if (failure && !isFailure(failure, "cliExited")) return failure;
    const { code = 0, signal = null, detail = "" } = failure?.data ?? {};
    const words = (signal === null ? this.#error : "") || detail;
    if (isStarting && code !== null && code !== 0 && words !== "") return failures.startRefused("", words);
    return failures.cliExited(code, signal, words);
  }
}
