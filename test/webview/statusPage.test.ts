import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { FromPage, PageContent } from "../../extension/shared/contract/pages/pages.ts";
import type { StatusContent, StatusRow } from "../../extension/shared/contract/pages/statusPage.ts";
import PageApp from "../../webview/pages/PageApp.svelte";

const row = (name: string, value: string, more: Partial<StatusRow> = {}): StatusRow => ({
  id: name,
  name,
  value,
  origin: "",
  ...more,
});

const content: StatusContent = {
  sections: [
    {
      id: "settings",
      heading: "Settings",
      rows: [
        row("model", "opus", {
          origin: "Workspace settings",
          losers: [{ value: "sonnet", origin: "User settings" }],
          button: { label: "Change", longLabel: "Change model", action: "selectOption", target: "model" },
        }),
        row("maxTurns", "20", { mark: { level: "warning", text: "needs restart" } }),
      ],
    },
    { id: "hooks", heading: "Hooks", note: "No hooks are configured.", rows: [] },
  ],
};

function open(first?: StatusContent) {
  const sent: FromPage[] = [];
  let listener = (_message: PageContent): void => {};
  const host = {
    ...(first ? { first: { type: "content", kind: "status", content: first } as const } : {}),
    send: (message: FromPage) => void sent.push(message),
    onMessage: (given: (message: PageContent) => void) => {
      listener = given;
    },
  };
  render(PageApp, { host });
  flushSync();
  const say = (next: StatusContent): void => {
    listener({ type: "content", kind: "status", content: next });
    flushSync();
  };
  const search = (text: string): void => {
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Search status" });
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  return { sent, say, search };
}

const rowNames = () => [...document.querySelectorAll("[role=rowheader]")].map(({ textContent }) => textContent);

it("asks for its content as soon as it listens", () => {
  const { sent, say } = open();
  expect(sent).toEqual([{ type: "ready" }]);
  say(content);
  expect(screen.getByRole("heading", { name: "Settings" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Hooks" }).nextElementSibling?.textContent).toBe(
    "No hooks are configured.",
  );
});

it("shows the first rows at once, and the others in the next frame", async () => {
  const many = Array.from({ length: 52 }, (_, index) => row(`row ${index}`, "on"));
  const whole: StatusContent = {
    sections: [
      ...content.sections,
      { id: "many", heading: "Many", rows: many },
      { id: "last", heading: "Last", rows: [row("end", "x")] },
    ],
  };
  const { sent } = open(whole);
  expect([rowNames().slice(0, 3), rowNames().length, screen.queryByText("Last")]).toEqual([
    ["model", "maxTurns", "row 0"],
    50,
    null,
  ]);
  expect(sent).toEqual([{ type: "ready" }]);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  flushSync();
  expect([rowNames().length, rowNames().at(-1)]).toEqual([55, "end"]);
});

it("has a table per heading, with name, value, source and one button at most", () => {
  const { sent, say } = open();
  say(content);
  const [, model, turns] = within(screen.getByRole("table", { name: "Settings" })).getAllByRole("row");
  expect(within(model!).getByRole("rowheader").textContent).toBe("model");
  expect(
    within(model!)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent.trim().replace(/\s+/g, " ")),
  ).toEqual(["opus", "Workspace settings User settings: overridden sonnet", "Change"]);
  expect(model!.querySelector("s")?.textContent).toBe("sonnet");
  within(model!).getByRole("button", { name: "Change model" }).click();
  expect(sent.at(-1)).toEqual({ type: "act", action: "selectOption", target: "model" });
  expect(within(turns!).queryByRole("button")).toBeNull();
  expect(within(turns!).getByText("needs restart")).toBeTruthy();
});

it("filters rows by all words in row or heading, and says when none match", () => {
  const { say, search } = open();
  say(content);
  search("SETTINGS sonnet");
  expect(rowNames()).toEqual(["model"]);
  expect(screen.queryByRole("heading", { name: "Hooks" })).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("1 row found");
  search("zzz");
  expect(screen.getByText("No rows found.")).toBeTruthy();
  const field = screen.getByRole("textbox", { name: "Search status" });
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  flushSync();
  expect(rowNames()).toEqual(["model", "maxTurns"]);
});

it("keeps search and focus when its content changes", () => {
  const { say, search } = open();
  say(content);
  const field = screen.getByRole("textbox", { name: "Search status" });
  expect(document.activeElement).toBe(field);
  search("turns");
  screen.getByRole("button", { name: "Copy for a bug report" }).focus();
  say({
    sections: content.sections.map((section) => ({
      ...section,
      rows: section.rows.map((each) => ({ ...each, value: "now" })),
    })),
  });
  expect([rowNames(), document.activeElement?.textContent]).toEqual([["maxTurns"], "Copy for a bug report"]);
});

it("copies by one button", () => {
  const { sent, say } = open();
  say(content);
  screen.getByRole("button", { name: "Copy for a bug report" }).click();
  expect(sent.at(-1)).toEqual({ type: "act", action: "copy" });
});
