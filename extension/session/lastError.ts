import { type Failure, failures, isFailure } from "../base/failure.ts";
import type { Effect } from "./reduction.ts";

type TurnEnded = Extract<Effect, { kind: "turnEnded" }>;

/** What the CLI itself said went wrong last, which explains the end of its process better than the process does. */
export class LastError {
  #error = "";
  /** The CLI's reason for not starting (2.1.329). */
  #startRefusal: string | undefined;

  /** A turn begins or a process starts: what was wrong before explains nothing any more. */
  forget(): void {
    this.#error = "";
    this.#startRefusal = undefined;
  }

  /** Notes the end of a turn. */
  note({ outcome, error, startRefusal }: TurnEnded): void {
    this.forget();
    if (outcome !== "failed") return;
    this.#error = error;
    this.#startRefusal = startRefusal;
  }

  /** Why the process ended: in the CLI's own words where those were its last, else as the transport saw it. One that was killed said nothing about it. */
  explain(failure: Failure | undefined): Failure {
    if (this.#startRefusal !== undefined) return failures.startRefused(this.#startRefusal, this.#error);
    if (failure && !isFailure(failure, "cliExited")) return failure;
    const { code = 0, signal = null, detail = "" } = failure?.data ?? {};
    return failures.cliExited(code, signal, (signal === null ? this.#error : "") || detail);
  }
}
