import { expect, it } from "vitest";
import {
  DraftActions,
  type DraftDocuments,
} from "../../../../../extension/core/conversations/composer/draftActions.ts";
import { Emitter } from "../../../../../extension/shared/base/emitter.ts";
import type { ConversationId } from "../../../../../extension/shared/contract/ids.ts";
import { setup } from "../actionsSetup.ts";
import { getPrompts, openWindow } from "../setup.ts";

/** Documents of drafts, with what a person does in them. */
class Documents implements DraftDocuments {
  readonly #edited = new Emitter<{ conversation: ConversationId; text: string }>(() => {});
  readonly #closed = new Emitter<{ conversation: ConversationId; text: string }>(() => {});
  readonly onDidEdit = this.#edited.event;
  readonly onDidClose = this.#closed.event;
  readonly texts = new Map<ConversationId, string>();
  inFront: ConversationId | undefined;
  async open(conversation: ConversationId, text: string): Promise<void> {
    this.inFront = conversation;
    if (!this.texts.has(conversation)) this.texts.set(conversation, text);
  }
  async close(conversation: ConversationId): Promise<void> {
    this.texts.delete(conversation);
  }
  type(conversation: ConversationId, text: string): void {
    this.texts.set(conversation, text);
    this.#edited.fire({ conversation, text });
  }
  closeByHand(conversation: ConversationId): void {
    const text = this.texts.get(conversation) ?? "";
    this.texts.delete(conversation);
    this.#closed.fire({ conversation, text });
  }
}

async function window() {
  const parts = await setup();
  const documents = new Documents();
  const drafts = new DraftActions({
    conversations: parts.conversations,
    documents,
    submitting: parts.submitting,
    panels: parts.person,
    dialogs: parts.person,
  });
  const { id } = parts.shown;
  return { ...parts, documents, drafts, id };
}

it("opens a draft as a document, and appends it to newer text when that closes", async () => {
  const { drafts, documents, shown, person, id } = await window();
  shown.draft = "a long story";
  await drafts.edit(id);
  expect([documents.texts.get(id), person.drafts]).toEqual(["a long story", [""]]);
  documents.type(id, "a longer story");
  await drafts.edit(id);
  shown.draft = "meanwhile";
  documents.closeByHand(id);
  expect(person.drafts).toEqual(["", "meanwhile\na longer story"]);
  expect(shown.draftText.written).toBeUndefined();
});

it("sends a document by its button only, once", async () => {
  const { drafts, documents, id, clis } = await window();
  await drafts.edit(id);
  documents.type(id, "  ");
  await drafts.send();
  documents.type(id, "do it");
  await drafts.send();
  await drafts.send();
  expect(getPrompts(clis[0])).toEqual(["do it"]);
  expect(documents.texts.size).toBe(0);
});

it("restores a document's text into the composer after its window ended", async () => {
  const { drafts, documents, shown, conversations, actions, person, id, store } = await window();
  shown.draft = "long";
  await drafts.edit(id);
  shown.draft = "";
  documents.type(id, "not lost");
  await actions.show(conversations.create({ draft: "", folder: "/w" }).id);
  expect(conversations.get(id)).toBe(shown);
  const again = openWindow({ store }).conversations;
  again.load();
  expect(again.get(id)?.draft).toBe("not lost");
  await conversations.remove(id);
  documents.closeByHand(id);
  expect(conversations.all.map(({ draft }) => draft)).toContain("not lost");
  expect(person.drafts).toEqual([""]);
});

it("adds an earlier message to the draft", async () => {
  const { drafts, submitting, shown, person, id } = await window();
  await drafts.takeEarlier(id);
  expect(person.said).toEqual(["noPrompt"]);
  await submitting.submit(id, "once");
  shown.draft = "and";
  await drafts.takeEarlier(id);
  expect([person.drafts, person.focused]).toEqual([["and\nonce"], id]);
});

it("puts commands into the composer instead of sending them", async () => {
  const { drafts, documents, id, clis, person, shown } = await window();
  for (const text of ["/status", "!ls", "# use tabs", "!ls\nand more"]) {
    await drafts.edit(id);
    documents.type(id, text);
    await drafts.send();
    expect([person.drafts.at(-1), person.said.at(-1), person.focused]).toEqual([text, "noMessage", id]);
    expect(shown.draftText.written).toBeUndefined();
    shown.draft = "";
  }
  expect(clis.flatMap((cli) => getPrompts(cli))).toEqual([]);
});

it("sends a document once with all its text, and keeps it when its conversation closes", async () => {
  const { drafts, documents, id, clis, conversations } = await window();
  await drafts.edit(id);
  documents.type(id, "do it");
  const sending = [drafts.send(), drafts.send()];
  documents.type(id, "do it all");
  await Promise.all(sending);
  expect(getPrompts(clis[0])).toEqual(["do it all"]);
  await drafts.edit(id);
  documents.type(id, "not lost");
  const late = drafts.send();
  await conversations.remove(id);
  await late;
  expect(conversations.all.map(({ draft }) => draft)).toContain("not lost");
});
