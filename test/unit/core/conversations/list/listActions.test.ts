import { expect, it } from "vitest";
import { ConversationList } from "../../../../../extension/core/conversations/list/conversationList.ts";
import { ListActions, type ListQuestions } from "../../../../../extension/core/conversations/list/listActions.ts";
import { RewoundSessions } from "../../../../../extension/core/conversations/list/rewoundSessions.ts";
import type {
  DeletedSession,
  SessionSummary,
} from "../../../../../extension/core/conversations/list/sessionCatalog.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { MemoryStore, memoryPins, openWindow, savedList } from "../setup.ts";
import { rewindFrom } from "./rewindRecords.ts";

const session: SessionSummary = { sessionId: "s1", folder: "/w", title: "Old title", firstPrompt: "go", time: 1 };

/** A window whose saved conversations can be changed, and a user with these answers. */
async function setup(
  answers: { title?: string; tag?: string; confirms?: boolean; undoes?: boolean; refuses?: string } = {},
  first: readonly SessionSummary[] = [session],
) {
  const window = openWindow();
  let saved = first;
  const rewound = new RewoundSessions(new MemoryStore());
  const said: string[] = [];
  const trash: DeletedSession[] = [];
  const elsewhere = new Set<string>();
  const renamed: string[] = [];
  const dialogs: ListQuestions = {
    say: (refusal) => void said.push(refusal),
    askTitle: async () => answers.title,
    pickDeleted: async (deleted) => deleted[0]?.id,
    askTag: async () => answers.tag,
    confirmDelete: async () => answers.confirms ?? false,
    showDeleted: async () => answers.undoes ?? false,
  };
  const pins = memoryPins();
  const list = new ConversationList({
    conversations: window.conversations,
    saved: savedList(async () => saved),
    pins,
    logger: silentLogger,
    rewound,
  });
  const change = (sessionId: string, to: Partial<SessionSummary>): void => {
    saved = saved.map((entry) => (entry.sessionId === sessionId ? { ...entry, ...to } : entry));
  };
  const changes = {
    rename: async ({ sessionId }: SessionSummary, title: string) => {
      renamed.push(title);
      change(sessionId, { title });
    },
    setTag: async ({ sessionId }: SessionSummary, tag: string) => change(sessionId, { tag }),
    archive: async ({ sessionId }: SessionSummary, isArchived: boolean) => change(sessionId, { isArchived }),
    remove: async ({ sessionId, title, folder }: SessionSummary) => {
      if (answers.refuses === sessionId) throw new Error("no space left");
      const id = `1-${sessionId}`;
      trash.push({ id, sessionId, title, folder, time: 1 });
      saved = saved.filter((entry) => entry.sessionId !== sessionId);
      return () => changes.restore(id);
    },
    listDeleted: async () => [...trash],
    restore: async (id: string) => {
      const [found] = trash.splice(
        trash.findIndex((entry) => entry.id === id),
        1,
      );
      saved = [...saved, ...first.filter(({ sessionId }) => sessionId === found?.sessionId)];
    },
  };
  const shown = window.conversations.restore();
  await shown.open();
  return {
    ...window,
    list,
    shown,
    said,
    renamed,
    actions: new ListActions({
      conversations: window.conversations,
      list,
      sessions: changes,
      pins,
      rewound,
      dialogs,
      isElsewhere: async ({ sessionId }) => elsewhere.has(sessionId),
      turnFrom: () => {},
    }),
    pins,
    rewound,
    saved: () => saved.map(({ sessionId }) => sessionId),
    elsewhere,
    titles: () => list.all.map(({ title }) => title),
  };
}

it("renames a saved conversation, in one line", async () => {
  const { actions, titles, renamed } = await setup({ title: "  A  new\ntitle " });
  await actions.rename("s1");
  expect(titles()).toEqual(["A new title"]);
  expect(renamed).toEqual(["A new title"]);
});

it("has a running process rename its conversation", async () => {
  const { actions, shown, clis, renamed } = await setup({ title: "New" });
  const cli = clis[0]!;
  const plain = cli.onLine;
  cli.onLine = (frame) =>
    frame["request"]?.subtype === "rename_session"
      ? cli.write({
          type: "control_response",
          response: { subtype: "success", request_id: frame["request_id"], response: {} },
        })
      : plain(frame);
  shown.conversation.submit("go");
  cli.write({ type: "system", subtype: "init", session_id: "s1" });
  await actions.rename();
  expect(cli.received.at(-1)).toMatchObject({ request: { subtype: "rename_session", title: "New" } });
  expect(shown.conversation.state.title).toBe("New");
  expect(renamed).toEqual([]);
});

it.each([undefined, "", "   ", "Old title"])("does not rename a conversation to the title %j", async (title) => {
  const { actions, renamed, titles } = await setup({ ...(title === undefined ? {} : { title }) });
  await actions.rename("s1");
  expect(renamed).toEqual([]);
  expect(titles()).toEqual(["Old title"]);
});

it("says that a conversation is not saved or does not exist", async () => {
  const { actions, said } = await setup({ title: "x", confirms: true });
  await actions.rename();
  await actions.rename("nowhere");
  await actions.remove("nowhere");
  expect(said).toEqual(["notSaved", "notSaved", "noConversation"]);
});

