import { File as NodeFile } from "node:buffer";
import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Attachment, AttachmentContent } from "../../extension/shared/contract/composer/attachments.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import { readAttachment } from "../../webview/composer/attachments/readAttachment.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about, FakeHost, idle, shown, snapshot } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

useFakePage();

const picture: Attachment = { id: "a1", kind: "image", name: "shot.png", mediaType: "image/png", size: 10 };
const content = (size: number): AttachmentContent => ({
  kind: "text",
  name: "a.log",
  mediaType: "text/plain",
  size,
  data: "x",
});
const log = new File(["it broke"], "a.log", { type: "text/plain" });
const other = "c2" as ConversationId;
/** As the host sends it: each time another object. */
const fresh = () => ({ ...snapshot(), state: { ...idle } });
const sendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send" });

/** The page, with what is pasted into its field. */
function openAndPaste(set: Parameters<typeof open>[0] = {}) {
  const page = open(set);
  const paste = (text: string) => {
    const clipboardData = {
      files: text === "" ? [new File([], "empty.png", { type: "image/png" })] : [],
      getData: () => text,
    };
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData });
    page.message.dispatchEvent(event);
    flushSync();
    return event.defaultPrevented;
  };
  /** The attachment that was sent last, as the host confirms it. */
  const confirm = () => {
    const sent = page.host.sent.findLast(({ type }) => type === "attach");
    if (sent?.type !== "attach") throw new Error("nothing was attached");
    const { data: _data, ...attachment } = sent.content;
    page.chat.receive(
      about({ type: "changes", deltas: [{ kind: "state", set: { attachments: [{ ...attachment, id: sent.id }] } }] }),
    );
    flushSync();
    return sent.id;
  };
  return { ...page, paste, confirm };
}

it("warns of a pasted or dropped file whose name says that it may hold secrets", () => {
  const attachments: Attachment[] = [
    { ...picture, id: "a1", kind: "text", name: ".env.local" },
    { ...picture, id: "a2", kind: "text", name: "a.log" },
  ];
  open({ attachments });
  const [secret, log] = within(screen.getByRole("list", { name: "Attachments" })).getAllByRole("listitem");
  expect(
    within(secret!).getByTitle(/^\.env\.local · 10 B · may contain secrets, which are sent to the model$/),
  ).toBeDefined();
  expect(secret?.querySelector(".codicon-warning")).not.toBeNull();
  expect(log?.querySelector(".codicon-warning")).toBeNull();
});

it("sends what is attached with its prompt, without words too, and takes one out again", () => {
  const { host, key, click } = open({ attachments: [picture] });
  click(screen.getByRole("button", { name: "Remove shot.png" }));
  expect(host.sent.at(-1)).toEqual({ type: "detach", id: "a1" });
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "", attachments: ["a1"] });
});

it("hands over dropped files, and names those that it can't mention until the next prompt", () => {
  const { host, chat, message, type, key } = open();
  const drop = (list: string) => {
    const dataTransfer = {
      files: [],
      types: ["text/uri-list"],
      getData: (kind: string) => (kind === "text/uri-list" ? list : ""),
    };
    const event = Object.assign(new Event("drop", { bubbles: true, cancelable: true }), { dataTransfer });
    message.dispatchEvent(event);
    flushSync();
    return event.defaultPrevented;
  };
  expect(drop("file:///w/a.ts\r\nuntitled:Untitled-1")).toBe(true);
  expect(host.sent.at(-1)).toEqual({ type: "mentionUris", uris: ["file:///w/a.ts", "untitled:Untitled-1"] });
  // A page is dropped as its address.
  expect(drop("https://example.org/")).toBe(false);
  chat.receive(about({ type: "notMentioned", problems: [{ code: "noFile", names: ["Untitled-1"] }] }));
  flushSync();
  expect(screen.getByRole("alert").textContent).toContain("Not mentioned: Untitled-1.");
  type("go");
  key({ key: "Enter" });
  expect(screen.queryByRole("alert")).toBeNull();
});

it("goes by what is in a file, not by what it claims to be", async () => {
  const read = (name: string, type: string, text: string) =>
    readAttachment(new NodeFile([text], name, { type }) as unknown as File);
  expect(await read("page.pdf", "application/pdf", "<html>Not found</html>")).toEqual({
    name: "page.pdf",
    code: "notReadable",
  });
  expect(await read("manual", "", "\n%PDF-1.7 …")).toMatchObject({
    kind: "pdf",
    mediaType: "application/pdf",
    name: "manual",
  });
  expect(await read("notes.log", "", "it broke")).toMatchObject({ kind: "text", data: "it broke" });
});

it("keeps the selection when a paste is refused, and attaches files beside their names", () => {
  const { message, host, type } = open();
  type("keep this");
  message.select();
  const paste = (text: string, files: readonly File[]) => {
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
      clipboardData: { files, getData: () => text },
    });
    message.dispatchEvent(event);
    flushSync();
    return event.defaultPrevented;
  };
  expect(paste("x".repeat(4_000_001), [])).toBe(true);
  expect(screen.getByRole("alert").textContent).toContain("was not attached");
  expect(message.value).toBe("keep this");
  expect(paste("a.log", [log])).toBe(true);
  expect(paste("a cell", [log])).toBe(false);
  expect(host.sent.some((sent) => sent.type === "attach")).toBe(false);
});

