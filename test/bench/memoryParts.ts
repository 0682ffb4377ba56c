import v8 from "node:v8";
import vm from "node:vm";
import type { Conversations } from "../../extension/core/conversations/conversations.ts";
import { IdleRest } from "../../extension/core/conversations/lifecycle/idleRest.ts";
import { FakeClock } from "../fakes/fakeClock.ts";
import { openWindow } from "./openWindow.ts";
import { type Row, times } from "./row.ts";
import { TranscriptHome } from "./transcripts.ts";

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc") as () => void;

const minute = 60_000;

/** Returns the bytes of all objects, once what earlier work left behind is gone. */
async function heap(): Promise<number> {
  let used = Number.POSITIVE_INFINITY;
  for (let stable = 0; stable < 4; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
    const now = process.memoryUsage().heapUsed;
    stable = now < used - 20_000 ? 0 : stable + 1;
    used = Math.min(used, now);
  }
  return used;
}

/** Opens conversations of which two are looked at; the others were, some minutes ago. */
async function open(
  home: TranscriptHome,
  sessions: readonly string[],
  isResting: boolean,
): Promise<{ conversations: Conversations; end: () => Promise<void> }> {
  const clock = new FakeClock();
  const conversations = openWindow(home, clock);
  const rest = new IdleRest(conversations, clock, () => (isResting ? 10 : 0));
  const all = sessions.map((sessionId) =>
    conversations.openSaved({ sessionId, folder: home.folder, title: sessionId, firstPrompt: "", time: 0 }),
  );
  for (const each of all) {
    await each.open();
    // As one that was here from its first message on.
    await each.conversation.transcript.loadPages(Number.POSITIVE_INFINITY);
    await each.wake();
  }
  conversations.places.setTabs(all.slice(0, 2).map(({ id }) => ({ id, isVisible: true })));
  for (let passed = 0; passed < 15; passed++) {
    clock.advance(minute);
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Items are released once the end of their transcript was read.
  const deadline = performance.now() + 10_000;
  for (const { conversation } of all.slice(2))
    while (!conversation.transcript.hasOlder && performance.now() < deadline)
      await new Promise((resolve) => setImmediate(resolve));
  return {
    conversations,
    end: async () => {
      rest.dispose();
      await conversations.close();
    },
  };
}

const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** The heap of the host with 20 conversations open of which 2 are looked at, against 2 open. */
async function severalOpen(characters: number, isOneTurn: boolean): Promise<Row[]> {
  const home = new TranscriptHome();
  try {
    const sessions = Array.from({ length: 20 }, (_, index) =>
      home.write(1_000, characters, `the end of ${index}`, isOneTurn),
    );
    const measure = async (count: number, isResting: boolean): Promise<number> => {
      const empty = await heap();
      const { conversations, end } = await open(home, sessions.slice(0, count), isResting);
      const used = (await heap()) - empty;
      if (conversations.all.length !== count) throw new Error("not all are open");
      await end();
      return used;
    };
    // One-time allocations, and the stacks that made them, belong to neither.
    for (const count of [2, 20]) await measure(count, true);
    const rows: Row[] = [];
    for (const isResting of [true, false]) {
      const [few, many] = [await measure(2, isResting), await measure(20, isResting)];
      rows.push({
        what: `heap of 20 conversations of 1,000 items of ${characters.toLocaleString("en")} characters${isOneTurn ? " in one turn" : ""}, 2 of them looked at, the others ${isResting ? "resting" : "with their processes"}, against 2 open`,
        measured: `${times(many / few)} (${mb(many)} / ${mb(few)})`,
        target: "≤ 1.3×",
        isMet: many / few <= 1.3,
      });
    }
    return rows;
  } finally {
    home.remove();
  }
}

/**
 * The heap of the host while one saved conversation after the other is opened, read a few pages back, and left for the
 * next.
 */
async function oneAfterTheOther(): Promise<Row[]> {
  const home = new TranscriptHome();
  try {
    const sessions = Array.from({ length: 20 }, (_, index) => home.write(10_000, 1_000, `the end of ${index}`));
    const clock = new FakeClock();
    const conversations = openWindow(home, clock);
    const rest = new IdleRest(conversations, clock, () => 10);
    const used: number[] = [];
    for (const sessionId of sessions) {
      const shown = conversations.openSaved({
        sessionId,
        folder: home.folder,
        title: sessionId,
        firstPrompt: "",
        time: 0,
      });
      conversations.places.setTabs([{ id: shown.id, isVisible: true }]);
      await shown.open();
      for (let page = 0; page < 5; page++) {
        const [first] = shown.conversation.transcript.page("", { kind: "end" }, 10_000).items;
        if (first) await shown.conversation.transcript.loadPage("", { kind: "before", id: first.id }, 100);
      }
      for (let passed = 0; passed < 2; passed++) {
        clock.advance(minute);
        await new Promise((resolve) => setImmediate(resolve));
      }
      used.push(await heap());
    }
    rest.dispose();
    await conversations.close();
    const [few = Number.NaN, most] = [used[0], Math.max(...used)];
    return [
      {
        what: "heap of the whole process with 20 saved conversations of 10,000 items of 1,000 characters opened one after the other, at most, against with the first",
        measured: `${times(most / few)} (${mb(most)} / ${mb(few)})`,
        target: "≤ 1.2×",
        isMet: most / few <= 1.2,
      },
    ];
  } finally {
    home.remove();
  }
}

/** Measures the memory of the host for hidden conversations. */
export async function bench(): Promise<Row[]> {
  return [
    ...(await oneAfterTheOther()),
    ...(await severalOpen(5_000, false)),
    ...(await severalOpen(1_000, false)),
    ...(await severalOpen(1_000, true)),
  ];
}
