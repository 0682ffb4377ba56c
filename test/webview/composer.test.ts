import { screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { parseDraftIntent } from "../../extension/shared/contract/composer/draftIntent.ts";
import { composerText } from "../../extension/shared/text/composer/composer.ts";
import { isLetterKey } from "../../webview/ui/isLetterKey.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

const commands = [
  { name: "compact", description: "Make it shorter", argumentHint: "<what to keep>" },
  { name: "doctor", description: "", argumentHint: "", isTerminalOnly: true },
];
const options = () => screen.queryAllByRole("option").map((option) => option.textContent?.trim());

it("offers commands, keeps Escape from stopping the turn, and sends one that is whole", () => {
  const { host, type, key } = open({ commands, status: "working" });
  type("/comp");
  expect(options()).toEqual(["/compact Make it shorter"]);
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

it("opens the list of rewinds by Escape twice in the empty field while idle", () => {
  const { host, chat, type, key } = open();
  const rewinds = () => host.sent.filter((sent) => sent.type === "runCommand" && sent.action === "rewind").length;
  key({ key: "Escape" });
  key({ key: "Escape", repeat: true });
  expect(rewinds()).toBe(0);
  key({ key: "Escape" });
  key({ key: "Shift" });
  key({ key: "Escape" });
  expect(rewinds()).toBe(0);
  key({ key: "Escape" });
  expect(rewinds()).toBe(1);
  type("text");
  key({ key: "Escape" });
  key({ key: "Escape" });
  expect(rewinds()).toBe(1);
  type("");
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { status: "working" } }] }));
  flushSync();
  key({ key: "Escape" });
  key({ key: "Escape" });
  expect(rewinds()).toBe(1);
});

it("keeps the second Escape from the editor, and the first one not", () => {
  const { type, key } = open();
  const heard: string[] = [];
  const listen = (event: KeyboardEvent): unknown => heard.push(event.key);
  window.addEventListener("keydown", listen);
  expect([key({ key: "Escape" }), key({ key: "Escape" })].map(({ defaultPrevented }) => defaultPrevented)).toEqual([
    false,
    true,
  ]);
  expect(heard).toEqual(["Escape"]);
  type("text");
  expect([key({ key: "Escape" }), key({ key: "Escape" })].map(({ defaultPrevented }) => defaultPrevented)).toEqual([
    false,
    false,
  ]);
  expect(heard).toHaveLength(3);
  window.removeEventListener("keydown", listen);
});

it("says whose a command is", () => {
  const { type } = open({
    commands: [
      { name: "reader:check", description: "Check it", argumentHint: "", source: { kind: "plugin", name: "reader" } },
      { name: "review", description: "Look", argumentHint: "", isSkill: true, source: { kind: "project" } },
    ],
  });
  type("/re");
  expect(options()).toEqual(
    expect.arrayContaining(["/reader:check Check it · plugin reader", "/review Look · project"]),
  );
});

it("offers what is not named for people only where it is meant", () => {
  const { type } = open({ commands: ["__inner", "zip"].map((name) => ({ name, description: "", argumentHint: "" })) });
  type("/");
  expect(options().at(-1)).toBe("/zip");
  type("/__");
  expect(options()).toEqual(["/__inner"]);
});

it("runs its own and terminal commands, and sends unknown ones to claude", () => {
  const { host, message, type, key } = open({ commands });
  type("/model ");
  key({ key: "Enter" });
  expect(host.sent.findLast(({ type: kind }) => kind === "runCommand")).toEqual({
    type: "runCommand",
    action: "selectModel",
  });
  expect(message.value).toBe("");
  type("/effort low");
  key({ key: "Enter" });
  expect(host.sent.findLast(({ type: kind }) => kind === "runCommand")).toEqual({
    type: "runCommand",
    action: "selectEffort",
    argument: "low",
  });
  type("/doctor ");
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "continueInTerminal" });
  type("/usr/bin is full");
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "/usr/bin is full" });
  type("/btw why\nso?");
  key({ key: "Enter" });
  expect(host.sent.findLast(({ type: kind }) => kind === "askAside")).toMatchObject({ question: "why\nso?" });
});

it("has the cursor in the field once its button sent what was there", () => {
  const { host, type, click, message } = open();
  type("go");
  const button = screen.getByRole("button", { name: "Send" });
  button.focus();
  click(button);
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "go" });
  expect(document.activeElement).toBe(message);
});