it("sends what was attached just now, though the host did not confirm it yet", () => {
  const { host, chat, key } = open({ attachments: [picture] });
  chat.draftAttachments.paste(content(1));
  const attach = host.sent.at(-1);
  const id = attach?.type === "attach" ? attach.id : "";
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "", attachments: ["a1", id] });
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "", attachments: ["a1"] });
});

it("takes cells of a table for their text, and a picture alone for a picture", () => {
  const { message, paste } = openAndPaste();
  const clipboardData = { files: [new File([], "empty.png", { type: "image/png" })], getData: () => "a\tb" };
  const cells = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData });
  message.dispatchEvent(cells);
  expect(cells.defaultPrevented).toBe(false);
  expect(paste("")).toBe(true);
});

it("replaces the selection with an attachment for a long paste only", () => {
  const { host, message, type, paste } = openAndPaste();
  expect(paste("short")).toBe(false);
  type("this and that");
  message.setSelectionRange(4, 13);
  expect(paste("x\n".repeat(1_500))).toBe(true);
  expect(host.sent.findLast((sent) => sent.type === "attach")).toMatchObject({
    content: { kind: "text", name: "Pasted text, 1501 lines", size: 3_000 },
  });
  expect(message.value).toBe("this");
});

it("inserts a folded paste at the cursor on request, also after a reload", () => {
  const { host, chat, message, type, paste, confirm, click } = openAndPaste({
    attachments: [{ id: "t1", kind: "text", name: "a.log", mediaType: "text/plain", size: 1 }],
  });
  expect(screen.queryByRole("button", { name: "Insert as text" })).toBeNull();
  const text = "long\n".repeat(500);
  type("before after");
  paste(text);
  const id = confirm();
  message.setSelectionRange(7, 7);
  click(screen.getByRole("button", { name: "Insert as text" }));
  expect(host.sent.at(-1)).toEqual({ type: "unfoldAttachment", id });
  chat.receive(about({ type: "insertText", text }));
  flushSync();
  expect(message.value).toBe(`before ${text}after`);
  expect(document.activeElement).toBe(message);
});

it("sends nothing that was taken out, confirmed or not", () => {
  const { host, chat, confirm, key, click } = openAndPaste();
  chat.draftAttachments.paste(content(1));
  confirm();
  click(screen.getByRole("button", { name: "Remove a.log" }));
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { attachments: [picture] } }] }));
  flushSync();
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "", attachments: ["a1"] });
});

it("shows a prompt with what went with it", () => {
  const host = new FakeHost();
  const items: Item[] = [{ kind: "prompt", id: "p", text: "look", attachments: [picture] }];
  render(RowWithChat, { host, items });
  const chip = within(screen.getByRole("article", { name: "You" })).getByRole("listitem", { name: "shot.png" });
  within(chip).getByRole("button").click();
  expect(host.sent.at(-1)).toEqual({ type: "openAttachment", id: "a1" });
});

it("attaches no more than goes with one prompt, and says so", () => {
  const { host, chat } = open();
  for (const size of [20_000_000, 20_000_000]) chat.draftAttachments.paste(content(size));
  flushSync();
  expect(host.sent.filter(({ type }) => type === "attach").length).toBe(1);
  expect(screen.getByRole("alert").textContent).toContain("a.log was not attached");
});

it("names the file that Send waits for, and keeps it for its conversation", async () => {
  const { host, chat } = open();
  let finish = (_read: AttachmentContent): void => {};
  const done = chat.draftAttachments.attach([log], () => new Promise((resolve) => (finish = resolve)));
  flushSync();
  expect([sendButton().disabled, sendButton().title]).toEqual([true, "Reading a.log…"]);
  chat.receive(about(fresh(), other));
  chat.setDraft("go on");
  flushSync();
  expect([sendButton().disabled, sendButton().title]).toEqual([false, "Send"]);
  finish(content(1));
  await done;
  flushSync();
  expect(host.sent.some(({ type }) => type === "attach")).toBe(false);
  chat.receive(about(fresh(), shown));
  flushSync();
  expect(host.envelopes.filter(({ message }) => message.type === "attach")).toMatchObject([
    { conversation: shown, message: { content: { name: "a.log" } } },
  ]);
  expect(sendButton().title).toBe("Send");
});

it("says what was refused in the conversation that it was meant for", async () => {
  const { chat } = open();
  let refuse = (_problem: { name: string; code: "empty" }): void => {};
  const done = chat.draftAttachments.attach([log], () => new Promise((resolve) => (refuse = resolve)));
  chat.receive(about(fresh(), other));
  refuse({ name: "a.log", code: "empty" });
  await done;
  flushSync();
  expect(screen.queryByRole("alert")).toBeNull();
  chat.receive(about(fresh(), shown));
  flushSync();
  expect(screen.getByRole("alert").textContent).toContain("a.log was not attached");
});
