import { screen, within } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { expect, it, vi } from "vitest";
import type { ConversationId } from "../../extension/contract/ids.ts";
import type { PermissionView } from "../../extension/contract/requests.ts";
import { guardMs } from "../../webview/requests/deliberation.svelte.ts";
import { open, paintMs, permission, useFakePage, wait } from "./appSetup.ts";
import { about, snapshot } from "./fakeHost.ts";

useFakePage();

it("keeps what is half typed on a card while another conversation is shown, and when the request is asked anew", async () => {
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

it("takes and refuses hunks where they stand, keeps the focus, and offers no Allow where nothing is left", () => {
  const { host, chat, click } = open();
  const { body: _, ...asked } = permission;
  const hunk = {
    oldStart: 1,
    newStart: 1,
    lines: [{ sign: "+", text: "x" }],
    added: 1,
    removed: 0,
    isAccepted: true,
    isInDoubt: false,
    linesOmitted: 0,
  } as const;
  const proposal = {
    path: "a.txt",
    added: 2,
    removed: 0,
    hunks: [hunk, hunk],
    hunksOmitted: 1,
    linesOmitted: 0,
    isNewFile: false,
    outcome: "asProposed",
    isUserEdited: false,
    isAllOrNothing: false,
  } as const;
  const show = (set: object) => {
    const request: PermissionView = { ...asked, tool: "Write", subject: "a.txt", proposal, ...set };
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [request] } }] }));
    flushSync();
  };
  show({});
  const second = within(screen.getByRole("list", { name: "Hunks" })).getByRole("listitem", { name: "Hunk 2 of 3" });
  const reject = within(second).getByRole("button", { name: "Reject hunk" });
  reject.focus();
  click(reject);
  expect(host.sent.at(-1)).toEqual({ type: "reviewStep", requestId: "r1", revision: 3, step: { kind: "hunk", hunk: 1, isAccepted: false } });
  show({ proposal: { ...proposal, hunks: [hunk, { ...hunk, isAccepted: false }], outcome: "changed" } });
  expect([document.activeElement, reject.getAttribute("aria-pressed")]).toEqual([reject, "true"]);
  screen.getByText(/Allow writes your version/);
  show({ isDenyOnly: true, proposal: { ...proposal, outcome: "nothing" } });
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Show what can be written" })).toBeNull();
  show({ isDenyOnly: true, proposal: { ...proposal, outcome: "impossible", hasWritable: true } });
  click(screen.getByRole("button", { name: "Show what can be written" }));
  expect(host.sent.at(-1)).toMatchObject({ type: "reviewStep", step: { kind: "writable" } });
  show({ isDenyOnly: true, proposal: { ...proposal, outcome: "nothing" } });
  click(screen.getByRole("button", { name: "Restore proposal" }));
  expect(host.sent.at(-1)).toMatchObject({ step: { kind: "reset" } });
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
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "r1", revision: 3, decision: { kind: "allowAlways", choice: 2 } });
});

it("decides by no click or key that was under way when the card appeared, took the place of another, or changed", () => {
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
  wait(guardMs);
  expect(tryAll()).toBe(0);
  // The card that stood there was cancelled, and the next one is under the pointer.
  show({ ...permission, id: "r2" });
  wait(guardMs);
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
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "r1", revision: 3, decision: { kind: "deny", feedback: "Use pnpm" } });
});

it("leaves Escape and Enter to an input method, and decides by the key that sends", async () => {
  const { host, chat, choose } = open({ requests: [{ ...permission, editable: { kind: "command", text: "npm test" } }] });
  chat.receive(about({ type: "options", options: { ...snapshot().options, sendKey: "ctrlEnter" } }));
  flushSync();
  const press = (field: HTMLElement, init: KeyboardEventInit) => {
    field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
    flushSync();
  };
  const decided = () => host.sent.filter(({ type }) => type === "decide").length;
  await choose("More ways to allow", "Edit…");
  press(screen.getByRole("textbox", { name: "Command" }), { key: "Escape", isComposing: true });
  press(screen.getByRole("textbox", { name: "Command" }), { key: "Escape" });
  expect(screen.queryByRole("textbox", { name: "Command" })).toBeNull();
  await tick();
  await choose("More ways to deny", "Deny with feedback…");
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" });
  field.value = "Use pnpm";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  press(field, { key: "Escape", isComposing: true });
  press(field, { key: "Enter" });
  expect([field.isConnected, decided()]).toEqual([true, 0]);
  press(field, { key: "Enter", ctrlKey: true });
  expect(decided()).toBe(1);
});

