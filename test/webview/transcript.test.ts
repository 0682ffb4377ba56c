import { screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { open, useFakePage } from "./appSetup.ts";
import { about, text } from "./fakeHost.ts";

useFakePage();

it("goes on to later items where the held ones are few and the first", () => {
  const { host, chat } = open();
  const log = screen.getByRole("log");
  Object.defineProperties(log, { clientHeight: { value: 600 }, scrollHeight: { value: 900 } });
  chat.thread.isFollowing = false;
  chat.receive(
    about({
      type: "page",
      page: { thread: "", at: { kind: "end" }, items: [text("a"), text("b")], hasOlder: false, hasNewer: true },
    }),
  );
  flushSync();
  log.dispatchEvent(new Event("scroll"));
  const asked = host.sent.filter(({ type }) => type === "loadPage");
  expect(asked).toEqual([{ type: "loadPage", thread: "", at: { kind: "after", id: "b" } }]);
});

it("offers the end by a button without words while later items are missing", () => {
  const { host, chat, click } = open();
  expect(screen.queryByRole("button", { name: "Jump to latest" })).toBeNull();
  chat.receive(
    about({
      type: "page",
      page: { thread: "", at: { kind: "end" }, items: [text("a")], hasOlder: false, hasNewer: true },
    }),
  );
  flushSync();
  const button = screen.getByRole("button", { name: "Jump to latest" });
  expect(button.textContent).toBe("");
  click(button);
  expect(host.sent.at(-1)).toEqual({ type: "loadPage", thread: "", at: { kind: "end" } });
});

it("has the host look for a prompt that is not held", () => {
  const { host, chat } = open();
  const log = screen.getByRole("log");
  chat.receive(
    about({
      type: "page",
      page: { thread: "", at: { kind: "end" }, items: [text("a"), text("b")], hasOlder: true, hasNewer: true },
    }),
  );
  flushSync();
  for (const key of ["ArrowDown", "ArrowUp"])
    log.dispatchEvent(new KeyboardEvent("keydown", { key, altKey: true, bubbles: true }));
  expect(host.sent.filter(({ type }) => type === "showPrompt")).toEqual([
    { type: "showPrompt", from: "b", step: 1 },
    { type: "showPrompt", from: "a", step: -1 },
  ]);
});
