import { type Failure, failures, isFailure } from "../base/failure.ts";
import { stripControl } from "../base/invisible.ts";
import type { Problem } from "../contract/conversationState.ts";
import type { Effect } from "./reduction.ts";

type TurnEnded = Extract<Effect, { kind: "turnEnded" }>;

/** The CLI refused the login, in its words. */
export function loginProblem(detail: string): Problem {
  return { code: "login", detail: stripControl(detail) };
}

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

  /**
   * Notes the end of a turn. Returns the problem there is then, null for none: a refused login, which 2.0.77 and 2.1.50 say in
   * words only and a turn that went well ends.
   */
  note({ outcome, error, startRefusal }: TurnEnded, problem: Problem | undefined): Problem | null {
    this.forget();
    if (outcome === "failed") {
      this.#error = error;
      this.#startRefusal = startRefusal;
      if (/please run \/login|invalid api key|not logged in|failed to authenticate/i.test(error)) return loginProblem(error);
    }
    return outcome === "done" && problem?.code === "login" ? null : (problem ?? null);
  }

  /** Why the process ended: in the CLI's own words where those were its last, else as the transport saw it. One that was killed said nothing about it. */
  causeOf(failure: Failure | undefined): Failure {
    if (this.#startRefusal !== undefined) return failures.startRefused(this.#startRefusal, this.#error);
    if (failure && !isFailure(failure, "cliExited")) return failure;
    const { code = 0, signal = null, detail = "" } = failure?.data ?? {};
    return failures.cliExited(code, signal, (signal === null ? this.#error : "") || detail);
  }
}
