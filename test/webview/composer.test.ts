import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Attachment } from "../../extension/contract/attachments.ts";
import type { Item } from "../../extension/contract/items.ts";
import { isSecretFile, sourcesIn } from "../../extension/contract/suggestions.ts";
import { draftIntent } from "../../webview/state/draftIntent.ts";
import { mentionPlace, mentionsIn, tokenAt } from "../../webview/state/promptToken.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about, FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

useFakePage();

const picture: Attachment = { id: "a1", kind: "image", name: "shot.png", mediaType: "image/png", size: 10 };
const commands = [
  { name: "compact", description: "Make it shorter", argumentHint: "<what to keep>" },
  { name: "doctor", description: "", argumentHint: "", isTerminalOnly: true },
];
const options = () => screen.queryAllByRole("option").map((option) => option.textContent?.trim());

it("asks the host for mentions, shows what comes for the newest word only, and takes one with a key", () => {
  const { host, chat, message, type, key } = open();
  type("see @re");
  const first = host.sent.at(-1);
  type("see @rea");
  const second = host.sent.at(-1);
  expect([first, second]).toMatchObject([
    { type: "findMentions", query: "re" },
    { type: "findMentions", query: "rea" },
  ]);
  const answer = (sent: typeof first, path: string) => {
    if (sent?.type === "findMentions") chat.receive(about({ type: "mentions", search: sent.search, found: [{ kind: "file", text: path }] }));
    flushSync();
  };
  answer(first, "late.ts");
  expect(screen.queryByRole("listbox")).toBeNull();
  answer(second, "src/reader.ts");
  expect(message.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option").id);
  expect(key({ key: "Enter" }).defaultPrevented).toBe(true);
  expect(message.value).toBe("see @src/reader.ts ");
  within(screen.getByRole("list", { name: "Attachments" })).getByRole("listitem", { name: "src/reader.ts" });
  expect(host.sent.some((sent) => sent.type === "submit")).toBe(false);
});

it("offers commands, keeps Escape from stopping the turn, and sends one that is whole", () => {
  const { host, type, key } = open({ commands, status: "working" });
  type("/comp");
  expect(options()).toEqual(["/compact <what to keep> Make it shorter"]);
  key({ key: "Escape" });
  expect(options()).toEqual([]);
  expect(host.sent.some((sent) => sent.type === "stop")).toBe(false);
  type("/compac");
  expect(options()).toEqual([]);
  type("");
  type("/compact");
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "/compact" });
});

it("runs its own commands, and those of a terminal in one, and sends what it does not know", () => {
  const { host, message, type, key } = open({ commands });
  type("/model ");
  key({ key: "Enter" });
  expect(host.sent.findLast(({ type: kind }) => kind === "run")).toEqual({ type: "run", action: "selectModel" });
  expect(message.value).toBe("");
  type("/doctor ");
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "run", action: "continueInTerminal" });
  type("/usr/bin is full");
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "/usr/bin is full" });
  type("/btw why\nso?");
  key({ key: "Enter" });
  expect(host.sent.findLast(({ type: kind }) => kind === "askAside")).toMatchObject({ question: "why\nso?" });
});

it("sends what is attached with its prompt, without words too, and takes one out again", () => {
  const { host, key, click } = open({ attachments: [picture] });
  click(screen.getByRole("button", { name: "Remove shot.png" }));
  expect(host.sent.at(-1)).toEqual({ type: "detach", id: "a1" });
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "", attachments: ["a1"] });
});

it("sends what was attached just now, though the host did not confirm it yet", () => {
  const { host, chat, key } = open({ attachments: [picture] });
  chat.attaching.begin()({ kind: "text", name: "a.log", mediaType: "text/plain", size: 1, data: "x" });
  const attach = host.sent.at(-1);
  const id = attach?.type === "attach" ? attach.id : "";
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "", attachments: ["a1", id] });
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "", attachments: ["a1"] });
});

