import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { Attachment } from "../../extension/shared/contract/composer/attachments.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const picture: Attachment = { id: "a1", kind: "image", name: "shot.png", mediaType: "image/png", size: 10 };

function edit(text: string, attachments: readonly Attachment[] = []) {
  const host = new FakeHost();
  const chats: ChatState[] = [];
  const items = [{ kind: "prompt", id: "p", text, ...(attachments.length > 0 ? { attachments } : {}) }] as const;
  render(RowWithChat, { host, items, onChat: (chat: ChatState) => chats.push(chat) });
  screen.getByRole("button", { name: "Edit and resend" }).click();
  flushSync();
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Edited message" });
  const enter = (more: KeyboardEventInit = {}) => {
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...more }));
    flushSync();
  };
  return {
    host,
    chat: chats[0],
    field,
    enter,
    resend: screen.getByRole<HTMLButtonElement>("button", { name: "Resend" }),
  };
}

it("shows what goes with a prompt that is edited, and opens it", () => {
  const { host } = edit("look", [picture]);
  const list = within(screen.getByRole("article", { name: "You" })).getByRole("list", { name: "Attachments" });
  within(within(list).getByRole("listitem", { name: "shot.png" }))
    .getByRole("button", { name: "shot.png" })
    .click();
  expect(host.sent.at(-1)).toEqual({ type: "openAttachment", id: "a1" });
});

it("sends a prompt of images only again", () => {
  const { host, resend } = edit("", [picture]);
  expect(resend.disabled).toBe(false);
  resend.click();
  expect(host.sent.at(-1)).toEqual({ type: "resend", promptId: "p", text: "" });
});

it("keeps an edit of which nothing is left, and does not send it", () => {
  const { host, field, enter, resend } = edit("look");
  field.value = " ";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect(resend.disabled).toBe(true);
  enter();
  expect(field.isConnected).toBe(true);
  expect(host.sent.some(({ type }) => type === "resend")).toBe(false);
});

it("has each line of a prompt run as its own letters do", () => {
  render(RowWithChat, { host: new FakeHost(), items: [{ kind: "prompt", id: "p", text: "שלום" }] });
  const { unicodeBidi, textAlign } = getComputedStyle(screen.getByText("שלום"));
  expect([unicodeBidi, textAlign]).toEqual(["plaintext", "start"]);
});

it("sends a prompt again without what was taken out", () => {
  const { host, resend } = edit("look", [picture]);
  screen.getByRole("button", { name: "Remove shot.png" }).click();
  flushSync();
  expect(screen.queryByRole("list", { name: "Attachments" })).toBeNull();
  resend.click();
  expect(host.sent.at(-1)).toEqual({ type: "resend", promptId: "p", text: "look", without: ["a1"] });
});

it.each([
  [
    "Escape",
    (field: HTMLElement) => field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
  ],
  ["Cancel", () => screen.getByRole("button", { name: "Cancel" }).click()],
])("leaves the focus at the prompt after %s", async (_, leave) => {
  const { field } = edit("look");
  leave(field);
  await vi.waitFor(() => expect(document.activeElement?.matches("article button")).toBe(true));
});

it("has the cursor go to the composer when the prompt is sent again", () => {
  const { chat, resend } = edit("look");
  resend.click();
  expect(chat?.focusRequests).toBe(1);
});

it("sends nothing with the key that ends a composition, in both orders of events", () => {
  const { host, enter } = edit("look");
  // Safari tells the end of the composition first.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) enter(composing);
  expect(host.sent.some(({ type }) => type === "resend")).toBe(false);
  enter();
  expect(host.sent.at(-1)).toMatchObject({ type: "resend" });
});
