// Contract tests of the adapters that ask about conversations. The README of this folder says which scenarios show the
// modal dialogs.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Banners } from "../../../extension/core/conversations/banners.ts";
import { ListFilter } from "../../../extension/core/conversations/list/listFilter.ts";
import { silentLogger } from "../../../extension/shared/base/logger.ts";
import type { ConversationId } from "../../../extension/shared/contract/ids.ts";
import { untitled } from "../../../extension/shared/text/conversationList.ts";
import {
  dialogText,
  pickMessageText,
  ruleDialogText,
  terminalDialogText,
} from "../../../extension/shared/text/dialogs.ts";
import { cardText } from "../../../extension/shared/text/requests/cards.ts";
import {
  formatAlwaysChoice,
  getBehaviorLabel,
  getDestinationFile,
  getDestinationLabel,
} from "../../../extension/shared/text/requests/rules.ts";
import { delayClock, systemClock } from "../../../extension/systemClock.ts";
import { NativeDialogs } from "../../../extension/vscode/dialogs/dialogs.ts";
import { showFilterBox } from "../../../extension/vscode/dialogs/filterBox.ts";
import { Messages } from "../../../extension/vscode/dialogs/messages.ts";
import { createRequestDialogs } from "../../../extension/vscode/dialogs/requestDialogs.ts";
import { createRuleDialogs } from "../../../extension/vscode/dialogs/ruleDialogs.ts";
import { RequestRows, type RequestRowsOptions } from "../../../extension/vscode/views/requestRows.ts";
import { FakeClock } from "../../fakes/fakeClock.ts";
import { command } from "../../gallery/requests.ts";
import { disposedLater, test } from "./harness.ts";
import { asking } from "./questions.ts";

const noSearch = { search: async () => {} };
const newFilter = () => new ListFilter(noSearch, systemClock, silentLogger);
/** No conversation is visible, so everything is said in notifications. */
const hidden = { say: () => false };
const noBanners = new Banners({ find: () => undefined, clock: systemClock, onError() {} });
const dialogs = new NativeDialogs(newFilter, hidden, noBanners, delayClock);
const requestDialogs = createRequestDialogs(delayClock);
const ruleDialogs = createRuleDialogs(new Messages());
const cancelled = { cancel: true } as const;
const listed = (key: string, title: string) =>
  ({ key, title, state: "saved", folder: "/w", isPinned: false, isActive: false, isCurrent: false }) as const;

test("dialogs: pick a message by its first line, and none when the list is closed", async () => {
  const prompts = [
    { id: "p1", text: "first $(icon)\nand more" },
    { id: "p2", text: "second" },
  ];
  const { result, questions } = await asking(() => dialogs.pickPrompt(prompts, "fork"), { select: "second" });
  assert.equal(result, "p2");
  assert.equal(questions[0]?.title, pickMessageText.fork().title);
  assert.deepEqual(questions[0]?.labels, ["first \\$(icon)", "second"]);
  assert.equal(questions[0]?.items[0]?.detail, "first \\$(icon) and more");
  assert.equal((await asking(() => dialogs.pickPrompt(prompts, "fork"), cancelled)).result, undefined);
});

test("dialogs: pick a row, a deleted conversation and a place for a command", async () => {
  const rows = [
    { id: "r1", label: "one" },
    { id: "r2", label: "two" },
  ];
  assert.equal((await asking(() => dialogs.pickRow(rows, "sendNow"), { select: "two" })).result, "r2");
  const deleted = [{ id: "d1", title: "", folder: "/w/app", time: Date.now() }] as never;
  const restored = await asking(() => dialogs.pickDeleted(deleted), { select: untitled() });
  assert.equal(restored.result, "d1");
  assert.match(restored.questions[0]?.items[0]?.description ?? "", / · app$/);
  const terminal = await asking(() => dialogs.askTerminal("/login now", true), {
    select: terminalDialogText.continueThere(),
  });
  assert.deepEqual(
    [terminal.result, terminal.questions[0]?.title],
    ["continue", terminalDialogText.onlyInTerminal("/login")],
  );
  assert.equal(
    (await asking(() => dialogs.askTerminal("/login", false), { select: terminalDialogText.newTerminal() })).result,
    "new",
  );
});

test("dialogs: ask how to resend, and whether to ask again", async () => {
  assert.deepEqual((await asking(() => dialogs.askResend(), cancelled)).result, undefined);
  const choose = async (label: string) => {
    const { way, isRemembered } = (await asking(() => dialogs.askResend(), { select: label })).result ?? {};
    return [way, isRemembered];
  };
  assert.deepEqual(await choose(dialogText.fork()), ["fork", false]);
  assert.deepEqual(await choose(dialogText.alwaysRewind()), ["rewind", true]);
});

