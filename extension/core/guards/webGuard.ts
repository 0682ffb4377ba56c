import { escapePath, escapeProse } from "../../shared/base/invisible.ts";
import { readObject, readString } from "../../shared/base/read.ts";
import type { Decision } from "../../shared/contract/requests/requests.ts";
import type { Participant } from "../conversation/ports/participant.ts";
import type { Hook } from "../protocol/requests/hookRegistry.ts";
import type { HookInput, HookOutput } from "../protocol/requests/hookSchemas.ts";
import { answerMs, defaultWaitMs, type GuardOptions, readCall, readDenial, turnStopped } from "./gate.ts";
import { HeldQuestion } from "./heldQuestion.ts";

export interface WebGuardOptions extends GuardOptions {
  /** Returns true if a hook of this version can replace the result of a call. */
  readonly canReplace: (version: string) => boolean;
}

/** Texts about the denial of content; the model reads the first two in its place. */
const denial = {
  plain: "The user looked at this content and did not let you read it. Work without it, or ask the user.",
  userSays: "The user did not let you read this content, and says: ",
  stopping: "stopping a turn at web content",
};

/**
 * Holds what WebFetch brought until the user saw and allowed it. The model that continues the conversation reads it
 * only then; the model by which `claude` answers the prompt of the call has read the page before. Without an answer,
 * and after a failure or a stop, the content stays withheld.
 */
export class WebGuard implements Participant {
  readonly name = "web content";
  readonly hooks: readonly Hook[];
  readonly #options: WebGuardOptions;

  constructor(options: WebGuardOptions) {
    this.#options = options;
    this.hooks = [
      {
        event: "PostToolUse",
        matcher: "WebFetch",
        role: "gate",
        limitMs: defaultWaitMs + answerMs,
        refuse: withhold,
        callback: (input, { toolUseId, signal }) => (this.#isOn() ? this.#check(input, toolUseId, signal) : {}),
      },
    ];
  }

  #isOn(): boolean {
    const { conversation, isEnabled, canReplace } = this.#options;
    return isEnabled() && canReplace(conversation.state().cliVersion ?? "");
  }

  async #check(input: HookInput, toolUseId: string | undefined, signal: AbortSignal): Promise<HookOutput> {
    const { conversation, clock } = this.#options;
    const call = readCall(input, toolUseId);
    const response = readObject(input, "tool_response");
    const text = readString(response, "result") ?? JSON.stringify(input["tool_response"] ?? null);
    const url = readString(response, "url") ?? readString(call.input, "url") ?? "";
    // Each result has a question of its own: an answer to one must not release another.
    const question = new HeldQuestion({ held: conversation.guarding.held, clock, maxWaitMs: defaultWaitMs });
    let output = withhold(turnStopped);
    const cause = { code: "webContent", url: escapePath(url), text: escapeProse(text) } as const;
    await question.wait(call, cause, signal, (decision) => {
      output = this.#answer(decision);
    });
    return output;
  }

  #answer(decision: Decision | undefined): HookOutput {
    if (decision?.kind === "guard" && decision.choice === "continue") return {};
    return withhold(readDenial(this.#options, decision, denial));
  }
}

/** Returns the output that replaces the result of WebFetch, in the form that `claude` checks (2.1.329). */
function withhold(reason: string): HookOutput {
  const updatedToolOutput = { bytes: 0, code: 0, codeText: "", result: reason, durationMs: 0, url: "" };
  return { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } };
}
