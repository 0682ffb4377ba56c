import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Banner } from "../../extension/contract/banner.ts";
import { open, useFakePage, wait } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

function show(banners: readonly Banner[]) {
  const page = open();
  page.chat.receive(about({ type: "banners", banners }));
  flushSync();
  return { ...page, answers: () => page.host.sent.filter(({ type }) => type === "answerBanner") };
}

it("shows work with a way to cancel it, and a message with its button, above the field", () => {
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
  expect(screen.queryByText("Copying app")).toBeNull();
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
