import { screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { open, useFakePage } from "./appSetup.ts";
import { about } from "./fakeHost.ts";
import { file, openWithHost, options } from "./suggestionSetup.ts";

useFakePage();

it("offers categories after a lone @, agents last, with reasons for empty ones", () => {
  const { chat, message, type, key, find } = openWithHost();
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { agents: ["reviewer"] } }] }));
  type("@");
  find(
    file("a.ts"),
    { kind: "problems", text: "problems", label: "Problems (0)", gap: "noProblems" },
    { kind: "agent", text: "agent-reviewer" },
  );
  expect(options()).toEqual([
    "a.ts",
    "All files Type part of the path",
    "Symbols Type part of the name",
    "Problems (0) No problems reported",
    "Conversations Type part of the title",
    "Agents (1) Hands the task to an agent",
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

it("asks for a name in a long category, and forgets it with the word", () => {
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
    if (asked?.type === "findMentions")
      chat.receive(about({ type: "mentions", search: asked.search, found: [], isDone }));
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
  const command = (name: string, description: string, more: object = {}) => ({
    name,
    description,
    argumentHint: "<arguments>",
    ...more,
  });
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
  expect([...document.querySelectorAll(".heading")].map(({ textContent }) => textContent)).toEqual([
    "Tandem",
    "Built-in",
    "Skills and custom commands",
  ]);
  type("/de");
  expect(options()[0]).toBe("/deploy Deploys · project");
  expect(document.querySelector(".heading")).toBeNull();
});

it.each([
  ["!npm test", "Run in the terminal"],
  ["# use tabs", "Add to instructions"],
  ["![a](b.png)", "Send"],
  ["## a heading", "Send"],
  ["hello", "Send"],
])("shows what becomes of %j", (draft, title) => {
  const { type } = open();
  type(draft);
  expect(screen.getByRole("button", { name: "Send" }).title).toBe(title);
});
