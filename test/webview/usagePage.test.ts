import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { summarizeUsage } from "../../extension/core/conversation/usage/summary.ts";
import type { FromPage, PageContent } from "../../extension/shared/contract/pages/pages.ts";
import type { UsageContent } from "../../extension/shared/contract/pages/usagePage.ts";
import { getUsageContent } from "../../extension/shared/pages/usagePage.ts";
import PageApp from "../../webview/pages/PageApp.svelte";

const model = {
  model: "claude-opus-5-5",
  input: 900,
  output: 60,
  cacheRead: 4_000,
  cacheWrite: 700,
  cacheWrite1h: 700,
  costUsd: 0.5,
};
const turns = [1, 2].map((size) => ({
  item: {
    kind: "turn" as const,
    id: `t${size}`,
    outcome: "done" as const,
    durationMs: size * 1_000,
    costUsd: 0.5 * size,
    usage: { models: [model], steps: 1 },
  },
  prompt: { text: `Message ${size}` },
}));
const shown = {
  name: "A reader",
  summary: summarizeUsage(turns),
  costUsd: 1.5,
  hasOlder: true,
  plan: undefined,
  models: [],
  now: 0,
};

function show(content: UsageContent) {
  const sent: FromPage[] = [];
  let listener = (_message: PageContent): void => {};
  const onMessage = (given: (message: PageContent) => void): void => {
    listener = given;
  };
  render(PageApp, { host: { send: (message: FromPage) => void sent.push(message), onMessage } });
  flushSync();
  listener({ type: "content", kind: "usage", content });
  flushSync();
  return sent;
}

it("shows the turns as bars and as a table, and each action asks the host", () => {
  const sent = show(getUsageContent(shown));
  const usage = within(screen.getByRole("region", { name: "Usage" }));
  expect(usage.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "A reader",
    "Totals",
    "Per turn",
    "Models",
    "Turns",
  ]);
  const rows = within(usage.getByRole("table", { name: "Turns" })).getAllByRole("row");
  expect(rows.map((row) => within(row).getAllByRole(row === rows[0] ? "columnheader" : "cell").length)).toEqual([
    14, 13, 13,
  ]);
  for (const name of ["Export as CSV…", "Export as JSON…", "Load earlier turns", "Refresh"])
    usage.getByRole("button", { name }).click();
  expect(sent.slice(1)).toEqual(
    ["exportCsv", "exportJson", "loadOlder", "refresh"].map((action) => ({ type: "act", action })),
  );
});

it("names models as the panel does, with their ids on hover", () => {
  show(getUsageContent(shown));
  const names = screen.getAllByTitle("claude-opus-5-5");
  expect(names.map(({ textContent }) => textContent.trim())).toEqual(["Opus 5.5", "Opus 5.5", "Opus 5.5"]);
});

it("scales bars by tokens, cost or time, with the largest at full height", () => {
  show(getUsageContent(shown));
  const heights = (): string[] =>
    [...screen.getByRole("img").querySelectorAll<HTMLElement>(".slot > span")].map(({ style }) => style.height);
  expect(heights()).toHaveLength(8);
  screen.getByRole<HTMLInputElement>("radio", { name: "Cost" }).click();
  flushSync();
  expect([screen.getByRole("img").getAttribute("aria-label"), heights()]).toEqual([
    "Cost per turn, oldest first",
    ["50%", "100%"],
  ]);
  screen.getByRole<HTMLInputElement>("radio", { name: "Time" }).click();
  flushSync();
  expect(heights()).toEqual(["50%", "100%"]);
});

it("says that nothing was used, and offers nothing to export", () => {
  show(getUsageContent({ ...shown, summary: summarizeUsage([]), costUsd: 0, hasOlder: false }));
  expect(screen.getByRole("status").textContent).toBe("No turn of this conversation has used a model yet.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export as CSV…" }).disabled).toBe(true);
});
