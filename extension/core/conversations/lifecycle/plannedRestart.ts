import { background } from "../../../shared/base/background.ts";
import type { Disposable } from "../../../shared/base/disposable.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Conversation } from "../../conversation/conversation.ts";

export interface PlannedRestartOptions {
  readonly conversation: Pick<Conversation, "state" | "managed" | "changes" | "delivery">;
  readonly restart: () => Promise<void>;
  readonly logger: Logger;
}

/**
 * Restarts the process of a conversation when its running turn ends. A start by another way replaces the plan. The plan
 * stands until the process no longer takes prompts: one that it got now would be sent to the new process again.
 */
export class PlannedRestart implements Disposable {
  readonly #options: PlannedRestartOptions;
  readonly #following: Disposable;
  #isRestarting = false;

  constructor(options: PlannedRestartOptions) {
    this.#options = options;
    this.#following = options.conversation.changes.onDidChangeState(["status", "isRestartPlanned"], () =>
      this.#follow(),
    );
  }

  /** Plans a restart; restarts at once where no turn runs. */
  async plan(): Promise<void> {
    const { conversation, restart } = this.#options;
    if (conversation.state.status === "working") conversation.managed.setRestartPlanned(true);
    else await restart();
  }

  dispose(): void {
    this.#following.dispose();
  }

  #follow(): void {
    const { conversation, restart, logger } = this.#options;
    const { isRestartPlanned, status } = conversation.state;
    if (!isRestartPlanned || status === "working") return;
    if (status !== "idle") return conversation.managed.setRestartPlanned(false);
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    background(
      restart().finally(() => this.#endRestart()),
      logger,
      "restarting a conversation after its turn",
    );
  }

  /** Drops a plan that led to no start. */
  #endRestart(): void {
    const { conversation } = this.#options;
    this.#isRestarting = false;
    if (!conversation.state.isRestartPlanned || conversation.state.status !== "idle") return;
    conversation.managed.setRestartPlanned(false);
    conversation.delivery.sendNext();
  }
}