it("refuses a message that begins with a terminal line and continues below, with a hint", () => {
  const { host, message, type, key } = open();
  type("!npm test\nand tell me why");
  key({ key: "Enter" });
  expect(host.sent.some(({ type: kind }) => kind === "submit" || kind === "runInTerminal")).toBe(false);
  expect(screen.getByRole("alert").textContent).toContain("“!” runs one line.");
  expect(message.value).toBe("!npm test\nand tell me why");
  type(" !npm test\nand tell me why");
  expect(screen.queryByRole("alert")).toBeNull();
  key({ key: "Enter" });
  expect(host.sent.findLast(({ type: kind }) => kind === "submit")).toEqual({
    type: "submit",
    text: " !npm test\nand tell me why",
  });
});

it("keeps what stands behind a command of ours that takes nothing, and says so", () => {
  const { host, message, type, key } = open();
  type("/clear and mend the reader");
  key({ key: "Escape" });
  key({ key: "Enter" });
  expect(screen.getByRole("alert").textContent).toContain("/clear takes no arguments");
  expect(message.value).toBe("/clear and mend the reader");
  expect(host.sent.filter(({ type: kind }) => kind === "runCommand" || kind === "submit")).toEqual([]);
});

const commandsOnly = { commands };
it.each([
  ["fix it", { kind: "prompt" }],
  ["/compact and more", { kind: "prompt" }],
  ["/doctor", { kind: "terminalOnly" }],
  ["/model ", { kind: "own", action: "selectModel" }],
  [" /model", { kind: "own", action: "selectModel" }],
  ["\n/btw why?", { kind: "aside", question: "why?" }],
  ["  /compact and more", { kind: "prompt", text: "/compact and more" }],
  [" /unheard of", { kind: "prompt" }],
  [" # use tabs", { kind: "prompt" }],
  ["/btw  why?", { kind: "aside", question: "why?" }],
  ["! npm test ", { kind: "shell", command: "npm test" }],
  ["!ls\nand more", { kind: "shellLines" }],
  ["!ls\n\n", { kind: "shell", command: "ls" }],
  [" !ls\nand more", { kind: "prompt" }],
  ["!\nand more", { kind: "prompt" }],
  ["/model haiku ", { kind: "own", action: "selectModel", argument: "haiku" }],
  ["/rename A new title", { kind: "own", action: "rename", argument: "A new title" }],
  ["/clear and mend it", { kind: "noArgument", command: "clear" }],
  ["![a picture](shot.png)\nWhat is wrong here?", { kind: "prompt" }],
  ["! [ -f a ] && ls", { kind: "shell", command: "[ -f a ] && ls" }],
  ["/model haiku\nand more", { kind: "prompt" }],
  ["!", { kind: "prompt" }],
  ["# use tabs", { kind: "note" }],
  ["#use tabs\n", { kind: "note" }],
  ["# Heading\n\nand text", { kind: "prompt" }],
  ["## Heading", { kind: "prompt" }],
  ["#", { kind: "prompt" }],
])("knows what %j is meant for", (draft, intent) => {
  expect(parseDraftIntent(draft, commandsOnly)).toEqual(intent);
});

it("shows what the CLI suggests until something is typed; Tab takes it", () => {
  const { message, key, type } = open({ suggestion: "Run the tests" });
  expect(message.placeholder).toBe("Run the tests (Tab)");
  expect(key({ key: "Tab" }).defaultPrevented).toBe(true);
  expect(message.value).toBe("Run the tests");
  type("");
  key({ key: "x" });
  flushSync();
  expect(message.placeholder).toBe(composerText.placeholder());
  expect(key({ key: "Tab" }).defaultPrevented).toBe(false);
});

it("opens a long message in the editor, and earlier ones with a key", () => {
  const { host, type, key, click } = open();
  expect(screen.queryByRole("button", { name: "Edit in editor" })).toBeNull();
  type("one\n".repeat(6));
  click(screen.getByRole("button", { name: "Edit in editor" }));
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "editMessage" });
  expect(key({ key: "r", ctrlKey: true }).defaultPrevented).toBe(true);
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "promptHistory" });
});

it.each([
  ["f", "KeyF", true],
  ["F", "KeyF", true],
  // AZERTY and Dvorak: what is written counts.
  ["f", "KeyY", true],
  ["u", "KeyF", false],
  ["ü", "KeyF", false],
  ["а", "KeyF", true],
  ["φ", "KeyF", true],
  ["כ", "KeyF", true],
  ["а", "KeyR", false],
  ["Dead", "KeyF", false],
])("knows whether %j at %s is the letter F", (key, code, isIt) => {
  expect(isLetterKey({ key, code }, "f")).toBe(isIt);
});

it("goes to earlier messages on a keyboard without Latin letters", () => {
  const { host, key } = open();
  expect(key({ key: "к", code: "KeyR", ctrlKey: true }).defaultPrevented).toBe(true);
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "promptHistory" });
});
