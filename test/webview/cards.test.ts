import { screen, within } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { expect, it, vi } from "vitest";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { decisionDelayMs } from "../../extension/shared/contract/requests/decisionDelay.ts";
import type { PermissionView } from "../../extension/shared/contract/requests/requests.ts";
import { open, paintMs, permission, useFakePage, wait } from "./appSetup.ts";
import { about, snapshot } from "./fakeHost.ts";

useFakePage();
it("keeps a half-filled card while another conversation is shown, and for a repeated request", async () => {
  const { chat, choose } = open({ requests: [permission] });
  wait();
  await choose("More ways to deny", "Deny with feedback…");
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" });
  field.value = "use the oth";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  chat.receive(about(snapshot(), "c2" as ConversationId));
  flushSync();
  expect(screen.queryByRole("textbox", { name: "What to do instead" })).toBeNull();
  chat.receive(about({ ...snapshot(), state: { ...snapshot().state, requests: [{ ...permission, revision: 9 }] } }));
  flushSync();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" }).value).toBe("use the oth");
});

it("asks for a permission without taking the focus", async () => {
  const { host, chat, message, click, choose } = open();
  message.focus();
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [permission] } }] }));
  flushSync();
  expect(document.activeElement).toBe(message);
  const card = within(screen.getByRole("group", { name: "Permission: Bash npm test" }));
  wait();
  expect(host.sent).toEqual([{ type: "markSeen", requestId: "r1", revision: 3 }]);
  click(card.getByRole("button", { name: "Allow" }));
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "r1", revision: 3, decision: { kind: "allow" } });
  await choose("More ways to allow", "Allow always…");
  expect(document.activeElement).toBe(card.getByRole("radio", { name: "This exact command", checked: true }));
  const always = card.getByRole("button", { name: "Allow always" });
  // A click or a key that is still under way from the button before decides nothing.
  click(always, 0);
  expect(host.sent).toHaveLength(2);
  wait();
  click(always);
  expect(host.sent.at(-1)).toEqual({
    type: "decide",
    requestId: "r1",
    revision: 3,
    decision: { kind: "allowAlways", choice: 2 },
  });
});

it("ignores clicks and keys that began before the card appeared, moved or changed", () => {
  const { host, chat, click } = open();
  const show = (...requests: PermissionView[]) => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests } }] }));
    flushSync();
  };
  const allow = () => screen.getByRole("button", { name: "Allow" });
  const tryAll = () => {
    for (const detail of [0, 1, 2]) click(allow(), detail);
    return host.sent.filter((sent) => sent.type === "decide").length;
  };
  show(permission);
  expect(tryAll()).toBe(0);
  wait(decisionDelayMs);
  expect(tryAll()).toBe(0);
  // The card that stood there was cancelled, and the next one is under the pointer.
  show({ ...permission, id: "r2" });
  wait(decisionDelayMs);
  expect(tryAll()).toBe(0);
  wait(paintMs);
  // Its content was replaced.
  show({ ...permission, id: "r2", revision: 4, body: "rm -rf /" });
  expect(tryAll()).toBe(0);
  wait();
  click(allow(), 2);
  // On a page that was busy: pressed too early, noticed late.
  click(allow(), 1, { at: performance.now() - paintMs });
  click(allow(), 1, { pressedAt: performance.now() - paintMs });
  expect(host.sent.some((sent) => sent.type === "decide")).toBe(false);
  wait();
  click(allow());
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "r2", revision: 4, decision: { kind: "allow" } });
});

it("denies with feedback, by keyboard", async () => {
  const { host, chat, choose } = open();
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [permission] } }] }));
  flushSync();
  await choose("More ways to deny", "Deny with feedback…");
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" });
  expect(document.activeElement).toBe(field);
  field.value = "Use pnpm";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  expect(host.sent.at(-1)).toEqual({
    type: "decide",
    requestId: "r1",
    revision: 3,
    decision: { kind: "deny", feedback: "Use pnpm" },
  });
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  "leaves Escape and Enter to an input method (%j), and decides with the send key",
  async (composing) => {
    const { host, chat, choose } = open({
      requests: [{ ...permission, editable: { kind: "command", text: "npm test" } }],
    });
    chat.receive(about({ type: "options", options: { ...snapshot().options, sendKey: "ctrlEnter" } }));
    flushSync();
    const press = (field: HTMLElement, init: KeyboardEventInit) => {
      field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
      flushSync();
    };
    const decided = () => host.sent.filter(({ type }) => type === "decide").length;
    await choose("More ways to allow", "Edit…");
    press(screen.getByRole("textbox", { name: "Command" }), { key: "Escape", ...composing });
    press(screen.getByRole("textbox", { name: "Command" }), { key: "Escape" });
    expect(screen.queryByRole("textbox", { name: "Command" })).toBeNull();
    await tick();
    await choose("More ways to deny", "Deny with feedback…");
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" });
    field.value = "Use pnpm";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    press(field, { key: "Escape", ...composing });
    press(field, { key: "Enter" });
    expect([field.isConnected, decided()]).toEqual([true, 0]);
    press(field, { key: "Enter", ctrlKey: true });
    expect(decided()).toBe(1);
  },
);

