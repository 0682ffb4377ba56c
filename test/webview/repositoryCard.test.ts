import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { RepositoryEntry, RepositoryReview } from "../../extension/shared/contract/repository.ts";
import { open, useFakePage, wait } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

const hook: RepositoryEntry = {
  id: "h",
  kind: "hook",
  name: "Stop",
  value: "./check.sh",
  path: "/w/.claude/settings.json",
  line: 3,
  isNew: true,
};
const server = (name: string, isOff = false): RepositoryEntry => ({
  id: name,
  kind: "mcpServer",
  name,
  value: "npx",
  path: "/w/.mcp.json",
  isNew: true,
  isOptional: true,
  isOff,
});
const begin = (entries: readonly RepositoryEntry[], more: Partial<RepositoryReview> = {}) =>
  open({
    status: "ended",
    folder: "/w",
    problem: { code: "repository" },
    repository: { revision: "7", entries, ...more },
  });
const card = () => screen.getByRole("group", { name: "This repository configures claude" });
const button = (name: string) => within(card()).getByRole("button", { name });
const decisions = (host: { sent: readonly { type: string }[] }) =>
  host.sent.filter(({ type }) => type === "decideRepository");

it("shows the card in place of the problem, and each answer names what was shown", () => {
  const { host, click } = begin([hook]);
  expect(screen.queryByText("claude hasn't started in this folder")).toBeNull();
  for (const [name, decision] of [
    ["Start", "start"],
    ["Start without this configuration", "startWithout"],
    ["Not now", "notNow"],
  ] as const) {
    wait();
    click(button(name));
    expect(decisions(host).at(-1)).toEqual({ type: "decideRepository", revision: "7", decision, off: [] });
  }
});

it("takes no answer before it was visible for half a second, nor for another review", () => {
  const { host, chat, click } = begin([hook]);
  click(button("Start"));
  expect(decisions(host)).toEqual([]);
  wait();
  chat.receive(
    about({
      type: "changes",
      deltas: [{ kind: "state", set: { repository: { revision: "8", entries: [hook, server("db")] } } }],
    }),
  );
  flushSync();
  click(button("Start"));
  expect(decisions(host)).toEqual([]);
  wait();
  click(button("Start"));
  expect(decisions(host)).toMatchObject([{ revision: "8" }]);
});

it("opens the place of an entry, and leaves out single servers", () => {
  const { host, click } = begin([hook, server("db"), server("mail", true)]);
  click(button("Open .claude/settings.json:3"));
  expect(host.sent.at(-1)).toEqual({ type: "openFile", path: "/w/.claude/settings.json", line: 3 });
  const use = (name: string) => within(card()).getByRole<HTMLInputElement>("checkbox", { name: `Use ${name}` });
  expect([use("db").checked, use("mail").checked]).toEqual([true, false]);
  click(use("db"));
  click(use("mail"));
  wait();
  click(button("Start"));
  expect(decisions(host)).toMatchObject([{ off: ["db"] }]);
});

it("shows only new entries, with the rest behind a line, and expands long values", () => {
  const { click } = begin([
    { ...hook, value: "x ".repeat(300) },
    { ...hook, id: "k", name: "Start of all", isNew: false },
  ]);
  expect(within(card()).queryByText("Start of all")).toBeNull();
  click(button("1 entry that you have allowed before"));
  expect(within(card()).getByText("Start of all")).toBeTruthy();
  const value = button("Show all of Stop");
  expect(value.getAttribute("aria-expanded")).toBe("false");
  click(value);
  expect(value.getAttribute("aria-expanded")).toBe("true");
});

it("offers the review again after Not now", () => {
  const { host, chat, click } = begin([hook]);
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { repository: null } }] }));
  flushSync();
  click(screen.getByRole("button", { name: "Review…" }));
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "reviewRepository" });
});

it("offers no start with an entry of which a part is not shown", () => {
  const { host, click } = begin([{ ...hook, omitted: 1_200 }, server("db")]);
  expect(card().textContent).toContain("too long to review: 1,200 more characters.");
  wait();
  click(button("Start"));
  expect(decisions(host)).toEqual([]);
  click(button("Start without this configuration"));
  expect(decisions(host)).toMatchObject([{ decision: "startWithout" }]);
});

it("shows the whole of a long value once it is unfolded", () => {
  const value = `${"x".repeat(400_000)} rm -rf ~`;
  const { click } = begin([{ ...hook, value }]);
  click(button("Show all of Stop"));
  expect(card().textContent).toContain(value);
});
