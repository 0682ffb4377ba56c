import { reduceFrame } from "../../extension/core/conversation/reduce/reduceFrame.ts";
import { ConversationStore } from "../../extension/core/conversation/view/conversationStore.ts";
import type { Frame } from "../../extension/core/protocol/frames/decode.ts";
import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import { Outbox } from "../../extension/vscode/chat/outbox.ts";
import { FakeClock } from "../fakes/fakeClock.ts";
import { median, type Row, times } from "./row.ts";

const tokens = 20_000;
const rounds = 9;

/** A conversation of `items` items with a reply that streams at its end. */
function getConversation(items: number): ConversationStore {
  const store = new ConversationStore({ ...createEmptyState("/w"), status: "working", title: "t" });
  store.apply({
    deltas: Array.from({ length: items }, (_, index) => ({
      kind: "put",
      thread: "",
      item: { kind: "text", id: `i${index}`, text: "An earlier reply.", isStreaming: false },
    })),
  });
  const event = (body: object): Frame => ({ type: "stream_event", event: body as { type: string } });
  store.apply(reduceFrame(store, event({ type: "message_start", message: { id: "m" } }), 0));
  store.apply(
    reduceFrame(store, event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }), 0),
  );
  return store;
}

/** Nanoseconds a token costs from frame to message, with a send every hundred tokens. */
async function costPerToken(items: number): Promise<number> {
  const store = getConversation(items);
  const clock = new FakeClock();
  const outbox = new Outbox({ clock, post: async () => {}, snapshot: () => ({ type: "focusComposer" }) });
  const start = process.hrtime.bigint();
  for (let token = 0; token < tokens; token++) {
    const frame: Frame = {
      type: "stream_event",
      event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "token " } },
    };
    outbox.add(store.apply(reduceFrame(store, frame, token)));
    if (token % 100 === 0) {
      clock.advance(16);
      await Promise.resolve();
    }
  }
  return Number(process.hrtime.bigint() - start) / tokens;
}

export async function bench(): Promise<Row[]> {
  const short: number[] = [];
  const long: number[] = [];
  await costPerToken(10);
  for (let round = 0; round < rounds; round++) {
    short.push(await costPerToken(10));
    long.push(await costPerToken(10_000));
  }
  const ratio = median(long) / median(short);
  return [
    {
      what: "a streamed token in the host, 10,000 items against 10",
      measured: `${times(ratio)} (${(median(long) / 1000).toFixed(1)} µs)`,
      target: "≤ 1.3×",
      isMet: ratio <= 1.3,
    },
  ];
}
