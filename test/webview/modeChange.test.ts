import { screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { open, useFakePage, wait } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

it("changes no mode by Shift+Tab, which only moves the focus", () => {
  const { host, key } = open({ reported: { permissionMode: "default" } });
  const event = key({ key: "Tab", shiftKey: true });
  expect([event.defaultPrevented, host.sent.filter(({ type }) => type === "runCommand")]).toEqual([false, []]);
});

it("shows a change of the mode for two seconds, with an undo", () => {
  const { host, chat, click } = open({ reported: { permissionMode: "default" } });
  expect(screen.queryByText(/^Permission mode:/)).toBeNull();
  const change = (mode: string): void => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { reported: { permissionMode: mode } } }] }));
    flushSync();
  };
  change("acceptEdits");
  screen.getByText("Permission mode: Accept edits");
  click(screen.getByRole("button", { name: "Undo" }));
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "selectMode", argument: "default" });
  change("plan");
  screen.getByText("Permission mode: Plan");
  wait(2_100);
  expect(screen.queryByText(/^Permission mode:/)).toBeNull();
});
