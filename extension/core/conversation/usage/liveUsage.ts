import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/disposable.ts";
import { readNumber, readObject, readString } from "../../../shared/base/read.ts";
import type { StatePatch } from "../../../shared/contract/conversationState.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { ModelUsage } from "../../../shared/contract/usage.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { ControlRequestAnswer } from "../../protocol/requests/controlRequests.ts";
import type { ConversationEventSource, TurnEnded } from "../events/conversationEvents.ts";
import { getThread, type StoreView } from "../reduce/reduction.ts";
import { readModels } from "../reduce/turnUsage.ts";
import type { UsageCount, UsageReader } from "./usageReader.ts";

export interface LiveUsageOptions {
  readonly store: StoreView;
  readonly events: Pick<ConversationEventSource, "on">;
  /** Asks `claude` for the usage of the process so far; undefined if it cannot tell (before 2.1.329). */
  readonly ask: () => Promise<ControlRequestAnswer<"get_usage"> | undefined>;
  readonly patch: (set: Pick<StatePatch, "newTokens">) => void;
  readonly clock: Clock;
}

/** Maximum time in ms that a caller waits for the answer of `claude`. */
const maxWaitMs = 2_000;

/**
 * Usage of the running turn and of the conversation, subagents included. Frames are counted at once. They lack the
 * output of subagents (2.1.329) and the cost, which `refresh` asks for, and which a result reports.
 */
export class LiveUsage implements UsageReader {
  readonly #options: LiveUsageOptions;
  /** New tokens of messages since the last result, by message id. */
  readonly #messages = new Map<string, { readonly input: number; readonly output: number }>();
  /** Id of the message that the main thread streams. */
  #streaming = "";
  /** Tokens of the turn that results have reported. */
  #reported = 0;
  /** Tokens since the last result, and the cost of the conversation, by the last answer of `claude`. */
  #asked: UsageCount | undefined;
  #costBefore = 0;

  constructor(options: LiveUsageOptions) {
    this.#options = options;
    options.events.on("turnEnded", (ended) => this.#endTurn(ended));
  }

  get turn(): UsageCount {
    const { costUsd } = this.conversation;
    return {
      tokens: this.#reported + this.#pending,
      costUsd: costUsd === undefined ? undefined : Math.max(0, costUsd - this.#costBefore),
    };
  }

  get conversation(): UsageCount {
    const { state, isCostKnown } = this.#options.store;
    const costUsd = isCostKnown ? Math.max(state.costUsd, this.#asked?.costUsd ?? 0) : undefined;
    return { tokens: (state.newTokens ?? 0) + this.#pending, costUsd };
  }

  beginTurn(): void {
    this.#forget();
    this.#reported = 0;
    this.#costBefore = this.#options.store.state.costUsd;
  }

  /** Counts a frame. Its work does not depend on the length of the conversation. */
  note(frame: Frame): void {
    if (frame.type === "assistant") return this.#count(frame.message.id ?? "", frame.message.usage);
    if (frame.type !== "stream_event" || getThread(frame) !== mainThread) return;
    const { event } = frame;
    if (event.type === "message_start") {
      const message = readObject(event, "message");
      this.#streaming = readString(message, "id") ?? "";
      this.#count(this.#streaming, readObject(message, "usage"));
    } else if (event.type === "message_delta") this.#count(this.#streaming, readObject(event, "usage"));
  }

  /** Takes over the usage that a result reports of a turn, or the counted usage if it reports none. */
  #endTurn({ usage }: Pick<TurnEnded, "usage">): void {
    const { store, patch } = this.#options;
    const tokens = usage ? countNew(usage.models) : this.#pending;
    this.#reported += tokens;
    this.#forget();
    if (tokens > 0) patch({ newTokens: (store.state.newTokens ?? 0) + tokens });
  }

  /** Asks `claude` for exact numbers, where it has them. Never rejects, and waits only a short time. */
  async refresh(): Promise<void> {
    const { ask, clock } = this.#options;
    const answered = ask().then(
      (answer) => this.#take(answer),
      () => {},
    );
    let timer: Disposable | undefined;
    const late = new Promise<void>((resolve) => {
      timer = clock.after(maxWaitMs, resolve);
    });
    await Promise.race([answered, late]);
    timer?.dispose();
  }

  get #pending(): number {
    let counted = 0;
    for (const { input, output } of this.#messages.values()) counted += input + output;
    return Math.max(counted, this.#asked?.tokens ?? 0);
  }

  #count(id: string, usage: unknown): void {
    if (usage === undefined) return;
    const { input, output } = this.#messages.get(id) ?? { input: 0, output: 0 };
    const fresh = (readNumber(usage, "input_tokens") ?? 0) + (readNumber(usage, "cache_creation_input_tokens") ?? 0);
    this.#messages.set(id, {
      input: Math.max(input, fresh),
      output: Math.max(output, readNumber(usage, "output_tokens") ?? 0),
    });
  }

  #take(answer: ControlRequestAnswer<"get_usage"> | undefined): void {
    const { store } = this.#options;
    const { total_cost_usd: cost, model_usage: used } = answer?.session ?? {};
    const before = store.counted.models;
    this.#asked = {
      tokens: used && before ? Math.max(0, countNew(readModels(used)) - countNew([...before.values()])) : 0,
      costUsd: cost === undefined ? undefined : cost + store.costOffset,
    };
  }

  #forget(): void {
    this.#messages.clear();
    this.#asked = undefined;
  }
}

/** Returns the new tokens: input without cache reads, plus output. */
function countNew(models: readonly ModelUsage[]): number {
  return models.reduce((sum, { input, cacheWrite, output }) => sum + input + cacheWrite + output, 0);
}
