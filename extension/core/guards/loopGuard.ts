import { escapeInvisible } from "../../shared/base/invisible.ts";
import type { Decision } from "../../shared/contract/requests/requests.ts";
import type { Participant } from "../conversation/ports/participant.ts";
import type { Hook } from "../protocol/requests/hookRegistry.ts";
import type { HookInput, HookOutput } from "../protocol/requests/hookSchemas.ts";
import { answerMs, createDenial, defaultWaitMs, type GuardOptions, readCall, readDenial, turnStopped } from "./gate.ts";
import { HeldQuestion } from "./heldQuestion.ts";
import { Repetitions } from "./repetitions.ts";

/** Texts about the denial of a repeated call; the model reads the first two. */
const denial = {
  plain:
    "This call repeats what did not work before, and the user did not let it run. Do something else, or ask the user.",
  userSays: "The user did not let this call run again, and says: ",
  stopping: "stopping a turn that repeats itself",
};

/**
 * Holds a call that repeats one which failed three times in a row, or an edit that was undone, until the user decides.
 */
export class LoopGuard implements Participant {
  readonly name = "loops";
  readonly hooks: readonly Hook[];
  readonly #options: GuardOptions;
  readonly #question: HeldQuestion;
  /** Repetitions by the Agent call whose thread they are in; "" for the main thread. */
  readonly #threads = new Map<string, Repetitions>();

  constructor(options: GuardOptions) {
    this.#options = options;
    const { conversation, clock } = options;
    this.#question = new HeldQuestion({ held: conversation.guarding.held, clock, maxWaitMs: defaultWaitMs });
    this.hooks = [
      {
        event: "PreToolUse",
        role: "gate",
        limitMs: defaultWaitMs + answerMs,
        callback: (input, { toolUseId, signal }) => (options.isEnabled() ? this.#check(input, toolUseId, signal) : {}),
      },
    ];
    conversation.events.on("toolInvoked", ({ tool, input, outcome, error = "", agentCallId = "" }) => {
      if (outcome !== "denied")
        this.#get(agentCallId).note({ tool, input, isDone: outcome === "done", error: escapeInvisible(error) });
    });
  }

  turnEnded(): void {
    this.#threads.clear();
  }

  async #check(input: HookInput, toolUseId: string | undefined, signal: AbortSignal): Promise<HookOutput> {
    const { conversation } = this.#options;
    const call = readCall(input, toolUseId);
    for (;;) {
      const thread = [...this.#threads.values()].find((each) => each.find(call.tool, call.input));
      const cause = thread?.find(call.tool, call.input);
      if (!thread || !cause) return {};
      let reason: string | undefined;
      const answer = (decision: Decision | undefined): void => {
        reason = this.#answer(thread, decision);
      };
      if (!(await this.#question.wait(call, cause, signal, answer))) return createDenial(turnStopped);
      if (reason === undefined) continue;
      conversation.guarding.held().deny(call, reason);
      return createDenial(reason);
    }
  }

  /** Returns the text with which the call is denied; undefined if it may run. */
  #answer(thread: Repetitions, decision: Decision | undefined): string | undefined {
    if (decision?.kind === "guard" && decision.choice === "continue") {
      thread.clear();
      return undefined;
    }
    return readDenial(this.#options, decision, denial);
  }

  #get(thread: string): Repetitions {
    const known = this.#threads.get(thread) ?? new Repetitions();
    this.#threads.set(thread, known);
    return known;
  }
}
