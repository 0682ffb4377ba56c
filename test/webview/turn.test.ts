import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { type Item, type TurnFailure, type TurnItem, turnFailures } from "../../extension/shared/contract/items.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { about, FakeHost, snapshot } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const turn = (more: Partial<TurnItem>): TurnItem => ({ kind: "turn", id: "t", outcome: "done", ...more });

/** Shows the end of the newest turn. */
function show(item: TurnItem, failure?: TurnFailure) {
  const host = new FakeHost();
  const items: Item[] = [item];
  const chats: ChatState[] = [];
  render(RowWithChat, { host, items, onChat: (chat: ChatState) => chats.push(chat) });
  const said = snapshot(items);
  chats[0]?.receive(
    about({ ...said, state: { ...said.state, status: "idle", ...(failure === undefined ? {} : { failure }) } }),
  );
  flushSync();
  return { host };
}

const names = (): (string | null)[] => screen.getAllByRole("button").map(({ textContent }) => textContent);

it.each<[TurnFailure, readonly string[]]>([
  ["turnLimit", ["Continue", "Retry"]],
  ["budget", ["Raise limit and continue"]],
  ["tooLong", ["Compact and retry", "Retry"]],
  ["planLimit", ["Retry", "Select model…", "Show usage"]],
  ["refused", ["Edit and resend", "Select model…", "Retry"]],
  ["signIn", ["Log in", "Retry"]],
])("offers the next steps after a turn that ended by %s", (failure, steps) => {
  show(turn({ outcome: "failed", failure }), failure);
  expect(names()).toEqual([...steps, "Copy error"]);
});

it.each(turnFailures)("has a reason, a next step and words for %s", (failure) => {
  show(turn({ outcome: "failed", failure }), failure);
  const card = within(screen.getByRole("alert"));
  expect(card.getAllByRole("button").length).toBeGreaterThan(1);
  expect(screen.getByRole("alert").querySelector("p")?.textContent).toMatch(/\w\.$/);
});

it("asks for each step once", () => {
  const { host } = show(turn({ outcome: "failed", failure: "budget" }), "budget");
  screen.getByRole("button", { name: "Raise limit and continue" }).click();
  expect(host.sent.at(-1)).toEqual({ type: "resolveInterruption", action: "raiseBudget" });
});

it("unfolds what a turn used, per model, without what is zero", () => {
  const opus = {
    model: "opus",
    input: 12_345,
    output: 60,
    cacheRead: 4_000,
    cacheWrite: 700,
    cacheWrite1h: 700,
    webSearches: 0,
    costUsd: 0.5,
  };
  show(
    turn({
      durationMs: 62_000,
      costUsd: 0.51,
      usage: {
        models: [opus, { model: "haiku", input: 1, output: 2, cacheRead: 0, cacheWrite: 0 }],
        apiMs: 900,
        steps: 3,
      },
    }),
  );
  const fold = screen.getByRole("button", { name: "1 min 2 s · $0.51" });
  expect([fold.getAttribute("aria-expanded"), screen.queryByRole("group")]).toEqual(["false", null]);
  fold.click();
  flushSync();
  const terms = [...screen.getByRole("group", { name: "Usage of this turn" }).querySelectorAll("dl > div")].map(
    (each) => [...each.children].map(({ textContent }) => textContent).join(" "),
  );
  expect(terms).toEqual([
    "Input 12,345",
    "Output 60",
    "Cache read 4,000",
    "Cache write, 1 h 700",
    "Cost $0.50",
    "Input 1",
    "Output 2",
    "Duration 1 min 2 s",
    "API time 0.9 s",
    "Steps 3",
  ]);
});

it("lists the denied calls with what denied them", () => {
  const denials = [
    { id: "a", tool: "Bash", subject: "rm -rf .", decided: { code: "byRule", text: "Bash(rm *) in project settings" } },
    { id: "b", tool: "Write", subject: "a.txt", decided: { code: "denied" } },
  ] as const;
  show(turn({ durationMs: 900, denials }));
  screen.getByRole("button", { name: "2 denied tool calls" }).click();
  flushSync();
  const rows = within(screen.getByRole("list", { name: "2 denied tool calls" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Bash rm -rf . · Bash(rm *) in project settings",
    "Write a.txt · denied",
  ]);
});
