/** A limit that the user set, and what is used of it. */
export interface LimitMeter {
  readonly scope: "turn" | "conversation";
  /**
   * "minutes": time in which nothing waited for the user. "tokens": new tokens (input without cache reads, plus
   * output). "usd": US dollars.
   */
  readonly unit: "minutes" | "tokens" | "usd";
  readonly used: number;
  readonly max: number;
}

/** Reason why a call is held. */
export type GuardCause =
  /** Limit reached; `raisedTo` is the limit after "Raise". */
  | { readonly code: "limit"; readonly limit: LimitMeter; readonly raisedTo: number }
  /** The same call failed this often in a row; `error` is the beginning of what it reported last. */
  | { readonly code: "failingCall"; readonly count: number; readonly error: string }
  /** The edit repeats one that was undone since. */
  | { readonly code: "repeatedEdit" }
  /** The content that WebFetch brought from `url`, whole; both are escaped. */
  | { readonly code: "webContent"; readonly url: string; readonly text: string };

/** Choices of the user for a held call, besides stopping the turn. */
export const guardChoices = ["raise", "unlimited", "wrapUp", "continue"] as const;
export type GuardChoice = (typeof guardChoices)[number];