test("dialogs: ask for texts, and confirm no wrong one", async () => {
  assert.equal((await asking(() => dialogs.askTitle("Old"), { enter: undefined })).result, "Old");
  assert.equal((await asking(() => dialogs.askTitle("Old"), { enter: "New" })).result, "New");
  assert.equal((await asking(() => dialogs.askTag("old"), { enter: "" })).result, "");
  assert.equal((await asking(() => dialogs.askTag("old"), cancelled)).result, undefined);
  const budget = await asking(() => dialogs.askBudget(2.2), { enter: undefined });
  assert.deepEqual([budget.result, budget.questions[0]?.value], [5, "5"]);
  assert.equal((await asking(() => dialogs.askBudget(1), { enter: "$ 2,5" })).result, 2.5);
  const wrong = await asking(() => dialogs.askBudget(1), { enter: "0" });
  assert.deepEqual([wrong.result, wrong.questions[0]?.validation], [undefined, dialogText.budgetWrong()]);
});

test("dialogs: offer an undo in a notification that asks nothing else", async () => {
  const deleted = await asking(() => dialogs.showDeleted("[x](y)"), { press: dialogText.undo() });
  assert.deepEqual([deleted.result, deleted.questions[0]?.title], [true, dialogText.deleted("[x] (y)")]);
  assert.equal((await asking(() => dialogs.showReverted("a.txt", "part"), cancelled)).result, false);
});

test("dialogs: find a conversation by its title, and end the search with the list", async () => {
  const filters: ListFilter[] = [];
  const owned = new NativeDialogs(
    () => {
      const filter = newFilter();
      filters.push(filter);
      return filter;
    },
    hidden,
    noBanners,
    delayClock,
  );
  const list = [listed("a", "Greeting"), listed("b", "$(x)")];
  const { result, questions } = await asking(() => owned.pickConversation(list), { select: "\\$(x)" });
  assert.equal(result, "b");
  assert.equal(questions[0]?.title, dialogText.openConversation());
  assert.equal((await asking(() => owned.pickConversation(list), cancelled)).result, undefined);
  assert.equal(filters.length, 2);
});

test("dialogs: restore the filter of the tree when its box is closed", async () => {
  const filter = disposedLater(newFilter());
  filter.set("before");
  showFilterBox(filter);
  filter.set("typed");
  await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
  assert.equal(filter.text, "before");
});

test("requests: a list shows the whole card, and accepts no answer for half a second", async () => {
  const view = command({ always: [] });
  const ask = (signal = new AbortController().signal) => requestDialogs.askRequest(view, false, signal);
  const begun = performance.now();
  const allowed = await asking(() => ask(), { select: cardText.allow() });
  assert.deepEqual(allowed.result, { kind: "allow" });
  assert.ok(performance.now() - begun >= 500);
  assert.ok(allowed.questions[0]?.labels.some((label) => label.includes("rm -rf build")));
  assert.deepEqual((await asking(() => ask(), { select: cardText.deny() })).result, { kind: "deny" });
  const feedback = await asking(() => ask(), { select: cardText.denyWithFeedback() }, { enter: "Not now" });
  assert.deepEqual(feedback.result, { kind: "deny", feedback: "Not now" });
  assert.equal((await asking(() => ask(), cancelled)).result, undefined);
  const controller = new AbortController();
  const closed = ask(controller.signal);
  controller.abort();
  assert.equal(await closed, undefined);
});

test("requests: a list allows always, with a rule in the file that the user selects", async () => {
  const view = command({ body: "npm run build", subject: "npm run build" });
  const [suggested] = view.always;
  assert.ok(suggested);
  const choice = { select: formatAlwaysChoice(suggested.change, view.body) };
  const place = { select: getDestinationFile("userSettings") };
  const { result } = await asking(
    () => requestDialogs.askRequest(view, false, new AbortController().signal),
    { select: cardText.allowAlwaysMore() },
    choice,
    place,
  );
  assert.deepEqual(result, { kind: "allowAlways", choice: 0, destination: "userSettings" });
});

test("requests: a list and a notification offer no Allow for what they cannot show whole", async () => {
  const long = command({ body: "echo ".repeat(2_000), subject: "echo" });
  const { questions } = await asking(
    () => requestDialogs.askRequest(long, false, new AbortController().signal),
    cancelled,
  );
  assert.deepEqual(questions[0]?.labels, [cardText.review(), cardText.deny(), cardText.denyWithFeedback()]);
  const notified = await asking(() => requestDialogs.notifyRequest(long, false), cancelled);
  assert.deepEqual([notified.result, notified.questions[0]?.labels], [undefined, [cardText.review(), cardText.deny()]]);
});