it("deletes a conversation and its process after confirmation, and undoes it", async () => {
  const refused = await setup({ confirms: false });
  await refused.actions.remove("s1");
  expect(refused.titles()).toEqual(["Old title"]);
  const { actions, shown, clis, conversations, titles } = await setup({ confirms: true });
  shown.conversation.submit("go");
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
  const removed = actions.remove(shown.id);
  await expect.poll(() => clis[0]?.isInputEnded).toBe(true);
  clis[0]?.end();
  await removed;
  expect(conversations.all).toEqual([]);
  expect(titles()).toEqual([]);
  const undone = await setup({ confirms: true, undoes: true });
  await undone.actions.remove("s1");
  expect(undone.titles()).toEqual(["Old title"]);
});

it.each([
  ["saved", session],
  ["new", undefined],
] as const)("undoes the deletion of a %s conversation with its draft and queued messages", async (_, saved) => {
  const { actions, conversations } = await setup({ confirms: true, undoes: true }, saved ? [saved] : []);
  const open = saved ? conversations.openSaved(saved) : conversations.create();
  open.draft = "typed";
  open.attach({ id: "a", kind: "image", name: "a.png", mediaType: "image/png", size: 1 });
  open.conversation.submit("queued");
  await actions.remove(open.id);
  const [again] = conversations.all.filter(({ hasDraft }) => hasDraft);
  const { queue, attachments, status, sessionId } = again?.conversation.state ?? expect.fail();
  expect([again?.draft, attachments.map(({ id }) => id), status, sessionId]).toEqual([
    ...["typed", ["a"], "resting", saved?.sessionId],
  ]);
  expect(queue).toMatchObject([{ text: "queued", isHeld: true }]);
});

it("keeps a draft and earlier sessions where a conversation cannot be deleted", async () => {
  const old = { ...session, sessionId: "s0" };
  const { actions, conversations, rewound, saved } = await setup({ confirms: true, refuses: "s1" }, [session, old]);
  rewound.note("s1", [rewindFrom("s0", 1)]);
  const open = conversations.openSaved(session);
  open.draft = "typed";
  await expect(actions.remove(open.id)).rejects.toThrow("no space left");
  expect(saved().sort()).toEqual(["s0", "s1"]);
  expect(conversations.all.map(({ draft }) => draft).filter(Boolean)).toEqual(["typed"]);
});

it("tags, archives and pins a saved conversation, and undoes archive and pin", async () => {
  const { actions, list, said } = await setup({ tag: "  for \n later " });
  await actions.tag("s1");
  await actions.archive(true, "s1");
  await actions.pin(true, "s1");
  expect(list.all).toMatchObject([{ isPinned: true, session: { tag: "for later", isArchived: true } }]);
  await actions.archive(false, "s1");
  await actions.pin(false, "s1");
  expect(list.all).toMatchObject([{ isPinned: false, session: { isArchived: false } }]);
  await actions.pin(true, "nowhere");
  expect(said).toEqual(["notSaved"]);
});

it("restores a deleted conversation later, and says if there is none", async () => {
  const { actions, titles, said } = await setup({ confirms: true });
  await actions.restore();
  expect(said).toEqual(["nothingDeleted"]);
  await actions.remove("s1");
  expect(titles()).toEqual([]);
  await actions.restore();
  expect(titles()).toEqual(["Old title"]);
});

it("deletes no conversation that another program runs", async () => {
  const { actions, titles, said, elsewhere } = await setup({ confirms: true });
  elsewhere.add("s1");
  await actions.remove("s1");
  expect([titles(), said]).toEqual([["Old title"], ["runsElsewhere"]]);
});

it("archives an open conversation only if it is not working", async () => {
  const { actions, shown, clis, said, list } = await setup();
  shown.conversation.submit("go");
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
  await actions.archive(true, shown.id);
  expect(said).toEqual(["stillWorking"]);
  clis[0]?.write({ type: "result", subtype: "success", session_id: "s1" });
  const archived = actions.archive(true, shown.id);
  await expect.poll(() => clis[0]?.isInputEnded).toBe(true);
  clis[0]?.end();
  await archived;
  expect(list.all).toMatchObject([{ state: "resting", session: { isArchived: true } }]);
});

it("deletes and restores a conversation with the earlier sessions of its rewinds", async () => {
  const { actions, rewound, list, pins, saved, titles } = await setup({ confirms: true }, [
    session,
    { ...session, sessionId: "s2" },
  ]);
  rewound.note("s2", [rewindFrom("s1", 1)]);
  await pins.set(["s1"], true);
  await list.refresh();
  expect(list.all).toMatchObject([{ key: "s2", isPinned: true }]);
  await actions.pin(false, "s2");
  expect(list.all).toMatchObject([{ key: "s2", isPinned: false }]);
  await actions.remove("s2");
  expect([titles(), saved()]).toEqual([[], []]);
  await actions.restore();
  expect([titles(), saved()]).toEqual([["Old title"], ["s2", "s1"]]);
});

it("undoes the deletion of a conversation with its earlier sessions", async () => {
  const { actions, rewound, saved } = await setup({ confirms: true, undoes: true }, [
    session,
    { ...session, sessionId: "s2" },
  ]);
  rewound.note("s2", [rewindFrom("s1", 1)]);
  await actions.remove("s2");
  expect(saved()).toEqual(["s2", "s1"]);
});
