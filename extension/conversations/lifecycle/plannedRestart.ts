import { background } from "../../base/background.ts";
import type { Disposable } from "../../base/disposable.ts";
import type { Logger } from "../../base/logger.ts";
import type { Conversation } from "../../session/conversation.ts";

export interface PlannedRestartOptions {
  readonly conversation: Pick<Conversation, "state" | "set" | "onDidChange">;
  readonly restart: () => Promise<void>;
  readonly logger: Logger;
}

/** Restarts the process of a conversation when its running turn ends. A start by another way replaces the plan. */
export class PlannedRestart implements Disposable {
  readonly #options: PlannedRestartOptions;
  readonly #following: Disposable;

  constructor(options: PlannedRestartOptions) {
    this.#options = options;
    this.#following = options.conversation.onDidChange(() => this.#follow());
  }

  /** Plans a restart; restarts at once where no turn runs. */
  async plan(): Promise<void> {
    const { conversation, restart } = this.#options;
    if (conversation.state.status === "working") conversation.set({ isRestartPlanned: true });
    else await restart();
  }

  dispose(): void {
    this.#following.dispose();
  }

  #follow(): void {
    const { conversation, restart, logger } = this.#options;
    const { isRestartPlanned, status } = conversation.state;
    if (!isRestartPlanned || status === "working") return;
    conversation.set({ isRestartPlanned: null });
    if (status === "idle") background(restart(), logger, "restarting a conversation after its turn");
  }
}
