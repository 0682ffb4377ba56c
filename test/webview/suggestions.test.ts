import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import type { MentionSuggestion } from "../../extension/contract/suggestions.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about, snapshot } from "./fakeHost.ts";

useFakePage();

const options = () => screen.queryAllByRole("option").map((option) => option.textContent?.trim());
const file = (text: string): MentionSuggestion => ({ kind: "file", text });
const folder = (text: string): MentionSuggestion => ({ kind: "folder", text });

/** The page with a host that finds things. */
function openWithHost() {
  const page = open();
  /** Answers the search that was asked for last. */
  const find = (...found: MentionSuggestion[]) => {
    const asked = page.host.sent.findLast(({ type }) => type === "findMentions");
    if (asked?.type === "findMentions") page.chat.receive(about({ type: "mentions", search: asked.search, found }));
    flushSync();
  };
  const query = () => {
    const asked = page.host.sent.findLast(({ type }) => type === "findMentions");
    return asked?.type === "findMentions" ? asked.query : undefined;
  };
  /** Imitates the field when a key removes a letter. */
  const backspace = () => {
    const { message } = page;
    if (page.key({ key: "Backspace" }).defaultPrevented) return;
    const at = message.selectionStart;
    message.setRangeText("", at - 1, at, "end");
    message.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  return { ...page, find, query, backspace };
}

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

it("shows what comes twice once, and takes the row that is shown", () => {
  const { message, type, key, find } = openWithHost();
  type("@re");
  find(file("reader.ts"), { kind: "symbol", text: "reader.ts", label: "read" }, file("reader.ts"));
  expect(options()).toEqual(["reader.ts", "read"]);
  key({ key: "ArrowDown" });
  key({ key: "Enter" });
  expect(message.value).toBe("@reader.ts ");
});

it("has a list that cannot be drawn take no keys", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const { host, chat, type, key, find } = openWithHost();
  type("tell @re");
  find(file("reader.ts"));
  chat.suggestions.items = [
    {
      icon: "",
      insert: "@reader.ts",
      detail: "",
      get label(): string {
        throw new Error("broken");
      },
    },
  ];
  flushSync();
  expect(error).toHaveBeenCalled();
  expect(screen.queryByRole("listbox")).toBeNull();
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "tell @re" });
});

it("keeps only rows that fit what is written, until others are found", () => {
  const { message, type, key, find } = openWithHost();
  type("@re");
  find(file("reader.ts"), file("src/writer.ts"), { kind: "problems", text: "problems", detail: "3 errors here" });
  type("@wri");
  expect(options()).toEqual(["writer.ts src"]);
  key({ key: "Enter" });
  expect(message.value).toBe("@src/writer.ts ");
  type("@re");
  find(file("reader.ts"));
  type("@xyz");
  expect(options()).toEqual([]);
});

it("takes away a chosen mention as a whole, and a word that is being written by its letters", () => {
  const { message, type, key, find, backspace } = openWithHost();
  type("see @src/re");
  backspace();
  expect(message.value).toBe("see @src/r");
  find();
  backspace();
  expect(message.value).toBe("see @src/");
  find(file("src/reader.ts"));
  backspace();
  expect(message.value).toBe("see @src");
  type("see @src/re");
  find(file("src/reader.ts"));
  key({ key: "Enter" });
  expect(message.value).toBe("see @src/reader.ts ");
  backspace();
  expect(options()).toEqual([]);
  backspace();
  expect(message.value).toBe("see ");
});

it("takes what was chosen, or inserted by the host, for a mention, whatever it looks like", () => {
  const { chat, message, type, key, find, query, backspace } = openWithHost();
  const listed = () => screen.queryAllByRole("listitem").flatMap((item) => item.getAttribute("aria-label") ?? []);
  type("run @Make");
  expect(listed()).toEqual([]);
  find(file("Makefile"));
  key({ key: "Enter" });
  expect(listed()).toEqual(["Makefile"]);
  chat.receive(about({ type: "insertText", text: '@LICENSE @"my notes" ' }));
  flushSync();
  expect(message.value).toBe('run @Makefile @LICENSE @"my notes" ');
  expect(listed()).toEqual(["Makefile", "LICENSE", "my notes"]);
  backspace();
  backspace();
  backspace();
  backspace();
  expect(message.value).toBe("run @Makefile ");
  // Another word is looked for again.
  backspace();
  type("run @Makefiles");
  expect(query()).toBe("Makefiles");
  key({ key: "Escape" });
  key({ key: "Enter" });
  type("ask @Makefile ");
  expect(listed()).toEqual([]);
});