it("takes an answer to a question only when it is complete", () => {
  const options = [
    { label: "A", description: "first" },
    { label: "B", description: "second" },
  ];
  const { host, click } = open({
    requests: [
      { kind: "question", notes: [], id: "q", toolId: "t", revision: 0, questions: [{ question: "Which?", header: "Pick", options, isMultiple: false }] },
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
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "q", revision: 0, decision: { kind: "answer", answers: [{ options: [], other: "C" }] } });
});

it("shows a request that cannot be drawn as it is, with a way to deny it and none to allow it", () => {
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

it("edits a command before it is allowed: what is wrong is said, and the new input is asked about", async () => {
  const { host, chat, click, choose } = open({ requests: [{ ...permission, editable: { kind: "command", text: "npm test" } }] });
  wait();
  await choose("More ways to allow", "Edit…");
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Command" });
  expect(document.activeElement).toBe(field);
  const write = (value: string) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  write(" ");
  screen.getByText("Enter a value.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Use this input" }).disabled).toBe(true);
  write("npm run lint");
  click(screen.getByRole("button", { name: "Use this input" }));
  expect(host.sent.at(-1)).toEqual({ type: "reviewStep", requestId: "r1", revision: 3, step: { kind: "input", text: "npm run lint" } });
  expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
  const edited = { ...permission, revision: 4, body: "npm run lint", isInputEdited: true };
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [edited] } }] }));
  flushSync();
  wait();
  screen.getByText(/You edited this input/);
  click(screen.getByRole("button", { name: "Restore original" }));
  expect(host.sent.at(-1)).toMatchObject({ type: "reviewStep", step: { kind: "reset" } });
});

it("allows always what the user chooses in words, saved where they want it, or by their own rule once that stood there", async () => {
  const { host, chat, click, choose } = open({ requests: [permission] });
  const call = { kind: "tool", tool: "Bash", toolKind: "command", state: "done", threadSize: 0 } as const;
  chat.receive(
    about(
      snapshot([
        { ...call, id: "a", subject: "npm test" },
        { ...call, id: "b", subject: "npm install" },
      ]),
    ),
  );
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [permission] } }] }));
  flushSync();
  wait();
  await choose("More ways to allow", "Allow always…");
  const radios = () => screen.getAllByRole<HTMLInputElement>("radio").map(({ checked, labels }) => `${labels?.[0]?.textContent.trim()}${checked ? " *" : ""}`);
  expect(radios()).toEqual(["This exact command *", '"npm test" with any arguments', 'Any "npm" command']);
  screen.getByText(/only this exact Bash command\. Would have matched 1 of 2 recent tool calls/);
  const stored = screen.getByRole<HTMLSelectElement>("combobox", { name: "Save to" });
  expect(stored.selectedOptions[0]?.textContent).toBe(".claude/settings.local.json (this project, only you)");
  stored.value = "userSettings";
  stored.dispatchEvent(new Event("change", { bubbles: true }));
  wait();
  const allow = () => screen.getByRole<HTMLButtonElement>("button", { name: "Allow always" });
  click(screen.getByRole("radio", { name: 'Any "npm" command' }));
  screen.getByText(/starts with “npm”\. Would have matched 2 of 2 recent tool calls/);
  // It allows another thing, which has to be read first.
  click(allow());
  expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
  wait();
  click(allow());
  const decision = { kind: "allowAlways", choice: 2, destination: "userSettings", rules: ["Bash(npm:*)"] };
  expect(host.sent.at(-1)).toMatchObject({ decision });
  click(screen.getByRole("button", { name: "Edit rule…" }));
  expect(radios().at(-1)).toBe("Your own rule *");
  const rule = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Rule" });
  const write = (text: string) => {
    rule.value = text;
    rule.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  write("Bash(npm:*");
  expect(allow().disabled).toBe(true);
  write("Bash(npm ci)");
  click(allow());
  expect(host.sent.filter(({ type }) => type === "decide")).toHaveLength(1);
  wait();
  click(allow());
  expect(host.sent.at(-1)).toMatchObject({ decision: { ...decision, rules: ["Bash(npm ci)"] } });
});