it("takes cells of a table for their text, and a picture alone for a picture", () => {
  const { message } = open();
  const paste = (text: string) => {
    const clipboardData = { files: [new File([], "empty.png", { type: "image/png" })], getData: () => text };
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData });
    message.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(paste("a\tb")).toBe(false);
  expect(paste("")).toBe(true);
});

it("folds a long paste into an attachment, and leaves a short one to the field", () => {
  const { host, message } = open();
  const paste = (text: string) => {
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData: { files: [], getData: () => text } });
    message.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(paste("short")).toBe(false);
  expect(paste("x\n".repeat(1_500))).toBe(true);
  expect(host.sent.at(-1)).toMatchObject({ type: "attach", content: { kind: "text", name: "Pasted text, 1501 lines", size: 3_000 } });
});

it("shows a prompt with what went with it", () => {
  const host = new FakeHost();
  const items: Item[] = [{ kind: "prompt", id: "p", text: "look", attachments: [picture] }];
  render(RowWithChat, { host, items });
  const chip = within(screen.getByRole("article", { name: "You" })).getByRole("listitem", { name: "shot.png" });
  within(chip).getByRole("button").click();
  expect(host.sent.at(-1)).toEqual({ type: "openAttachment", id: "a1" });
});

it.each([
  ["@", { kind: "mention", start: 0, query: "" }],
  ["see @src/re", { kind: "mention", start: 4, query: "src/re" }],
  ['see @"docs/ho', { kind: "mention", start: 4, query: "docs/ho" }],
  ["/", { kind: "command", start: 0, query: "" }],
  ["please /rev", { kind: "command", start: 7, query: "rev" }],
  ["/plugin:do-it", { kind: "command", start: 0, query: "plugin:do-it" }],
  ["a\n/x", { kind: "command", start: 2, query: "x" }],
])("sees what %j asks for", (text, token) => {
  expect(tokenAt(text, text.length)).toEqual({ ...token, end: text.length });
});

it.each(["", "mail@example.com", "a/b", "/usr/bin", "@one two", "1/2"])("asks for nothing at the end of %j", (text) => {
  expect(tokenAt(text, text.length)).toBeUndefined();
});

it("looks at the word before the cursor only", () => {
  expect(tokenAt("@src and more", 4)).toEqual({ kind: "mention", start: 0, end: 4, query: "src" });
});

it("finds the mentions of paths in a prompt, and no names of people", () => {
  expect(mentionsIn('ask @ann about @src/a.ts#5-10 and @"docs/how to.md", mail a@b.c').map(({ path }) => path)).toEqual(["src/a.ts#5-10", "docs/how to.md"]);
  expect(mentionsIn("What is in @terminal's output? (@changes)").map(({ start, text }) => [start, text])).toEqual(
    sourcesIn("What is in @terminal's output? (@changes)").map(({ start, text }) => [start, text]),
  );
  expect(mentionsIn("@problems, @agent-reviewer and @agent").map(({ path, isFile }) => [path, isFile])).toEqual([
    ["problems", false],
    ["agent-reviewer", false],
  ]);
});

it("says which line a mention begins at", () => {
  expect(mentionPlace("src/a.ts#5-10")).toEqual({ path: "src/a.ts", line: 5 });
  expect(mentionPlace("src/a.ts#L7")).toEqual({ path: "src/a.ts", line: 7 });
  expect(mentionPlace("src/c#")).toEqual({ path: "src/c#" });
});

const commandsOnly = { commands };
it.each([
  ["fix it", { kind: "prompt" }],
  ["/compact and more", { kind: "prompt" }],
  ["/doctor", { kind: "terminalOnly" }],
  ["/model ", { kind: "own", action: "selectModel" }],
  ["/btw  why?", { kind: "aside", question: "why?" }],
  ["! npm test ", { kind: "shell", command: "npm test" }],
  ["!ls\nand more", { kind: "prompt" }],
  ["!", { kind: "prompt" }],
  ["# use tabs", { kind: "note" }],
  ["#use tabs\n", { kind: "note" }],
  ["# Heading\n\nand text", { kind: "prompt" }],
  ["## Heading", { kind: "prompt" }],
  ["#", { kind: "prompt" }],
])("knows what %j is meant for", (draft, intent) => {
  expect(draftIntent(draft, commandsOnly)).toEqual(intent);
});

