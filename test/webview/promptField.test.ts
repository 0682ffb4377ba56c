import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { AttachmentContent } from "../../extension/shared/contract/composer/attachments.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import { composerText } from "../../extension/shared/text/composer/composer.ts";
import { open, permission, useFakePage } from "./appSetup.ts";
import { about, snapshot } from "./fakeHost.ts";

useFakePage();

const prompt = (id: string, text: string): Item => ({ kind: "prompt", id, text });

/** The page with prompts that were sent, and an editor that can undo what goes through it. */
function openWith(items: readonly Item[] = []) {
  const page = open();
  page.chat.receive(
    about({ type: "changes", deltas: items.map((item) => ({ kind: "put", thread: "", item, isNew: true })) }),
  );
  flushSync();
  const undoable = vi.spyOn(document, "execCommand").mockImplementation((_command, _ui, text = "") => {
    const message = page.field();
    message.setRangeText(text, message.selectionStart, message.selectionEnd, "end");
    message.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  });
  return { ...page, undoable };
}

it("removes a mention so that undo works, and returns to the field", () => {
  const { chat, message, type, click, undoable } = openWith();
  type("compare @src/a.ts and @src/b.ts");
  const found = ["src/a.ts", "src/b.ts"].map((path) => ({ path, kind: "file" }) as const);
  chat.receive(about({ type: "files", found }));
  flushSync();
  click(screen.getByRole("button", { name: "Remove src/a.ts" }));
  expect(message.value).toBe("compare and @src/b.ts");
  expect(undoable.mock.calls).toEqual([["delete"]]);
  expect([document.activeElement, message.selectionStart]).toEqual([message, 8]);
  click(screen.getByRole("button", { name: "Remove src/b.ts" }));
  expect(message.value).toBe("compare and ");
});

it("draws a mention's name without its folders, which the text has", () => {
  const { chat, type } = openWith();
  type("compare @src/a.ts and @.env");
  const found = ["src/a.ts", ".env"].map((path) => ({ path, kind: "file" }) as const);
  chat.receive(about({ type: "files", found }));
  flushSync();
  const chips = ["src/a.ts", ".env"].map((path) => screen.getByRole("button", { name: path }));
  expect(chips.map(({ textContent }) => textContent.trim())).toEqual(["a.ts", ".env"]);
  expect(chips[0]?.title).toBe("src/a.ts");
});

it("recalls prompts so that it can be undone, and offers nothing for their last word", () => {
  const { message, key, type, undoable } = openWith([prompt("p1", "first"), prompt("p2", "look at\r\n@src/a.ts")]);
  type("half a thought");
  key({ key: "ArrowUp", altKey: true });
  expect(message.value).toBe("look at\n@src/a.ts");
  expect(screen.queryByRole("listbox")).toBeNull();
  key({ key: "ArrowUp" });
  expect(message.value).toBe("first");
  key({ key: "ArrowDown" });
  key({ key: "ArrowDown" });
  expect(message.value).toBe("half a thought");
  expect(undoable).toHaveBeenCalledTimes(4);
});

it("puts in lines as one piece, as text, whatever they look like", () => {
  const { message, key, undoable } = openWith([prompt("p1", "if (a < b &amp; c)\r\n  <b>x</b>\0\n")]);
  undoable.mockReturnValue(false);
  key({ key: "ArrowUp" });
  expect(undoable.mock.calls).toEqual([
    ["insertHTML", false, "if (a &#60; b &#38;amp; c)\n  &#60;b&#62;x&#60;/b&#62;\n"],
  ]);
  expect(message.value).toBe("if (a < b &amp; c)\n  <b>x</b>\n");
  expect(message.selectionStart).toBe(message.value.length);
});

