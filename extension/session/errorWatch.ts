import { type Failure, failures, isFailure } from "../base/failure.ts";
import type { Frame } from "../protocol/decode.ts";

/** Remembers what the CLI itself says went wrong, which explains more than how its process ended. */
export class ErrorWatch {
  #lastError = "";
  /** The model refused the login in this turn. */
  #isLoginRefused = false;
  /** The CLI's reason for not starting (protocol.md 1.6). */
  #startRefusal: string | undefined;

  forget(): void {
    this.#lastError = "";
    this.#isLoginRefused = false;
    this.#startRefusal = undefined;
  }

  /** Notes a frame. Returns what is known after the end of a turn: it went well, the login was refused, or neither. */
  observe(frame: Frame): "fine" | Failure<"notLoggedIn"> | undefined {
    if (frame.type === "assistant" && frame.error === "authentication_failed") this.#isLoginRefused = true;
    if (frame.type !== "result") return undefined;
    if (!frame.is_error) {
      this.forget();
      return "fine";
    }
    this.#startRefusal = frame.startup_failure_reason;
    this.#lastError = frame.errors?.join("\n") || frame.result || this.#lastError;
    return this.#isLoginRefused || saysLogin(this.#lastError) ? failures.notLoggedIn(this.#lastError) : undefined;
  }

  /** Why the process ended: in the CLI's own words where it had any, else as the transport saw it. */
  endOf(failure: Failure | undefined): Failure {
    if (this.#startRefusal !== undefined) return failures.startRefused(this.#startRefusal, this.#lastError);
    if (failure && !isFailure(failure, "cliExited")) return failure;
    return failures.cliExited(failure?.data.code ?? 0, failure?.data.signal ?? null, this.#lastError || (failure?.data.detail ?? ""));
  }
}

/** 2.0.77 and 2.1.50 say it in words only. */
function saysLogin(error: string): boolean {
  return /please run \/login|invalid api key|not logged in|failed to authenticate/i.test(error);
}
