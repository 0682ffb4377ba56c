import type { InProcessServerDefinition, Participant, ParticipantContext } from "../conversation/ports/participant.ts";
import type { TurnContext } from "../conversation/ports/turnContext.ts";
import type { Hook } from "../protocol/requests/hookRegistry.ts";

/** Maximum number of times that a model may end its turn without the answer that a schema asks for. */
const maxAttempts = 5;

/** Participant in a conversation for the extension that started it. */
export class RunParticipant implements Participant {
  readonly name = "extension";
  readonly servesElsewhere = true;
  readonly #hooks: readonly Hook[];
  readonly #servers: readonly InProcessServerDefinition[];
  #hasEnded = false;
  /**
   * Called when the model refuses again and again to answer by the schema: 2.0.77 and 2.1.50 would ask it without end.
   */
  onNoAnswer = (): void => {};
  #attempts = 0;
  #conversation: ParticipantContext | undefined;

  constructor({
    hasSchema,
    hooks,
    servers,
  }: {
    readonly hasSchema: boolean;
    readonly hooks: readonly Hook[];
    readonly servers: readonly InProcessServerDefinition[];
  }) {
    this.#servers = servers;
    const counter: Hook = {
      event: "Stop",
      role: "observe",
      callback: () => {
        if (++this.#attempts === maxAttempts) this.onNoAnswer();
        return {};
      },
    };
    // 2.1.329 ends the turn by itself; older versions would let the model write one more reply.
    const ending: Hook = {
      event: "PostToolUse",
      matcher: "StructuredOutput",
      role: "observe",
      callback: () => ({ continue: false }),
    };
    this.#hooks = [...hooks, ...(hasSchema ? [counter, ending] : [])].map((hook) => ({
      ...hook,
      callback: (...call) => (this.#hasEnded ? {} : hook.callback(...call)),
    }));
  }

  /** The hooks for a process that starts now. */
  get hooks(): readonly Hook[] {
    return this.#hasEnded ? [] : this.#hooks;
  }

  /** The servers for a process that starts now. */
  get servers(): readonly InProcessServerDefinition[] {
    return this.#hasEnded ? [] : this.#servers;
  }

  /**
   * Call when the part of the extension ends: what the user does with the conversation from now on does not concern it.
   */
  release(): void {
    this.#hasEnded = true;
  }

  /** Call with the conversation that it takes part in. */
  join(conversation: ParticipantContext): this {
    this.#conversation = conversation;
    return this;
  }

  /** Returns the context that the calls of the conversation share. */
  turn(): TurnContext {
    if (!this.#conversation) throw new Error("There is no conversation yet.");
    if (this.#hasEnded) throw new Error("The extension no longer takes part in this conversation.");
    return this.#conversation.turn();
  }

  turnEnded(): void {
    this.#attempts = 0;
  }
}