it("goes on into a folder with a blank in its name, and takes it itself when it is chosen again", () => {
  const { message, type, key, find, query } = openWithHost();
  type("see @my");
  find(folder("my docs/"));
  key({ key: "Enter" });
  expect(message.value).toBe('see @"my docs/');
  expect(query()).toBe("my docs/");
  type('see @"my docs/how t');
  expect(query()).toBe("my docs/how t");
  find(file("my docs/how to.md"));
  key({ key: "Tab" });
  expect(message.value).toBe('see @"my docs/how to.md" ');
  type("see @my");
  find(folder("my docs/"));
  key({ key: "Enter" });
  find(folder("my docs/"));
  key({ key: "Enter" });
  expect(message.value).toBe('see @"my docs/" ');
  within(screen.getByRole("list", { name: "Attachments" })).getByRole("listitem", { name: "my docs/" });
});

it("leaves one quotation mark behind a name that is changed", () => {
  const { message, type, key, find } = openWithHost();
  type('see @"my docs/how.md" now');
  message.setSelectionRange(20, 20);
  message.dispatchEvent(new Event("input", { bubbles: true }));
  find(file("my docs/why.md"));
  key({ key: "Enter" });
  expect(message.value).toBe('see @"my docs/why.md" now');
});

it("lists commands that come while one is being typed, and asks again for what is mentioned", () => {
  const { host, chat, type } = open();
  const update = (set: Partial<ConversationState>) => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set }] }));
    flushSync();
  };
  type("/gre");
  expect(options()).toEqual([]);
  update({ commands: [{ name: "greet", description: "Greets", argumentHint: "" }] });
  expect(options()).toEqual(["/greet Greets"]);
  type("@gre");
  const asked = host.sent.length;
  update({ costUsd: 1 });
  expect(host.sent.length).toBe(asked);
  update({ commands: [] });
  expect(host.sent.at(-1)).toMatchObject({ type: "findMentions", query: "gre" });
});

it.each(["", "keyup"])("has no list for a word that the cursor left, before the next key or with %j", (event) => {
  const { host, message, type, key, find } = openWithHost();
  type("@rea");
  find(file("reader.ts"));
  message.setSelectionRange(0, 0);
  if (event !== "") {
    message.dispatchEvent(new KeyboardEvent(event, { key: "Home", bubbles: true }));
    flushSync();
    expect(options()).toEqual([]);
  }
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "@rea" });
});

it("leaves list and choices with the conversation that they were made in", () => {
  const { host, chat, field, type, key, find } = openWithHost();
  const show = (draft: string, id?: ConversationId) => {
    chat.receive(about({ ...snapshot(), draft }, id));
    flushSync();
  };
  const listed = () => screen.queryAllByRole("listitem").flatMap((item) => item.getAttribute("aria-label") ?? []);
  type("run @Make");
  find(file("Makefile"));
  key({ key: "Enter" });
  type("run @Makefile and @rea");
  find(file("reader.ts"));
  show("look", "c2" as ConversationId);
  expect(options()).toEqual([]);
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "look" });
  show("run @Makefile ");
  expect(field().value).toBe("run @Makefile ");
  expect(listed()).toEqual(["Makefile"]);
});