it("replaces the field, without its undo steps, for a long text or one from elsewhere", () => {
  const long = "line\n".repeat(20_001);
  const { chat, message, field, key, type, undoable } = openWith([prompt("p1", long)]);
  key({ key: "ArrowUp" });
  expect(undoable).not.toHaveBeenCalled();
  expect([field() === message, field().value === long]).toEqual([false, true]);
  const second = field();
  second.focus();
  chat.receive(about({ type: "setDraft", text: "an earlier message" }));
  flushSync();
  expect([field() === second, field().value, field() === document.activeElement]).toEqual([
    false,
    "an earlier message",
    true,
  ]);
  const third = field();
  type("typed");
  expect(field()).toBe(third);
});

it("empties the field so that undo brings back what was sent", () => {
  const { host, message, field, key, type, undoable } = openWith();
  type("go on");
  key({ key: "Enter" });
  expect(undoable.mock.calls).toEqual([["delete"]]);
  expect([field() === message, message.value]).toEqual([true, ""]);
  expect(host.sent.filter(({ type: kind }) => kind === "submit").length).toBe(1);
});

it("keeps a recalled prompt that cannot be sent yet", async () => {
  const { host, chat, message, key, type } = openWith([prompt("p1", "first")]);
  type("half a thought");
  key({ key: "ArrowUp", altKey: true });
  let finish = (_read: AttachmentContent): void => {};
  const done = chat.draftAttachments.attach(
    [new File(["x"], "a.log")],
    () => new Promise((resolve) => (finish = resolve)),
  );
  flushSync();
  key({ key: "Enter" });
  expect(message.value).toBe("first");
  finish({ kind: "text", name: "a.log", mediaType: "text/plain", size: 1, data: "x" });
  await done;
  flushSync();
  key({ key: "Enter" });
  expect(host.sent.findLast((sent) => sent.type === "submit")).toMatchObject({ text: "first" });
  expect(message.value).toBe("half a thought");
});

it("says in the empty field what a message does now", () => {
  const { chat, message } = openWith([prompt("p1", "first")]);
  expect(message.placeholder).toBe(composerText.placeholder());
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { status: "working" } }] }));
  flushSync();
  expect(message.placeholder).toBe(composerText.queuePlaceholder());
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { suggestion: "Run the tests" } }] }));
  flushSync();
  expect(message.placeholder).toBe("Run the tests (Tab)");
});

it("names the key for Allow on buttons and in the empty field while it works", () => {
  const { chat, message, click } = open({ requests: [permission] });
  const set = (state: object): void => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: state }] }));
    flushSync();
  };
  expect(message.placeholder).toBe("Ctrl+Enter to allow, or queue a message…");
  expect(screen.getByRole("button", { name: "Allow" }).title).toBe("Allow (Ctrl+Enter)");
  expect(screen.getByRole("button", { name: "Deny" }).title).toBe("Deny (Ctrl+Backspace)");
  set({ requests: [{ ...permission, id: "r2", toolId: "t2" }] });
  expect(message.placeholder).toContain("Ctrl+Enter");
  click(screen.getByRole("button", { name: "Collapse" }));
  expect(message.placeholder).not.toContain("Ctrl+Enter");
  click(screen.getByRole("button", { name: "Expand" }));
  expect(message.placeholder).toContain("Ctrl+Enter");
  set({ attachments: [{ id: "a1", kind: "text", name: "a.log", size: 1 }] });
  expect(message.placeholder).not.toContain("Ctrl+Enter");
  set({ attachments: [], requests: [{ ...permission, isDenyDefault: true }] });
  expect(message.placeholder).not.toContain("Ctrl+Enter");
  expect(screen.getByRole("button", { name: "Allow" }).title).toBe("");
});

it("closes the answer to a side question with Escape, wherever the cursor is", () => {
  const { message, type, key } = open();
  const card = () => screen.queryByRole("region", { name: "Side question" });
  for (const inCard of [false, true]) {
    type("/btw why?");
    key({ key: "Enter" });
    const close = within(card() as HTMLElement).getByRole("button", { name: "Close" });
    const target = inCard ? close : message;
    target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    flushSync();
    expect(card()).toBeNull();
  }
});

