import type { LimitMeter } from "../contract/requests/guards.ts";

const units: { readonly [U in LimitMeter["unit"]]: (amount: number) => string } = {
  minutes: (amount) => `${amount} minutes`,
  tokens: (amount) => `${amount} new tokens`,
  usd: (amount) => `$${amount}`,
};

/** Reason why calls are denied at a limit. */
export type DenialCause = "wrapUp" | "stopped" | "unanswered";

const causes: { readonly [C in DenialCause]: string } = {
  wrapUp: "The user asks you to wrap up",
  stopped: "The user stopped this turn",
  unanswered: "The user did not answer whether to go on",
};

/** Returns the text that the model reads when a call is denied at a limit. */
export function formatDenial(cause: DenialCause, { scope, unit, max }: LimitMeter): string {
  const limit = `The limit of ${units[unit](max)} that the user set for this ${scope} is reached.`;
  return `${limit} ${causes[cause]}: call no more tools, and reply now with what is done and what is left.`;
}
