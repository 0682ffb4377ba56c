import { toCsv, toJson } from "../../core/conversation/usage/exportUsage.ts";
import { summarizeUsage } from "../../core/conversation/usage/summary.ts";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import { background } from "../../shared/base/background.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { PageAction } from "../../shared/contract/pages/pages.ts";
import { type UsageActionName, type UsageContent, usageActions } from "../../shared/contract/pages/usagePage.ts";
import type { PlanUsage } from "../../shared/contract/planUsage.ts";
import { getCurrentCost } from "../../shared/contract/usage.ts";
import type { UsageSummary } from "../../shared/contract/usageSummary.ts";
import { getUsageContent } from "../../shared/pages/usagePage.ts";
import type { PageSource } from "./pageTabs.ts";

export interface UsagePageOptions {
  readonly conversations: Conversations;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Asks for a file and writes a text to it. `name` is a title for the file's name; `folder` is where the dialog opens.
   */
  readonly save: (
    file: { readonly name: string; readonly ending: "csv" | "json"; readonly folder: string },
    text: string,
  ) => Promise<void>;
}

/** The page "Usage" of the current conversation. Plan limits are requested when the page opens and after each turn. */
export class UsagePage implements PageSource<"usage">, Disposable {
  readonly #options: UsagePageOptions;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;
  /** Answers of `claude` by conversation. */
  readonly #plans = new WeakMap<OpenConversation, PlanUsage>();

  constructor(options: UsagePageOptions) {
    this.#options = options;
    const { conversations, logger } = options;
    this.#changed = this.#store.add(new Emitter((error) => logger.error(`the usage page failed: ${error}`)));
    const show = (): void => {
      this.#changed.fire();
      this.#readPlan();
    };
    this.#store.add(
      conversations.changes.on({ items: ["turn"], deltas: ["clear", "remove", "restored"] }, ({ id, changes }) => {
        if (id !== conversations.current?.id) return;
        if (changes.some((change) => change.kind === "put" && change.item.kind === "turn")) show();
        else if (changes.some(({ kind }) => kind === "clear" || kind === "remove" || kind === "restored"))
          this.#changed.fire();
      }),
    );
    this.#store.add(conversations.onDidShow(show));
    this.#store.add(conversations.places.onDidChange(show));
    this.#readPlan();
  }

  get onDidChange() {
    return this.#changed.event;
  }

  read(): UsageContent {
    const open = this.#options.conversations.current;
    if (!open) return getUsageContent(undefined);
    const { state, transcript } = open.conversation;
    return getUsageContent({
      name: state.title,
      summary: this.#summarize(open),
      models: state.models,
      costUsd: getCurrentCost(state),
      hasOlder: transcript.hasOlderTurns,
      plan: this.#plans.get(open),
      now: this.#options.clock.now(),
    });
  }

  async act({ action }: PageAction): Promise<void> {
    const open = this.#options.conversations.current;
    const name = usageActions.find((known) => known === action);
    if (!open || name === undefined) return;
    await this.#run(name, open);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #run(action: UsageActionName, open: OpenConversation): Promise<void> {
    const { state, transcript } = open.conversation;
    switch (action) {
      case "loadOlder":
        await transcript.readTurns();
        return this.#changed.fire();
      case "refresh":
        this.#changed.fire();
        return this.#readPlan();
      default: {
        const ending = action === "exportCsv" ? "csv" : "json";
        const summary = this.#summarize(open);
        await this.#options.save(
          { name: state.title, ending, folder: state.folder },
          ending === "csv" ? toCsv(summary) : toJson(summary),
        );
      }
    }
  }

  #summarize({ conversation }: OpenConversation): UsageSummary {
    return summarizeUsage(conversation.transcript.turns);
  }

  /** Requests plan and limits of the current conversation; the page shows them when they arrive. */
  #readPlan(): void {
    const open = this.#options.conversations.current;
    if (!open) return;
    const read = async (): Promise<void> => {
      const plan = await open.conversation.controls.planUsage();
      if (plan) this.#plans.set(open, plan);
      if (plan) this.#changed.fire();
    };
    background(read(), this.#options.logger, "reading the plan limits");
  }
}
