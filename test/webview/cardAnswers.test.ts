import { screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { decisionDelayMs } from "../../extension/shared/contract/requests/decisionDelay.ts";
import type { PermissionView } from "../../extension/shared/contract/requests/requests.ts";
import { keyOn, open, permission, useFakePage, wait } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

it("offers to review unseen lines instead of Allow, which appears half a second later", () => {
  const { host, chat, click } = open();
  const { body: _, ...asked } = permission;
  const show = (set: Partial<PermissionView>) => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [{ ...asked, ...set }] } }] }));
    flushSync();
  };
  show({ requiredReview: { kind: "lines", count: 4_600 } });
  wait();
  expect([
    screen.queryByRole("button", { name: "Allow" }),
    screen.queryByRole("button", { name: "More ways to allow" }),
  ]).toEqual([null, null]);
  click(screen.getByRole("button", { name: "Review 4,600 more lines" }));
  expect(host.sent.at(-1)).toEqual({ type: "openReview", requestId: "r1" });
  show({});
  click(screen.getByRole("button", { name: "Allow" }));
  expect(host.sent.filter(({ type }) => type === "decide")).toEqual([]);
  wait();
  click(screen.getByRole("button", { name: "Allow" }));
  expect(host.sent.filter(({ type }) => type === "decide")).toHaveLength(1);
  show({ id: "r2", requiredReview: { kind: "hunks", count: 2 } });
  click(screen.getByRole("button", { name: "Review 2 changes again" }));
  expect(host.sent.at(-1)).toMatchObject({ type: "reviewStep", step: { kind: "checked" } });
});

it("takes no press of a burst that began before the card was there", () => {
  const { host, click } = open({ requests: [permission] });
  const allow = screen.getByRole("button", { name: "Allow" });
  for (let at = 0; at < 2_000; at += 60) {
    wait(60);
    click(allow, 1, { pressedAt: performance.now() });
  }
  expect(host.sent.filter(({ type }) => type === "decide")).toEqual([]);
  wait();
  click(allow);
  expect(host.sent.filter(({ type }) => type === "decide")).toHaveLength(1);
});

const decisions = (host: { sent: readonly { type: string }[] }) => host.sent.filter(({ type }) => type === "decide");

it("opens the feedback field by a key from an empty message or the card", () => {
  const { host, message, type } = open({ requests: [permission] });
  const feedbackKey = { key: "Backspace", ctrlKey: true, shiftKey: true };
  const field = () => screen.queryByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" });
  message.focus();
  type("a draft");
  keyOn(message, feedbackKey);
  expect(field()).toBeNull();
  type("");
  keyOn(message, feedbackKey);
  expect(document.activeElement).toBe(field());
  const written = field() as HTMLTextAreaElement;
  written.value = "Use the other file";
  written.dispatchEvent(new Event("input", { bubbles: true }));
  wait();
  keyOn(written, { key: "Enter" });
  expect(decisions(host)).toMatchObject([{ decision: { kind: "deny", feedback: "Use the other file" } }]);
});

it("shows the choices of Allow always by a key, and decides by Enter", () => {
  const { host, message } = open({ requests: [permission] });
  message.focus();
  wait();
  keyOn(message, { key: "Enter", ctrlKey: true, shiftKey: true });
  const chosen = document.activeElement as HTMLElement;
  expect(screen.getByRole("group", { name: "Allow always" }).contains(chosen)).toBe(true);
  keyOn(chosen, { key: "Enter" });
  wait();
  keyOn(chosen, { key: "Enter", ctrlKey: true });
  keyOn(chosen, { key: "Enter", repeat: true });
  expect(decisions(host)).toEqual([]);
  wait();
  keyOn(chosen, { key: "Enter" });
  expect(decisions(host)).toMatchObject([{ decision: { kind: "allowAlways" } }]);
});

it("allows and denies by keys from an empty message or the card, after a delay", () => {
  const { host, message, type } = open({ requests: [permission] });
  message.focus();
  const ctrlEnter = { key: "Enter", ctrlKey: true };
  keyOn(message, ctrlEnter);
  expect(decisions(host)).toEqual([]);
  // An ignored press begins the wait anew.
  wait(decisionDelayMs);
  keyOn(message, ctrlEnter);
  wait(decisionDelayMs);
  expect(decisions(host)).toEqual([]);
  wait();
  keyOn(message, { ...ctrlEnter, repeat: true });
  keyOn(message, { key: "Enter", ctrlKey: true, altKey: true });
  expect(decisions(host)).toEqual([]);
  // Made before the card was painted, noticed late.
  keyOn(message, ctrlEnter, performance.now() - 2 * decisionDelayMs);
  expect(decisions(host)).toEqual([]);
  wait();
  type("a draft");
  keyOn(message, ctrlEnter);
  expect(decisions(host)).toEqual([]);
  screen.getByRole("button", { name: "Deny" }).focus();
  wait();
  keyOn(screen.getByRole("button", { name: "Deny" }), { key: "Backspace", ctrlKey: true });
  expect(decisions(host)).toMatchObject([{ decision: { kind: "deny" } }]);
});

it("has no key for Allow where Deny is the default, nor in the feedback field", async () => {
  const { host, choose, message } = open({ requests: [{ ...permission, isDenyDefault: true }] });
  wait();
  message.focus();
  keyOn(message, { key: "Enter", ctrlKey: true });
  expect(decisions(host)).toEqual([]);
  wait();
  await choose("More ways to deny", "Deny with feedback…");
  const field = screen.getByRole("textbox", { name: "What to do instead" });
  field.focus();
  keyOn(field, { key: "Backspace", ctrlKey: true });
  expect(decisions(host)).toEqual([]);
});

it("is reached by Shift+Tab from the message, and does not end with the first Escape", () => {
  const { host, message } = open({ requests: [permission], status: "working" });
  wait();
  message.focus();
  keyOn(message, { key: "Tab", shiftKey: true });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Allow" }));
  message.focus();
  const stops = () => host.sent.filter(({ type }) => type === "stop").length;
  keyOn(message, { key: "Escape" });
  expect([stops(), screen.getByText("Press Escape again to stop").textContent]).toEqual([
    0,
    "Press Escape again to stop",
  ]);
  keyOn(message, { key: "Escape", repeat: true });
  expect(stops()).toBe(0);
  keyOn(message, { key: "a" });
  keyOn(message, { key: "Escape" });
  expect(stops()).toBe(0);
  keyOn(message, { key: "Escape" });
  expect(stops()).toBe(1);
});

it("opens the diffs of all files that a tool of the editor would change", () => {
  const { host, click } = open({ requests: [{ ...permission, tool: "mcp__editor__rename_symbol", isPlanned: true }] });
  click(screen.getByRole("button", { name: "Review changes" }));
  expect(host.sent.at(-1)).toEqual({ type: "openReview", requestId: "r1" });
});