it("says what an edit can be allowed always, and until when", async () => {
  const always = [{ choice: 0, change: { kind: "mode", mode: "acceptEdits", destination: "session" } }] as const;
  const { host, click, choose } = open({ requests: [{ ...permission, tool: "Write", toolKind: "write", always }] });
  await choose("More ways to allow", "Allow always…");
  screen.getByRole("radio", { name: "All edits of files in the workspace" });
  screen.getByText("Until this conversation ends");
  expect([screen.queryByRole("combobox", { name: "Save to" }), screen.queryByRole("button", { name: "Edit rule…" })]).toEqual([null, null]);
  wait();
  click(screen.getByRole("button", { name: "Allow always" }));
  expect(host.sent.at(-1)).toMatchObject({ decision: { kind: "allowAlways", choice: 0 } });
});

it("has a menu only where something is in it, and denies and stops by it under the rule of half a second", async () => {
  const { host, choose } = open({ requests: [{ ...permission, always: [] }] });
  expect(screen.queryByRole("button", { name: "More ways to allow" })).toBeNull();
  await choose("More ways to deny", "Deny and stop");
  expect(host.sent).toEqual([]);
  wait();
  screen.getByRole("menuitem", { name: "Deny and stop" }).click();
  expect(host.sent.at(-1)).toMatchObject({ decision: { kind: "deny", isStopping: true } });
});

it("allows several of a kind at once, each of them read whole, and none that came or changed meanwhile", () => {
  const others = [
    { ...permission, id: "r2", toolId: "t2", revision: 4, subject: "ls", body: "ls" },
    { ...permission, id: "r3", toolId: "t3", revision: 5, tool: "WebFetch", toolKind: "fetch" as const, subject: "https://a.com" },
    { ...permission, id: "r4", toolId: "t4", revision: 6, subject: "sudo", body: "sudo", isDenyDefault: true },
  ];
  const { host, chat, click } = open({ requests: [permission, ...others] });
  wait();
  click(screen.getByRole("button", { name: "Allow all 2…" }));
  const all = () => within(screen.getByRole("group", { name: "Allow all" }));
  expect(
    all()
      .getAllByRole("region", { name: "What will run" })
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

it("shows another request in front when its user asks for it, and the oldest again when it is gone", () => {
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

it("shows a long list of data as its text, all of it: drawn as a tree it would stop the page", () => {
  const body = (count: number) => JSON.stringify({ ids: Array.from({ length: count }, (_, index) => index) });
  const asked: PermissionView = { ...permission, tool: "mcp__a__b", toolKind: "mcp", body: body(25_000) };
  const { chat } = open({ requests: [asked] });
  const shown = () => screen.getByRole("region", { name: "What will run" });
  expect([shown().textContent, shown().childElementCount]).toEqual([asked.body, 0]);
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [{ ...asked, revision: 4, body: body(300) }] } }] }));
  flushSync();
  expect(shown().textContent).toContain("299: 299");
});

it("has the focus and takes no click that was under way when the buttons of a plan come back", async () => {
  const { host, click } = open({
    requests: [{ kind: "plan", id: "p", toolId: "t", revision: 1, text: "Do it", plan: "Do it", isEdited: false, notes: [] }],
  });
  wait();
  for (const leave of [
    () => click(screen.getByRole("button", { name: "Back" })),
    () => screen.getByRole("textbox", { name: /plan/ }).dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
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
