import type { Hook } from "../protocol/hookRegistry.ts";
import type { Participant, ServerDefinition } from "../session/participant.ts";

/** Number of times that a model may end its turn without the answer that a schema asks for. */
const maxAttempts = 5;

/** What takes part in a conversation for the extension that started it. */
export class RunParticipant implements Participant {
  readonly name = "extension";
  readonly hooks: readonly Hook[];
  readonly servers: readonly ServerDefinition[];
  /** Called when the model refuses again and again to answer by the schema: 2.0.77 and 2.1.50 would ask it without end. */
  onNoAnswer = (): void => {};
  #attempts = 0;

  constructor({ hasSchema, hooks, servers }: { readonly hasSchema: boolean; readonly hooks: readonly Hook[]; readonly servers: readonly ServerDefinition[] }) {
    this.servers = servers;
    const counter: Hook = {
      event: "Stop",
      role: "observe",
      callback: () => {
        if (++this.#attempts === maxAttempts) this.onNoAnswer();
        return {};
      },
    };
    this.hooks = [...hooks, ...(hasSchema ? [counter] : [])];
  }

  turnEnded(): void {
    this.#attempts = 0;
  }
}
