import { t } from "@vscode/l10n";
import type { ProposalOutcome } from "../contract/requests.ts";

/** Sentences about a proposal and what the user makes of it. */
export const reviewText = {
  hunk: (index: number, total: number) => t("Hunk {0} of {1}", index, total),
  rejected: () => t("rejected"),
  byHand: () => t("edited by you"),
  moreLines: (count: number) => t("{0} more lines: see Review changes.", count.toLocaleString()),
  moreHunks: (count: number) => t("{0} more hunks: see Review changes.", count.toLocaleString()),
  reset: () => t("Back to what was proposed"),
  outcome: (outcome: Exclude<ProposalOutcome, "asProposed">) => outcomes[outcome](),
} as const;

const outcomes: { readonly [O in Exclude<ProposalOutcome, "asProposed">]: () => string } = {
  changed: () => t("You changed the proposal: Allow writes your version, and tells the model."),
  afterOther: () => t("An edit of this file waits before this one. Answer that first: what you made of this one stands on it."),
  nothing: () => t("No hunk is accepted: nothing would be written. Deny it, or accept a hunk."),
  impossible: () => t("This version of the claude program cannot write exactly this text, for its line ends. Change it, or go back."),
};
