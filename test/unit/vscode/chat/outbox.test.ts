import { expect, it } from "vitest";
import type { StateDelta } from "../../../../extension/shared/contract/stateDeltas.ts";
import type { ToWebview } from "../../../../extension/shared/contract/toWebview.ts";
import { Outbox } from "../../../../extension/vscode/chat/outbox.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { settled } from "../../core/protocol/setup.ts";

function setup() {
  const clock = new FakeClock();
  const posted: ToWebview[] = [];
  const taken: (() => void)[] = [];
  const outbox = new Outbox({
    clock,
    post: (message) => {
      posted.push(message);
      return new Promise<void>((resolve) => taken.push(resolve));
    },
    snapshot: () => ({ type: "focusComposer" }),
  });
  const changes = () => posted.flatMap((message) => (message.type === "changes" ? message.deltas : []));
  const take = async () => {
    taken.shift()?.();
    await settled();
  };
  return { clock, posted, outbox, changes, take };
}
const append = (text: string, id = "t"): StateDelta => ({ kind: "append", thread: "", id, text });
const text = (value: string, id = "t"): StateDelta => ({
  kind: "put",
  thread: "",
  item: { kind: "text", id, text: value, isStreaming: true },
});

it("sends what came in one frame as one message, appends joined", () => {
  const { clock, outbox, posted, changes } = setup();
  outbox.add([text(""), append("a")]);
  outbox.add([append("b"), append("x", "other"), append("c")]);
  expect(posted).toEqual([]);
  clock.advance(16);
  expect(posted).toHaveLength(1);
  expect(changes()).toEqual([text("abc"), append("x", "other")]);
});

it("keeps only the newest state of an item put twice, in its first place", () => {
  const { clock, outbox, changes } = setup();
  outbox.add([text("1"), text("2", "u"), append("more"), text("final")]);
  clock.advance(16);
  expect(changes()).toEqual([text("final"), text("2", "u")]);
});

it("merges state", () => {
  const { clock, outbox, changes } = setup();
  outbox.add([
    { kind: "state", set: { title: "one" } },
    text("x"),
    { kind: "state", set: { folder: "/work", activity: null } },
  ]);
  clock.advance(16);
  expect(changes()[0]).toEqual({ kind: "state", set: { title: "one", folder: "/work", activity: null } });
});

it("waits until the page took a message, and coalesces meanwhile", async () => {
  const { clock, outbox, posted, take } = setup();
  outbox.add([append("a")]);
  clock.advance(16);
  outbox.add([append("b")]);
  clock.advance(100);
  outbox.add([append("c")]);
  expect(posted).toHaveLength(1);
  await take();
  clock.advance(16);
  expect(posted[1]).toEqual({ type: "changes", deltas: [append("bc")] });
});

it("sends the newest page when the page fell far behind", () => {
  const { clock, outbox, posted } = setup();
  outbox.add(Array.from({ length: 1_001 }, (_, index) => text("x", `t${index}`)));
  clock.advance(16);
  expect(posted).toEqual([{ type: "focusComposer" }]);
});

const burst = (from: number): StateDelta[] => Array.from({ length: 301 }, (_, index) => text("x", `t${from + index}`));

it("spaces the pages of a burst, and sends the last one with the turn's end", async () => {
  const { clock, outbox, posted, take } = setup();
  outbox.add(burst(0));
  clock.advance(16);
  await take();
  outbox.add(burst(1_000));
  clock.advance(150);
  outbox.add(burst(2_000));
  expect(posted).toHaveLength(1);
  clock.advance(150);
  expect(posted).toHaveLength(2);
  await take();
  outbox.add(burst(3_000));
  clock.advance(20);
  const end: StateDelta = { kind: "state", set: { status: "idle" } };
  outbox.add([end]);
  expect(posted.slice(2)).toEqual([{ type: "changes", deltas: [end] }, { type: "focusComposer" }]);
  clock.advance(1_000);
  expect(posted).toHaveLength(4);
});

it("shows at once what is asked in a burst", async () => {
  const { clock, outbox, posted, take } = setup();
  outbox.add(burst(0));
  clock.advance(16);
  await take();
  outbox.add([...burst(1_000), { kind: "state", set: { requests: [] } }]);
  clock.advance(16);
  expect(posted).toHaveLength(3);
});

it("looks at no item that the newest page brings anyway", () => {
  const { clock, outbox, posted } = setup();
  let reads = 0;
  const watched = (index: number): StateDelta => ({
    kind: "put",
    thread: "",
    get item() {
      reads++;
      return { kind: "text", id: `w${index}`, text: "x", isStreaming: false } as const;
    },
  });
  outbox.add(burst(0));
  outbox.add(Array.from({ length: 1_000 }, (_, index) => watched(index)));
  clock.advance(16);
  expect(posted).toEqual([{ type: "focusComposer" }]);
  expect(reads).toBe(0);
});

it("sends only threads that are open", () => {
  const { clock, outbox, changes } = setup();
  const inner: StateDelta = { kind: "append", thread: "toolu_1", id: "i", text: "x" };
  outbox.add([inner]);
  clock.advance(16);
  expect(changes()).toEqual([]);
  outbox.openThread("toolu_1");
  outbox.add([inner]);
  clock.advance(16);
  expect(changes()).toEqual([inner]);
});

it("keeps the order of a clear and what follows, and stops when disposed", () => {
  const { clock, outbox, posted, changes } = setup();
  outbox.add([text("gone"), { kind: "clear" }, text("kept")]);
  clock.advance(16);
  expect(changes()).toEqual([{ kind: "clear" }, text("kept")]);
  outbox.dispose();
  outbox.add([text("late")]);
  clock.advance(1_000);
  expect(posted).toHaveLength(1);
  expect(clock.pending).toBe(0);
});
