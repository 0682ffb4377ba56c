import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Banner } from "../../extension/shared/contract/banner.ts";
import { open, permission, useFakePage, wait } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

function show(banners: readonly Banner[]) {
  const page = open();
  page.chat.receive(about({ type: "banners", banners }));
  flushSync();
  return { ...page, answers: () => page.host.sent.filter(({ type }) => type === "answerBanner") };
}

it("shows progress that can be cancelled, and messages with their buttons, above the field", () => {
  const { answers, click, chat } = show([
    { id: 1, kind: "progress", text: "Copying app", buttons: ["Cancel"] },
    { id: 2, kind: "error", text: "Not rewound", buttons: ["Show log"] },
  ]);
  const alert = within(screen.getByText("Not rewound").closest("[role=alert]") as HTMLElement);
  click(screen.getByRole("button", { name: "Cancel" }));
  click(alert.getByRole("button", { name: "Show log" }));
  click(alert.getByRole("button", { name: "Close" }));
  expect(answers()).toEqual([
    { type: "answerBanner", id: 1, button: 0 },
    { type: "answerBanner", id: 2, button: 0 },
    { type: "answerBanner", id: 2 },
  ]);
  chat.receive(about({ type: "banners", banners: [] }));
  flushSync();
  expect(screen.queryByText("Copying app", { selector: ".dock-question *" })).toBeNull();
});

it("hides an information that asks nothing after a while, and nothing else", () => {
  const { answers } = show([
    { id: 1, kind: "information", text: "Done", buttons: [] },
    { id: 2, kind: "information", text: "Reverted", buttons: ["Undo"] },
    { id: 3, kind: "warning", text: "Wrong", buttons: [] },
  ]);
  wait(10_000);
  expect(answers()).toEqual([{ type: "answerBanner", id: 1 }]);
});

it("keeps an information banner while it has the pointer or the focus", () => {
  const { answers } = show([{ id: 1, kind: "information", text: "Done", buttons: [] }]);
  const row = screen.getByRole("alert");
  const send = (type: string) => {
    row.dispatchEvent(new Event(type, { bubbles: type.startsWith("focus") }));
    flushSync();
  };
  send("pointerenter");
  send("focusin");
  wait(20_000);
  send("pointerleave");
  wait(20_000);
  expect(answers()).toEqual([]);
  send("focusout");
  wait(10_000);
  expect(answers()).toHaveLength(1);
});

it("returns the focus to the message only when the user closes a banner", () => {
  const { chat, click } = show([
    { id: 1, kind: "information", text: "Done", buttons: [] },
    { id: 2, kind: "warning", text: "Wrong", buttons: [] },
  ]);
  const before = chat.focusRequests;
  wait(10_000);
  expect(chat.focusRequests).toBe(before);
  click(
    within(screen.getByText("Wrong").closest("[role=alert]") as HTMLElement).getByRole("button", { name: "Close" }),
    0,
  );
  expect(chat.focusRequests).toBe(before + 1);
});

it("announces a progress once, and not its further texts", () => {
  const progress = { id: 1, kind: "progress", text: "Copying", buttons: [] } as const;
  const { chat } = show([progress]);
  const first = chat.announcement;
  expect(first).toEqual({ text: "Copying" });
  for (const banners of [[{ ...progress, text: "Copying: 1 of 2" }], [progress]]) {
    chat.receive(about({ type: "banners", banners }));
    flushSync();
  }
  expect(chat.announcement).toBe(first);
  expect(
    screen.getByText("Copying", { selector: ".dock-question *" }).closest("[role=status],[role=alert],[aria-live]"),
  ).toBeNull();
});

it("stands above a waiting request, which so keeps its place", () => {
  const { chat } = show([{ id: 1, kind: "warning", text: "Wrong", buttons: [] }]);
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [permission] } }] }));
  flushSync();
  const allow = screen.getByRole("button", { name: "Allow" });
  expect(screen.getByText("Wrong").compareDocumentPosition(allow) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it("folds several banners to a line each while a request waits, and unfolds one", () => {
  const { chat, click, answers } = show([
    { id: 1, kind: "warning", text: "The server weather is wrong", buttons: ["Open file"] },
    { id: 2, kind: "warning", text: "The server tracker is wrong", buttons: ["Retry", "Remove"] },
  ]);
  const requests = (list: readonly (typeof permission)[]): void => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: list } }] }));
    flushSync();
  };
  const folded = () => screen.queryAllByRole("button", { name: /^The server/, expanded: false });
  expect(folded()).toEqual([]);
  requests([permission]);
  expect(folded().map(({ title }) => title)).toEqual(["The server weather is wrong", "The server tracker is wrong"]);
  click(screen.getByRole("button", { name: "Open file" }));
  expect(answers()).toEqual([{ type: "answerBanner", id: 1, button: 0 }]);
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  click(screen.getByRole("button", { name: "The server tracker is wrong" }));
  expect(folded()).toHaveLength(1);
  click(screen.getByRole("button", { name: "Remove" }));
  expect(answers().at(-1)).toEqual({ type: "answerBanner", id: 2, button: 1 });
  requests([]);
  expect(folded()).toEqual([]);
});