test("requests: a notification that was pressed at once opens the card instead", async () => {
  for (const press of [cardText.allow(), cardText.deny()]) {
    const { result, questions } = await asking(
      () => requestDialogs.notifyRequest(command({ body: "ls", subject: "ls" }), false),
      { press },
    );
    assert.deepEqual(questions[0]?.labels, [cardText.allow(), cardText.review(), cardText.deny()]);
    assert.deepEqual(result, { kind: "review" });
  }
});

test("requests: the command to allow always accepts no answer in each list's first half second", async () => {
  const view = command({ body: "npm run build", subject: "npm run build" });
  const [suggested] = view.always;
  assert.ok(suggested);
  const begun = performance.now();
  const choice = { select: formatAlwaysChoice(suggested.change, view.body) };
  const { result } = await asking(() => dialogs.pickSuggestion(view), choice, {
    select: getDestinationFile("userSettings"),
  });
  assert.deepEqual(result, { kind: "allowAlways", choice: 0, destination: "userSettings" });
  assert.ok(performance.now() - begun >= 1_000);
});

test("requests: rows count as moved when they become visible or others are drawn", () => {
  const visibility = disposedLater(new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>());
  let moves = 0;
  const waiting = { all: [] as object[], noteMoved: () => moves++, onDidChange: () => ({ dispose() {} }) };
  const rows = disposedLater(
    new RequestRows({ waiting, clock: new FakeClock(), draw: () => {} } as unknown as RequestRowsOptions),
  );
  rows.follow({ badge: undefined, onDidChangeVisibility: visibility.event });
  rows.noteDrawn();
  assert.equal(moves, 0);
  visibility.fire({ visible: true });
  assert.equal(moves, 1);
  waiting.all = [{ conversation: "c1", view: command({}) }];
  rows.noteDrawn();
  rows.noteDrawn();
  assert.equal(moves, 2);
});

test("requests: rows offer answers half a second after they were drawn or last unfolded", () => {
  const clock = new FakeClock();
  const view = command({ always: [], body: "ls", subject: "ls", notes: [] });
  const request = { conversation: "c1" as ConversationId, view, arrivedAt: 0, isSeen: false, isChangeShown: false };
  const options = {
    conversations: { get: () => undefined },
    waiting: { all: [request], noteMoved: () => {} },
    clock,
    draw: () => {},
  };
  const rows = disposedLater(new RequestRows(options as unknown as RequestRowsOptions));
  const isOffered = (): boolean => rows.createItem(request).contextValue === "request permission still whole";
  rows.noteDrawn();
  assert.ok(!isOffered());
  clock.advance(500);
  assert.ok(isOffered());
  rows.setFolded(false);
  clock.advance(200);
  rows.setFolded(true);
  clock.advance(200);
  rows.setFolded(false);
  clock.advance(200);
  assert.ok(!isOffered());
  clock.advance(300);
  assert.ok(isOffered());
});

test("rules: list by source, and add one with its behavior and place", async () => {
  const rule = { behavior: "allow", source: "userSettings", rule: "Bash(ls)", isEditable: true, isInEffect: false };
  const add = `$(add) ${ruleDialogText.addMore()}`;
  const steps = [
    { select: add },
    { enter: "Bash(npm test:*)" },
    { select: getBehaviorLabel("deny") },
    { select: getDestinationLabel("localSettings") },
  ];
  const { result, questions } = await asking(() => ruleDialogs.pickRule([rule]), ...steps);
  assert.deepEqual(result, {
    kind: "add",
    rule: { source: "localSettings", behavior: "deny", rule: "Bash(npm test:*)" },
  });
  assert.deepEqual(questions[0]?.labels, [add, "Bash(ls)"]);
  assert.equal(questions[0]?.items[1]?.description, ruleDialogText.overridden(getBehaviorLabel("allow")));
  // Selecting a rule changes nothing: the list comes again.
  assert.equal((await asking(() => ruleDialogs.pickRule([rule]), { select: "Bash(ls)" }, cancelled)).result, undefined);
  const wrong = await asking(() => ruleDialogs.pickRule([]), { select: add }, { enter: "(" });
  assert.deepEqual([wrong.result, wrong.questions[1]?.validation], [undefined, ruleDialogText.notRule()]);
});
