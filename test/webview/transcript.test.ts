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
  chat.receive(about({ type: "page", page: { thread: "", at: { kind: "end" }, items: [text("a"), text("b")], hasOlder: false, hasNewer: true } }));
  flushSync();
  log.dispatchEvent(new Event("scroll"));
  const asked = host.sent.filter(({ type }) => type === "loadPage");
  expect(asked).toEqual([{ type: "loadPage", thread: "", at: { kind: "after", id: "b" } }]);
});
