import { expect, it } from "vitest";
import { SubmitAction } from "../../../../../extension/core/conversations/composer/submitAction.ts";
import { memoryAttachments } from "../../../../fakes/memoryAttachments.ts";
import { setup } from "../actionsSetup.ts";

const content = (name: string, data: string) =>
  ({ kind: "text", name, mediaType: "text/plain", size: data.length, data }) as const;

async function window() {
  const parts = await setup();
  const store = memoryAttachments();
  const now = { path: "a.ts", first: 1, last: 2 };
  const selection = { of: () => now, read: (folder: string) => content("a.ts#1-2", `selected in ${folder}`) };
  const submitting = new SubmitAction(parts.conversations, store, selection);
  return { ...parts, submitting, now };
}

it("sends the selection if wanted, after the attachments, and empties the composer", async () => {
  const { submitting, shown } = await window();
  shown.attach({ id: "a1", kind: "text", name: "a.log", mediaType: "text/plain", size: 1 });
  shown.draft = "fix it";
  submitting.submit(shown.id, "fix it", { attachments: ["a1"], selection: { path: "a.ts", first: 1, last: 2 } });
  const { items } = shown.conversation.transcript.page("", { kind: "end" }, 10);
  expect(items).toContainEqual(
    expect.objectContaining({
      kind: "prompt",
      attachments: [expect.objectContaining({ name: "a.log" }), expect.objectContaining({ name: "a.ts#1-2" })],
    }),
  );
  expect([shown.draft, shown.conversation.state.attachments]).toEqual(["", []]);
});

it("sends no selection but the one that the composer showed, and says so", async () => {
  const { submitting, shown, now } = await window();
  Object.assign(now, { path: ".env", first: 9, last: 9 });
  submitting.submit(shown.id, "look", { selection: { path: "a.ts", first: 1, last: 2 } });
  const { items } = shown.conversation.transcript.page("", { kind: "end" }, 10);
  expect(items).toContainEqual(expect.objectContaining({ notice: { code: "selectionChanged", path: "a.ts" } }));
  expect(items.find((item) => item.kind === "prompt")).not.toHaveProperty("attachments");
});