it("offers by category behind an @ alone, agents last, with the reason where there is nothing", () => {
  const { chat, message, type, key, find } = openWithHost();
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { agents: ["reviewer"] } }] }));
  type("@");
  find(file("a.ts"), { kind: "problems", text: "problems", label: "Problems (0)", gap: "noProblems" }, { kind: "agent", text: "agent-reviewer" });
  expect(options()).toEqual([
    "a.ts",
    "All files Type part of the path",
    "Symbols Type part of the name",
    "Problems (0) No problems are reported",
    "Conversations Type part of the title",
    "Agents (1) claude gives the work to an agent",
  ]);
  expect(screen.getByRole("option", { name: /Problems/ }).getAttribute("aria-disabled")).toBe("true");
  // Over the row that cannot be taken.
  for (let step = 0; step < 4; step++) key({ key: "ArrowDown" });
  key({ key: "Enter" });
  expect(message.value).toBe("@");
  find(file("a.ts"), { kind: "agent", text: "agent-reviewer" });
  expect(options()).toEqual(["agent-reviewer"]);
  key({ key: "Enter" });
  expect(message.value).toBe("@agent-reviewer ");
});

it("asks for a name in a category that has too many to list, and forgets it with the word", () => {
  const { type, key, find, query } = openWithHost();
  type("@");
  key({ key: "ArrowDown" });
  key({ key: "Enter" });
  expect(options()).toEqual(["Type part of the name"]);
  type("@re");
  expect(query()).toBe("re");
  find(file("reader.ts"), { kind: "symbol", text: "reader.ts#3", label: "read", detail: "reader.ts" });
  expect(options()).toEqual(["read reader.ts"]);
  type("and @re");
  find(file("reader.ts"));
  expect(options()).toEqual(["reader.ts"]);
});

it("says that nothing fits once all was looked through, and takes no key for it", () => {
  const { host, chat, type, key } = openWithHost();
  type("ask @ann");
  const asked = host.sent.findLast(({ type: kind }) => kind === "findMentions");
  const answer = (isDone: boolean) => {
    if (asked?.type === "findMentions") chat.receive(about({ type: "mentions", search: asked.search, found: [], isDone }));
    flushSync();
  };
  answer(false);
  expect(options()).toEqual([]);
  answer(true);
  expect(options()).toEqual(["No match for “@ann”"]);
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "ask @ann" });
});

it("offers commands by group, without those that are gone or work in a terminal only", () => {
  const { chat, type } = open();
  const command = (name: string, description: string, more: object = {}) => ({ name, description, argumentHint: "<arguments>", ...more });
  const commands = [
    command("zeta", "Does zeta", { isSkill: true }),
    command("compact", "Compacts"),
    command("agents", "(removed) Ask claude to make one"),
    command("terminal", "Shows", { isTerminalOnly: true }),
    command("_inner", "Is not for people"),
    command("deploy", "Deploys\nas the manual says", { source: { kind: "project" } }),
  ];
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { commands } }] }));
  type("/");
  expect(options().slice(-3)).toEqual(["/compact Compacts", "/deploy Deploys · project", "/zeta Does zeta"]);
  expect(options().join()).not.toMatch(/terminal\b.*Shows|_inner|removed|<arguments>/);
  expect([...document.querySelectorAll(".heading")].map(({ textContent }) => textContent)).toEqual(["Tandem", "Built-in", "Skills and custom commands"]);
  type("/de");
  expect(options()[0]).toBe("/deploy Deploys · project");
  expect(document.querySelector(".heading")).toBeNull();
});

it.each([
  ["!npm test", "Run in the terminal"],
  ["# use tabs", "Save as a note"],
  ["![a](b.png)", "Send"],
  ["## a heading", "Send"],
  ["hello", "Send"],
])("shows what becomes of %j", (draft, title) => {
  const { type } = open();
  type(draft);
  expect(screen.getByRole("button", { name: "Send" }).title).toBe(title);
});

it("goes through the mentions of a draft once for each key", () => {
  const { chat, type } = open();
  const asked = vi.spyOn(chat.suggestions.picked, "has");
  type("run @Makefile now");
  expect(asked).toHaveBeenCalledTimes(1);
});

it("closes the list with the focus, and opens it when that comes back to the same word", () => {
  const { message, type, key, find } = openWithHost();
  message.focus();
  type("see @re");
  find(file("reader.ts"));
  message.blur();
  flushSync();
  expect(options()).toEqual([]);
  message.focus();
  find(file("reader.ts"));
  expect(options()).toEqual(["reader.ts"]);
  key({ key: "Escape" });
  message.blur();
  message.focus();
  flushSync();
  find(file("reader.ts"));
  expect(options()).toEqual([]);
});
