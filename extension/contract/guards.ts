/** A limit that the user set, and what is used of it. */
export interface LimitMeter {
  readonly scope: "turn" | "conversation";
  /** "minutes": time in which nothing waited for the user. "tokens": new tokens (input without cache reads, plus output). "usd": US dollars. */
  readonly unit: "minutes" | "tokens" | "usd";
  readonly used: number;
  readonly max: number;
}

/** Why a call is held: a limit is reached; `raisedTo` is the limit after "Raise". */
export type GuardCause = { readonly code: "limit"; readonly limit: LimitMeter; readonly raisedTo: number };

/** What the user can choose for a held call, besides stopping the turn. */
export const guardChoices = ["raise", "wrapUp"] as const;
export type GuardChoice = (typeof guardChoices)[number];
