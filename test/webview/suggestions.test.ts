import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about, snapshot } from "./fakeHost.ts";
import { file, folder, openWithHost, options } from "./suggestionSetup.ts";

useFakePage();

it("asks the host for mentions of the newest word, and inserts one by key", () => {
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
    if (sent?.type === "findMentions")
      chat.receive(about({ type: "mentions", search: sent.search, found: [{ kind: "file", text: path }] }));
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

it("deletes a chosen mention as a whole, and other words by letters", () => {
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

it("treats text chosen, or inserted by the host, as a mention, whatever it looks like", () => {
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

it("continues into a folder with a space in its name, and then selects it", () => {
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

it("lists commands that arrive while one is typed, and asks again for mentions", () => {
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

it.each(["", "keyup"])("ignores the list of a word that the cursor left, after event %j", (event) => {
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

it("goes through the mentions of a draft once for each key", () => {
  const { chat, type } = open();
  const asked = vi.spyOn(chat.suggestions.picked, "has");
  type("run @Makefile now");
  expect(asked).toHaveBeenCalledTimes(1);
});

it("closes the list without focus, and reopens it when the focus returns to the word", () => {
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