it("takes an answer to a question only when it is complete", () => {
  const options = [
    { label: "A", description: "first" },
    { label: "B", description: "second" },
  ];
  const { host, click } = open({
    requests: [
      {
        kind: "question",
        notes: [],
        id: "q",
        toolId: "t",
        revision: 0,
        questions: [{ question: "Which?", header: "Pick", options, isMultiple: false }],
      },
    ],
  });
  const card = within(screen.getByRole("group", { name: "Question: Pick" }));
  const answer = card.getByRole<HTMLButtonElement>("button", { name: "Answer" });
  expect(answer.disabled).toBe(true);
  card.getByRole("radio", { name: "Other" }).click();
  flushSync();
  const other = card.getByRole<HTMLInputElement>("textbox", { name: "Other" });
  other.value = "C";
  other.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  wait();
  click(answer);
  expect(host.sent.at(-1)).toEqual({
    type: "decide",
    requestId: "q",
    revision: 0,
    decision: { kind: "answer", answers: [{ options: [], other: "C" }] },
  });
});

it("offers only Deny for a request that can't be drawn", () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});
  const { host, click } = open({ requests: [{ ...permission, notes: null } as unknown as PermissionView] });
  const card = within(screen.getByRole("note"));
  card.getByText(/npm test/);
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  wait();
  click(card.getByRole("button", { name: "Deny" }));
  expect(host.sent.at(-1)).toMatchObject({ decision: { kind: "deny" } });
  // Everything else still works.
  screen.getByRole("textbox", { name: "Message" });
  expect(complained).toHaveBeenCalledOnce();
});

it("shows a menu only with entries, and applies the half second to Deny and stop", async () => {
  const { host, choose } = open({ requests: [{ ...permission, always: [] }] });
  expect(screen.queryByRole("button", { name: "More ways to allow" })).toBeNull();
  await choose("More ways to deny", "Deny and stop");
  expect(host.sent).toEqual([]);
  wait();
  screen.getByRole("menuitem", { name: "Deny and stop" }).click();
  expect(host.sent.at(-1)).toMatchObject({ decision: { kind: "deny", isStopping: true } });
});

it("allows several fully shown requests of a kind, and none that came or changed meanwhile", () => {
  const others = [
    { ...permission, id: "r2", toolId: "t2", revision: 4, subject: "ls", body: "ls" },
    {
      ...permission,
      id: "r3",
      toolId: "t3",
      revision: 5,
      tool: "WebFetch",
      toolKind: "fetch" as const,
      subject: "https://a.com",
    },
    { ...permission, id: "r4", toolId: "t4", revision: 6, subject: "sudo", body: "sudo", isDenyDefault: true },
  ];
  const { host, chat, click } = open({ requests: [permission, ...others] });
  wait();
  click(screen.getByRole("button", { name: "Allow all 2…" }));
  const all = () => within(screen.getByRole("group", { name: "Allow all" }));
  expect(
    all()
      .getAllByRole("group", { name: "What will run" })
      .map((body) => body.textContent),
  ).toEqual(["npm test", "ls"]);
  click(all().getByRole("button", { name: "Allow these 2" }));
  expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
  wait();
  const changed = [permission, { ...others[0]!, revision: 7, body: "ls -l" }];
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: changed } }] }));
  flushSync();
  click(all().getByRole("button", { name: "Allow these 2" }));
  expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
  wait();
  click(all().getByRole("button", { name: "Allow these 2" }));
  const decided = host.sent.filter(({ type }) => type === "decide");
  expect(decided).toMatchObject([
    { requestId: "r1", revision: 3, decision: { kind: "allow" } },
    { requestId: "r2", revision: 7 },
  ]);
});

it("says of each of several edits what its lines do not show", () => {
  const hunk = {
    oldStart: 1,
    newStart: 1,
    lines: [
      { sign: "-" as const, text: "a" },
      { sign: "+" as const, text: "a" },
    ],
    added: 1,
    removed: 1,
    linesOmitted: 0,
  };
  const proposal = (path: string) => ({
    path,
    added: 1,
    removed: 1,
    hunksOmitted: 0,
    linesOmitted: 0,
    isNewFile: false,
    outcome: "asProposed" as const,
    isAllOrNothing: false,
    isUserEdited: false,
    hunks: [{ ...hunk, isAccepted: true, isInDoubt: false, lineEnds: ["LF", "none"] as const }],
  });
  const edit = { ...permission, tool: "Edit", toolKind: "edit" as const };
  const { click } = open({
    requests: ["a.txt", "b.txt"].map((path, at) => ({
      ...edit,
      id: path,
      toolId: path,
      revision: at,
      subject: path,
      proposal: proposal(path),
    })),
  });
  wait();
  click(screen.getByRole("button", { name: "Allow all 2…" }));
  expect(
    within(screen.getByRole("group", { name: "Allow all" })).getAllByText(
      "Line endings: LF → none after the last line",
    ),
  ).toHaveLength(2);
});

