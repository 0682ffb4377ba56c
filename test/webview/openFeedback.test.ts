import { render, screen, within } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { expect, it, vi } from "vitest";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import CopyButton from "../../webview/ui/CopyButton.svelte";
import { open, useFakePage } from "./appSetup.ts";
import { about, FakeHost, snapshot, text } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

useFakePage();

/** A reply with a link, and what the host says of it. */
function linked() {
  const chats: ChatState[] = [];
  const { container } = render(RowWithChat, {
    host: new FakeHost(),
    items: [text("a", "see [the file](src/gone.ts)")],
    onChat: (chat: ChatState) => chats.push(chat),
  });
  const link = container.querySelector("a") as HTMLElement;
  const fail = () => chats[0]?.receive(about({ type: "notOpened", target: "src/gone.ts", reason: "missing" }));
  return { link, fail, chat: chats[0] };
}

it("says at a link why it led nowhere, until it is pressed again", () => {
  const { link, fail, chat } = linked();
  link.click();
  fail();
  expect(screen.getByRole("alert").textContent).toBe("(it doesn't exist)");
  expect(link.contains(screen.getByRole("alert"))).toBe(true);
  expect(chat?.feedback.failure).toBeUndefined();
  link.click();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says above the composer why a target without a visible link couldn't be opened", () => {
  const { chat, click } = open();
  const fail = () => {
    chat.receive(about({ type: "notOpened", target: "a/b.ts", reason: "elsewhere" }));
    flushSync();
  };
  fail();
  expect(screen.getByRole("alert").textContent).toContain("Couldn't open a/b.ts: it's on another machine.");
  click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alert")).toBeNull();
  chat.feedback.open({ kind: "file", path: "a/b.ts", line: undefined }, document.createElement("a"));
  fail();
  expect(screen.getByRole("alert")).toBeTruthy();
});

it("says briefly above the composer why an action did nothing, in its conversation only", () => {
  const { chat } = open();
  const refuse = () => {
    chat.receive(about({ type: "refused", refusal: "nothingRuns" }));
    flushSync();
  };
  refuse();
  expect(screen.getByRole("alert").textContent).toContain("No turn is running in this conversation.");
  vi.advanceTimersByTime(10_000);
  flushSync();
  expect(screen.queryByRole("alert")).toBeNull();
  refuse();
  chat.receive(about(snapshot(), "c2" as never));
  flushSync();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says where a text was not copied", async () => {
  Object.assign(navigator, {
    clipboard: { writeText: vi.fn().mockRejectedValueOnce(new Error("no focus")).mockResolvedValueOnce(undefined) },
  });
  render(CopyButton, { text: () => "x" });
  const button = screen.getByRole("button", { name: "Copy" });
  button.click();
  await tick();
  await tick();
  expect(screen.getByRole("alert").textContent).toBe("Couldn't copy");
  button.click();
  await vi.waitFor(() => expect(button.title).toBe("Copied"));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says it at each of several links that were pressed before the first answer", () => {
  const chats: ChatState[] = [];
  const items = [text("a", "see [one](src/1.ts) and [two](src/2.ts)")];
  const { container } = render(RowWithChat, {
    host: new FakeHost(),
    items,
    onChat: (chat: ChatState) => chats.push(chat),
  });
  const links = [...container.querySelectorAll("a")];
  for (const link of links) link.click();
  for (const target of ["src/1.ts", "src/2.ts"])
    chats[0]?.receive(about({ type: "notOpened", target, reason: "missing" }));
  expect(links.map((link) => link.querySelectorAll("[role=alert]").length)).toEqual([1, 1]);
  expect(chats[0]?.feedback.failure).toBeUndefined();
});

it("forgets a link that led somewhere: what fails later was asked for elsewhere", () => {
  const { link, fail, chat } = linked();
  link.click();
  vi.advanceTimersByTime(60_000);
  fail();
  expect(link.querySelector("[role=alert]")).toBeNull();
  expect(chat?.feedback.failure).toEqual({ target: "src/gone.ts", reason: "missing" });
});

it("says behind a chip why what it names was not opened", () => {
  const { chat, host } = open();
  const attachment = {
    id: "a1",
    kind: "text",
    name: "log.txt",
    mediaType: "text/plain",
    size: 4,
    isPasted: true,
  } as const;
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { attachments: [attachment] } }] }));
  flushSync();
  const chip = screen.getByRole("listitem", { name: "log.txt" });
  for (const button of within(chip).getAllByRole("button").slice(0, 2)) {
    button.click();
    chat.receive(about({ type: "notOpened", target: "a1", reason: "notKept" }));
    expect(button.nextElementSibling?.textContent).toBe("(its content is no longer available)");
    expect(button.nextElementSibling?.role).toBe("alert");
    button.click();
    expect(within(chip).queryByRole("alert")).toBeNull();
  }
  expect(host.sent.filter(({ type }) => type === "openAttachment" || type === "unfoldAttachment")).toHaveLength(4);
});
