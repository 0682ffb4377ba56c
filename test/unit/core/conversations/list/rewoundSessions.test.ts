import { expect, it } from "vitest";
import { ConversationList } from "../../../../../extension/core/conversations/list/conversationList.ts";
import { RewoundSessions } from "../../../../../extension/core/conversations/list/rewoundSessions.ts";
import type { SessionSummary } from "../../../../../extension/core/conversations/list/sessionCatalog.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { MemoryStore, memoryPins, openWindow, savedList } from "../setup.ts";
import { rewindFrom } from "./rewindRecords.ts";

const session = (sessionId: string, time = 1): SessionSummary => ({
  sessionId,
  folder: "/w",
  title: sessionId,
  firstPrompt: "",
  time,
});

/** A list of these sessions, with these rewinds. */
async function listOf(rewound: RewoundSessions, ...saved: readonly SessionSummary[]): Promise<readonly string[]> {
  const { conversations } = openWindow();
  const list = new ConversationList({
    conversations,
    saved: savedList(async () => saved),
    pins: memoryPins(),
    logger: silentLogger,
    rewound,
  });
  await list.refresh();
  return list.all.map(({ key }) => key);
}

it("lists a conversation once, however often it was rewound", async () => {
  const rewound = new RewoundSessions(new MemoryStore());
  rewound.note("b", [rewindFrom("a", 1)]);
  rewound.note("c", [rewindFrom("a", 1), rewindFrom("b", 2)]);
  expect(await listOf(rewound, session("c"), session("b"), session("a"), session("other"))).toEqual(["c", "other"]);
});

it("lists the session to which an undo returns, and hides the other", async () => {
  const rewound = new RewoundSessions(new MemoryStore());
  rewound.note("b", [rewindFrom("a", 1)]);
  rewound.note("a", [rewindFrom("a", 1), rewindFrom("b", 2)]);
  expect(await listOf(rewound, session("b"), session("a"))).toEqual(["a"]);
  rewound.note("c", [rewindFrom("a", 1), rewindFrom("b", 2)]);
  expect(await listOf(rewound, session("c"), session("b"), session("a"))).toEqual(["c"]);
});

it("lists an earlier session without a successor, and one that was continued", async () => {
  const rewound = new RewoundSessions(new MemoryStore());
  rewound.note("b", [rewindFrom("a", 1)]);
  expect(await listOf(rewound, session("a"))).toEqual(["a"]);
  expect(await listOf(rewound, session("b"), session("a", 10 * 60_000))).toEqual(["b", "a"]);
});

it("hides no session after a rewind of files alone", async () => {
  const rewound = new RewoundSessions(new MemoryStore());
  rewound.note("b", [rewindFrom("a", 1, "files")]);
  expect(await listOf(rewound, session("b"), session("a"))).toEqual(["b", "a"]);
});

it("hides earlier sessions after older rewinds are forgotten, also in another window", async () => {
  const store = new MemoryStore();
  const rewound = new RewoundSessions(store);
  rewound.note("b", [rewindFrom("a", 1)]);
  rewound.note("c", [rewindFrom("b", 2)]);
  const other = new RewoundSessions(store);
  expect(await listOf(other, session("c"), session("b"), session("a"))).toEqual(["c"]);
  expect(other.find("c")).toEqual({ done: [rewindFrom("b", 2)] });
  rewound.note("d", [rewindFrom("c", 3)]);
  expect(await listOf(other, session("d"), session("c"), session("b"), session("a"))).toEqual(["d"]);
});

it("sets damaged records of rewinds aside, and ignores ids that are no file names", async () => {
  const store = new MemoryStore();
  store.save("b", "{");
  store.save("c", JSON.stringify({ version: 2 }));
  const rewound = new RewoundSessions(store);
  rewound.note("../../x", [rewindFrom("a", 1)]);
  rewound.note("d", [rewindFrom("../a", 1)]);
  expect([...rewound.read().keys(), ...store.names()]).toEqual(["d", "d"]);
  expect(store.aside).toEqual(["b", "c"]);
  expect(rewound.find("../../x")).toBeUndefined();
});

it("saves the rewinds of a conversation under the session that continues it", async () => {
  const { conversations } = openWindow();
  const rewound = new RewoundSessions(new MemoryStore());
  rewound.follow(conversations);
  const open = conversations.openSaved(session("a"), { done: [rewindFrom("z", 1)] });
  open.conversation.managed.rename("x", "a");
  expect(rewound.find("a")?.done).toHaveLength(1);
  open.conversation.rewinds.memory.finish(rewindFrom("a", 2));
  open.conversation.rewinds.moveTo({ sessionId: "b", title: "", tasks: [], contextTokens: 0 });
  expect([...rewound.read()]).toEqual([
    [
      "b",
      [
        { sessionId: "z", at: 1 },
        { sessionId: "a", at: 2 },
      ],
    ],
  ]);
});
