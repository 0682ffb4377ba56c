import { expect, it } from "vitest";
import { AttachmentActions } from "../../../../../extension/core/conversations/actions/attachmentActions.ts";
import { AttachmentStore } from "../../../../../extension/core/conversations/composer/attachmentStore.ts";
import { setup } from "../actionsSetup.ts";
import { MemoryStore, openWindow } from "../setup.ts";

const log = { kind: "text", name: "a.log", mediaType: "text/plain", size: 4, data: "oops" } as const;

it("keeps what is attached until nothing names it any more", () => {
  const store = new MemoryStore();
  let count = 0;
  const attachments = new AttachmentStore(store, () => `id${++count}`);
  const [kept, forgotten] = [attachments.add(log), attachments.add({ ...log, data: "other" })];
  const later = new AttachmentStore(store, () => "id9");
  expect([later.get(kept.id), later.get(forgotten.id)]).toEqual(["oops", "other"]);
  later.prune(new Set([kept.id]));
  expect([later.get(kept.id), later.get(forgotten.id), later.get("never")]).toEqual(["oops", undefined, undefined]);
});

it("looks for no file under an id that is none of its own", () => {
  const asked: string[] = [];
  const store = Object.assign(new MemoryStore(), { load: (name: string) => void asked.push(name) });
  const attachments = new AttachmentStore(store, () => "x");
  for (const id of ["../../secrets", "p1:0", "", "a".repeat(65)]) expect(attachments.get(id)).toBeUndefined();
  attachments.get("4f0c-1");
  expect(asked).toEqual(["4f0c-1"]);
});

it("adds attachments, sends them by id, opens them, and refuses a repeated id", async () => {
  const { conversations, submitting, shown, clis } = await setup();
  const store = new AttachmentStore(new MemoryStore(), () => "x");
  const viewed: string[] = [];
  const view = {
    show: async ({ name }: { name: string }, data: string) => void viewed.push(`${name} ${data}`),
    explainAgent: (mention: string) => void viewed.push(`${mention} is an agent`),
  };
  const attachments = new AttachmentActions({
    conversations,
    store,
    mentions: { readOne: async () => ({ ...log, name: "@terminal" }) },
    viewer: view,
  });
  attachments.add(shown.id, log, "attached-1");
  attachments.add(shown.id, { ...log, name: "another" }, "attached-1");
  expect(shown.conversation.state.attachments).toMatchObject([{ id: "attached-1", name: "a.log" }]);
  void submitting.submit(shown.id, "look", { attachments: ["attached-1", "never"] });
  expect(shown.conversation.state.attachments).toEqual([]);
  expect(clis[0]?.received.at(-1)).toMatchObject({ message: { content: [{ type: "text" }] } });
  expect(await attachments.open(shown.id, "never")).toBe("notKept");
  expect(await attachments.openMention(shown.id, "no mention")).toBe("missing");
  expect(await attachments.openImage(shown.id, "never", 0)).toBe("notKept");
  expect(await attachments.openOutput(shown.id, "never")).toBe("notKept");
  expect(viewed).toEqual([]);
  await attachments.openMention(shown.id, "@terminal");
  await attachments.openMention(shown.id, "@agent-tools:reviewer");
  expect(viewed).toEqual(["@terminal oops", "@agent-tools:reviewer is an agent"]);
});

it("restores the attachments of a draft and of waiting messages after a restart", async () => {
  const store = new MemoryStore();
  const window = openWindow({ store });
  const first = window.conversations.restore();
  await first.open();
  first.attach({ id: "a1", kind: "image", name: "shot.png", mediaType: "image/png", size: 1 });
  first.draft = "what is this";
  const again = openWindow({ store });
  expect(again.conversations.restore()).toMatchObject({
    draft: "what is this",
    conversation: { state: { attachments: [{ id: "a1", name: "shot.png" }] } },
  });
});

it("takes a text that was pasted back into the message, and no other attachment", async () => {
  const { conversations, shown } = await setup();
  const store = new AttachmentStore(new MemoryStore(), () => "x");
  const attachments = new AttachmentActions({
    conversations,
    store,
    mentions: { readOne: async () => log },
    viewer: { show: async () => {}, explainAgent: () => {} },
  });
  attachments.add(shown.id, log, "attached-1");
  attachments.add(shown.id, { ...log, isPasted: true, data: "as pasted" }, "attached-2");
  shown.attach({ ...log, isPasted: true, id: "attached-3" });
  expect(["attached-1", "attached-2", "attached-3", "never"].map((id) => attachments.unfold(shown.id, id))).toEqual([
    undefined,
    "as pasted",
    undefined,
    undefined,
  ]);
  // One whose text is lost stays, and says so when it is opened or sent.
  expect(shown.conversation.state.attachments.map(({ id }) => id)).toEqual(["attached-1", "attached-3"]);
});
