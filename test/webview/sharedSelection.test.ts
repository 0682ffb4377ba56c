import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { EditorSelection } from "../../extension/shared/contract/composer/suggestions.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

/** The page, with what is selected in the editor and what is sent. */
function openBesideEditor() {
  const page = open();
  const select = (path: string, more: Partial<EditorSelection> = {}) => {
    page.chat.receive(about({ type: "selection", selection: { path, first: 5, last: 10, ...more } }));
    flushSync();
  };
  const sends = (text: string) => {
    page.type(text);
    page.key({ key: "Enter" });
    return page.host.sent.findLast((sent) => sent.type === "submit");
  };
  return { ...page, select, sends };
}

it("sends the selection unless it is excluded, already mentioned, or may hold secrets", () => {
  const { chat, select, sends, click } = openBesideEditor();
  expect(sends("one")).toEqual({ type: "submit", text: "one" });
  select("src/a.ts");
  expect(sends("two")).toEqual({ type: "submit", text: "two", selection: { path: "src/a.ts", first: 5, last: 10 } });
  expect(sends("see @src/a.ts#5-10 ")).toEqual({ type: "submit", text: "see @src/a.ts#5-10 " });
  within(screen.getByRole("listitem", { name: "a.ts, lines 5–10 selected" }));
  click(screen.getByRole("button", { name: "Exclude selection" }));
  expect(sends("three")).toEqual({ type: "submit", text: "three" });
  click(screen.getByRole("button", { name: "Include selection" }));
  select(".env.local", { isSecret: true });
  expect(sends("four")).toEqual({ type: "submit", text: "four" });
  click(screen.getByRole("button", { name: "Include selection" }));
  expect(sends("five")).toMatchObject({ text: "five", selection: { path: ".env.local" } });
  // The choice was for that prompt only.
  expect(sends("six")).toEqual({ type: "submit", text: "six" });
  chat.receive(about({ type: "selection" }));
  flushSync();
  expect(screen.queryByRole("list", { name: "Attachments" })).toBeNull();
});

it("sends the selection beside a mention of other lines, not beside one containing it", () => {
  const { select, sends } = openBesideEditor();
  select("src/a.ts", { first: 5, last: 10 });
  const selection = { path: "src/a.ts", first: 5, last: 10 };
  expect(sends("see @src/a.ts#L200-210 ")).toMatchObject({ selection });
  expect(sends("see @src/a.ts#7 ")).toMatchObject({ selection });
  expect(sends("see @src/a.ts#L1-20 ")).not.toHaveProperty("selection");
  expect(sends("see @src/a.ts, ")).not.toHaveProperty("selection");
  // A file of the name of a document that is none.
  select("Untitled-1", { isTextOnly: true });
  expect(sends("see @Untitled-1 ")).toHaveProperty("selection");
});

it("hands the selection over with a note, which may be sent after all", () => {
  const { host, select, sends } = openBesideEditor();
  select("src/a.ts");
  sends("# use tabs");
  expect(host.sent.at(-1)).toEqual({
    type: "addNote",
    text: "# use tabs",
    selection: { path: "src/a.ts", first: 5, last: 10 },
  });
});

it("takes a selection along that is mentioned already, once, and sends later ones as before", () => {
  const { select, sends, type, click } = openBesideEditor();
  select("src/a.ts");
  type("see @src/a.ts ");
  click(screen.getByRole("button", { name: "Include selection" }));
  screen.getByRole("button", { name: "Exclude selection" });
  expect(sends("see @src/a.ts ")).toHaveProperty("selection");
  expect(sends("see @src/a.ts again ")).not.toHaveProperty("selection");
  type("see @src/a.ts ");
  click(screen.getByRole("button", { name: "Include selection" }));
  click(screen.getByRole("button", { name: "Exclude selection" }));
  screen.getByRole("button", { name: "Include selection" });
  // A choice about a mentioned selection does not apply to others.
  expect(sends("and this")).toHaveProperty("selection");
});
