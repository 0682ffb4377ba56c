import type { TurnFailure } from "../../../extension/shared/contract/items.ts";
import type { turnStepText } from "../../../extension/shared/text/transcript/turnFailures.ts";
import type { ChatState } from "../../state/chatState.svelte.ts";
import { runPageCommand } from "../../state/runPageCommand.ts";

export type TurnStep = keyof typeof turnStepText;

/** Next steps after a failed turn, the best one first. Retrying is left out if it would fail at once. */
const steps: { readonly [F in TurnFailure]: readonly TurnStep[] } = {
  signIn: ["logIn", "retry"],
  account: ["logIn", "retry"],
  billing: ["retry", "selectModel"],
  overloaded: ["retry", "selectModel"],
  planLimit: ["retry", "selectModel", "showUsage"],
  rateLimit: ["retry", "selectModel"],
  server: ["retry"],
  network: ["retry"],
  tooLong: ["compactAndRetry", "retry"],
  outputLimit: ["continue", "retry"],
  turnLimit: ["continue", "retry"],
  budget: ["raiseBudget"],
  structuredOutput: ["retry", "selectModel"],
  refused: ["editAndResend", "selectModel", "retry"],
  modelMissing: ["selectModel", "retry"],
  image: ["editAndResend", "retry"],
  malformedCall: ["continue", "retry", "selectModel"],
  other: ["retry"],
};

export function getTurnSteps(failure: TurnFailure = "other"): readonly TurnStep[] {
  return steps[failure];
}

/** Takes a next step after the newest turn. */
export function takeTurnStep(chat: ChatState, step: TurnStep): void {
  switch (step) {
    case "editAndResend":
      return runPageCommand(chat, "editLastPrompt");
    case "logIn":
    case "selectModel":
    case "showUsage":
      return chat.send({ type: "runCommand", action: step });
    default:
      return chat.send({ type: "resolveInterruption", action: step });
  }
}