it("has each line run as its own letters do, in the field and behind it", () => {
  const { message } = open();
  const mirror = document.querySelector<HTMLElement>(".mirror");
  const styles = [message, mirror as HTMLElement].map((element) => getComputedStyle(element));
  expect(styles.map((style) => [style.unicodeBidi, style.textAlign])).toEqual([
    ["plaintext", "start"],
    ["plaintext", "start"],
  ]);
});

it("puts in all that the host inserts at once, in its order", () => {
  const { chat, message, type } = openWith();
  type("see");
  for (const text of ["@a.ts ", "@b.ts "]) chat.receive(about({ type: "insertText", text }));
  flushSync();
  expect(message.value).toBe("see @a.ts @b.ts ");
});

it("keeps the draft behind a recalled prompt per conversation, and the cursor in the field", () => {
  const { host, chat, field, key, type } = openWith([prompt("p1", "first")]);
  const show = (draft: string, id?: ConversationId) => {
    chat.receive(about({ ...snapshot([prompt("p1", "first")]), draft }, id));
    flushSync();
  };
  type("half a thought");
  key({ key: "ArrowUp", altKey: true });
  show("", "c2" as ConversationId);
  expect(document.activeElement).toBe(field());
  type("hello");
  key({ key: "Enter" });
  expect(host.sent.findLast((sent) => sent.type === "submit")).toMatchObject({ text: "hello" });
  expect(field().value).toBe("");
  show("first");
  key({ key: "ArrowDown" });
  expect(field().value).toBe("half a thought");
});

it("gives what is suggested in an empty field all its lines", () => {
  const { chat, message } = open();
  Object.defineProperty(message, "scrollHeight", { get: () => (message.placeholder.length > 20 ? 70 : 28) });
  chat.receive(
    about({ type: "changes", deltas: [{ kind: "state", set: { suggestion: "Run the tests, then commit" } }] }),
  );
  flushSync();
  expect(message.style.height).toBe("72px");
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { suggestion: null } }] }));
  flushSync();
  expect(message.style.height).toBe("30px");
});

it("gives another conversation a field of its own, though nothing is written in either", () => {
  const { chat, message, field } = open();
  chat.receive({ conversation: "other" as ConversationId, message: snapshot() });
  flushSync();
  expect(field()).not.toBe(message);
  expect(field().value).toBe("");
});

it("leaves the focus outside of the page when the field is drawn again", () => {
  const { chat, field } = open();
  field().focus();
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  chat.receive({ conversation: "other" as ConversationId, message: { ...snapshot(), draft: "of another" } });
  flushSync();
  expect(document.activeElement).not.toBe(field());
  hasFocus.mockReturnValue(true);
  window.dispatchEvent(new Event("focus"));
  expect(document.activeElement).toBe(field());
});

it.each<["focusComposer" | "setDraft"]>([["focusComposer"], ["setDraft"]])(
  "takes no focus from where the user went before %s came",
  (type) => {
    const { chat, field } = open();
    const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
    chat.receive(about(type === "setDraft" ? { type, text: "a text" } : { type }));
    flushSync();
    expect(document.activeElement).not.toBe(field());
    hasFocus.mockReturnValue(true);
    window.dispatchEvent(new Event("focus"));
    expect(document.activeElement).toBe(field());
  },
);

it("takes the focus once per request, and leaves it elsewhere when drawn anew", () => {
  const { chat, field } = open();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  chat.focusRequests++;
  flushSync();
  expect(document.activeElement).toBe(field());
  const elsewhere = screen.getByRole("button", { name: "Attach" });
  elsewhere.focus();
  chat.receive({ conversation: "other" as ConversationId, message: { ...snapshot(), draft: "of another" } });
  flushSync();
  expect(field().value).toBe("of another");
  expect(document.activeElement).toBe(elsewhere);
  chat.focusRequests++;
  chat.setDraft("from elsewhere");
  flushSync();
  expect(document.activeElement).toBe(field());
});