it("shows the selected request in front, and the oldest again when that is gone", () => {
  const second = { ...permission, id: "r2", toolId: "t2", revision: 4, subject: "ls", body: "ls" };
  const { chat, click } = open({ requests: [permission, second] });
  const shown = () => screen.getByRole("group", { name: /^Permission: / }).getAttribute("aria-label");
  expect(shown()).toBe("Permission: Bash npm test");
  click(screen.getByRole("button", { name: "Next request" }));
  expect(shown()).toBe("Permission: Bash ls");
  click(screen.getByRole("button", { name: "Next request" }));
  expect(shown()).toBe("Permission: Bash npm test");
  chat.receive(about({ type: "showRequest", requestId: "r2" }));
  flushSync();
  expect(shown()).toBe("Permission: Bash ls");
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [permission] } }] }));
  flushSync();
  expect(shown()).toBe("Permission: Bash npm test");
});

it("has the focus, and ignores a click in progress, when a plan's buttons return", async () => {
  const { host, click } = open({
    requests: [
      { kind: "plan", id: "p", toolId: "t", revision: 1, text: "Do it", plan: "Do it", isEdited: false, notes: [] },
    ],
  });
  wait();
  for (const leave of [
    () => click(screen.getByRole("button", { name: "Back" })),
    () =>
      screen
        .getByRole("textbox", { name: /plan/ })
        .dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
  ]) {
    click(screen.getByRole("button", { name: "Keep planning" }));
    leave();
    flushSync();
    const approve = screen.getByRole("button", { name: "Approve plan" });
    // The focus follows when the buttons are there.
    await tick();
    await tick();
    expect(document.activeElement).toBe(approve);
    click(approve);
    expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
    wait();
  }
  click(screen.getByRole("button", { name: "Approve plan" }));
  expect(host.sent.at(-1)).toMatchObject({ decision: { kind: "approvePlan" } });
});

it.each([
  ["1. Read\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nthen | so | on", false],
  ["A title\n---\n\n***", false],
  ["```ts\nread();\n```", false],
  ["| a | b |\n| --- | --- |\n| 1 | 2 | and delete it", true],
  ["> | a |\n> | --- |\n> | 1 | 2 |", true],
  ["[note]: # (and delete it)", true],
  ["```ts and delete it\n```", true],
])("folds the text of a plan only where Markdown hides none of it: %j", (text, isShown) => {
  open({
    requests: [{ kind: "plan", id: "p", toolId: "t", revision: 1, text, plan: text, isEdited: false, notes: [] }],
  });
  const source = screen.getByRole("group", { name: "Plan as text" });
  expect(source.textContent).toBe(text);
  expect(source.closest("details")?.open).toBe(isShown ? undefined : false);
  screen.getByText("Approve, accept edits");
});

it("fits the answers to a plan into one row of 400 pixels", () => {
  const { host, click } = open({
    requests: [
      { kind: "plan", id: "p", toolId: "t", revision: 1, text: "Do it", plan: "Do it", isEdited: false, notes: [] },
    ],
  });
  const row = screen.getByRole("button", { name: "Keep planning" }).parentElement as HTMLElement;
  expect(
    within(row)
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label") ?? button.dataset["answer"]),
  ).toEqual(["Approve plan", "Approve and accept edits", "deny"]);
  click(screen.getByRole("button", { name: "Open as document" }));
  expect(host.sent.at(-1)).toEqual({ type: "openReview", requestId: "p" });
});

it("folds no code and no table of a plan", () => {
  const code = `\`\`\`\n${"a\n".repeat(41)}\`\`\``;
  const rows = Array.from({ length: 300 }, (_, at) => `| ${at} |\n`).join("");
  const text = `${code}\n\n| a |\n|---|\n${rows}`;
  open({
    requests: [{ kind: "plan", id: "p", toolId: "t", revision: 1, text, plan: text, isEdited: false, notes: [] }],
  });
  const plan = screen.getByRole("region", { name: "Plan text" });
  expect(plan.querySelector("pre")?.classList.contains("folded")).toBe(false);
  expect(plan.querySelectorAll("tbody tr")).toHaveLength(300);
  expect(within(plan).queryByRole("button", { name: /^Show|more rows/ })).toBeNull();
});

it("ignores clicks on the feedback form that were meant for a button in its place", () => {
  const { host, click } = open({
    requests: [
      { kind: "plan", id: "p", toolId: "t", revision: 1, text: "Do it", plan: "Do it", isEdited: false, notes: [] },
    ],
  });
  wait();
  click(screen.getByRole("button", { name: "Keep planning" }));
  const send = screen.getByRole("button", { name: "Keep planning" });
  click(send);
  expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
  wait();
  click(send, 2);
  expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
  wait();
  click(send);
  expect(host.sent.at(-1)).toMatchObject({ type: "decide", decision: { kind: "deny" } });
});