it("sends the selection along unless it is left out, is mentioned already, or may hold secrets", () => {
  const { host, chat, type, key, click } = open();
  const select = (path: string) => {
    chat.receive(about({ type: "selection", selection: { path, first: 5, last: 10 } }));
    flushSync();
  };
  const sends = (text: string) => {
    type(text);
    key({ key: "Enter" });
    return host.sent.findLast((sent) => sent.type === "submit");
  };
  expect(sends("one")).toEqual({ type: "submit", text: "one" });
  select("src/a.ts");
  expect(sends("two")).toEqual({ type: "submit", text: "two", selection: { path: "src/a.ts", first: 5, last: 10 } });
  expect(sends("see @src/a.ts#5-10 ")).toEqual({ type: "submit", text: "see @src/a.ts#5-10 " });
  within(screen.getByRole("listitem", { name: "a.ts, lines 5–10 selected" }));
  click(screen.getByRole("button", { name: "Leave the selection out" }));
  expect(sends("three")).toEqual({ type: "submit", text: "three" });
  click(screen.getByRole("button", { name: "Take the selection along" }));
  select(".env.local");
  expect(sends("four")).toEqual({ type: "submit", text: "four" });
  click(screen.getByRole("button", { name: "Take the selection along" }));
  expect(sends("five")).toMatchObject({ text: "five", selection: { path: ".env.local" } });
  // What was said of it was for that prompt.
  expect(sends("six")).toEqual({ type: "submit", text: "six" });
  chat.receive(about({ type: "selection" }));
  flushSync();
  expect(screen.queryByRole("list", { name: "Attachments" })).toBeNull();
});

it.each([
  ".env",
  ".envrc",
  "prod.env",
  "a/.env.local",
  "~/.kube/config",
  ".git-credentials",
  "server.pem",
  "C:\\keys\\id_rsa",
  "config/credentials.json",
  "secrets.yaml",
])("takes %s for a file with secrets", (path) => {
  expect(isSecretFile(path)).toBe(true);
});

it.each(["src/environment.ts", "secretary.ts", "keyboard.ts", "a.env.ts"])("takes %s for any file", (path) => {
  expect(isSecretFile(path)).toBe(false);
});

it("attaches what was read to the composer that it was meant for, and no more than goes with one prompt", () => {
  const { host, chat } = open();
  const content = (size: number) => ({ kind: "text", name: "a.log", mediaType: "text/plain", size, data: "x" }) as const;
  const add = chat.attaching.begin();
  expect([add(content(20_000_000)), add(content(20_000_000))]).toEqual([true, false]);
  chat.attaching.clear();
  const count = host.sent.length;
  expect(add(content(1))).toBe(true);
  expect(host.sent.length).toBe(count);
});

it("shows what the CLI suggests until something is typed; Tab takes it", () => {
  const { message, key, type } = open({ suggestion: "Run the tests" });
  expect(message.placeholder).toBe("Run the tests (Tab)");
  expect(key({ key: "Tab" }).defaultPrevented).toBe(true);
  expect(message.value).toBe("Run the tests");
  type("");
  key({ key: "x" });
  flushSync();
  expect(message.placeholder).toBe("Message…");
  expect(key({ key: "Tab" }).defaultPrevented).toBe(false);
});

it("opens a long message in the editor, and earlier ones with a key", () => {
  const { host, type, key, click } = open();
  expect(screen.queryByRole("button", { name: "Edit in the editor" })).toBeNull();
  type("one\n".repeat(6));
  click(screen.getByRole("button", { name: "Edit in the editor" }));
  expect(host.sent.at(-1)).toEqual({ type: "run", action: "editMessage" });
  expect(key({ key: "r", ctrlKey: true }).defaultPrevented).toBe(true);
  expect(host.sent.at(-1)).toEqual({ type: "run", action: "promptHistory" });
});
