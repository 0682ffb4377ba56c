// Contract tests of the adapters that ask about copies, worktrees, attempts, checkpoints, rewinds and MCP servers.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { AttemptRow } from "../../../extension/core/conversations/isolation/attemptActions.ts";
import type { PlannedChange } from "../../../extension/core/conversations/isolation/isolationPlan.ts";
import type { IsolatedFolder } from "../../../extension/core/conversations/isolationPorts.ts";
import type { ComparedRow } from "../../../extension/core/conversations/rewind/checkpointList.ts";
import { silentLogger } from "../../../extension/shared/base/logger.ts";
import type { PlannedFile } from "../../../extension/shared/contract/changes/rewind.ts";
import { accountText } from "../../../extension/shared/text/account.ts";
import { attemptText } from "../../../extension/shared/text/changes/attempts.ts";
import { checkpointText } from "../../../extension/shared/text/changes/checkpoints.ts";
import { isolationText } from "../../../extension/shared/text/changes/isolation.ts";
import { rewindText } from "../../../extension/shared/text/changes/rewind.ts";
import { worktreeText } from "../../../extension/shared/text/changes/worktrees.ts";
import { serverFormText } from "../../../extension/shared/text/servers/serverForm.ts";
import { traceText } from "../../../extension/shared/text/trace.ts";
import { createAccountDialogs } from "../../../extension/vscode/dialogs/accountDialogs.ts";
import { createAttemptDialogs } from "../../../extension/vscode/dialogs/attemptDialogs.ts";
import { createCheckpointDialogs } from "../../../extension/vscode/dialogs/checkpointDialogs.ts";
import { createCheckpointPicker } from "../../../extension/vscode/dialogs/checkpointPicker.ts";
import { createIsolationDialogs, getLabel } from "../../../extension/vscode/dialogs/isolationDialogs.ts";
import { Messages } from "../../../extension/vscode/dialogs/messages.ts";
import { createRewindDialogs } from "../../../extension/vscode/dialogs/rewindDialogs.ts";
import { createTraceDialogs } from "../../../extension/vscode/dialogs/traceDialogs.ts";
import { createWorktreeDialogs } from "../../../extension/vscode/dialogs/worktreeDialogs.ts";
import { createServerEditDialogs } from "../../../extension/vscode/servers/serverEditDialogs.ts";
import { eventually, test } from "./harness.ts";
import { asking } from "./questions.ts";

const attemptDialogs = createAttemptDialogs(new Messages());
const cancelled = { cancel: true } as const;
const say = (): void => {};
const copy = (id: string, more: Partial<IsolatedFolder> = {}) =>
  ({
    id,
    kind: "copy",
    folder: `/copies/${id}`,
    origin: `/w/${id}`,
    root: `/w/${id}`,
    createdAt: 0,
    ...more,
  }) as IsolatedFolder;
const row = (number: number, more: Partial<AttemptRow> = {}): AttemptRow => {
  const attempt = { group: "g", number, count: 2, model: number === 1 ? "" : "opus", prompt: "Try it\nand more" };
  return {
    folder: copy(`a${number}`, { attempt }),
    attempt,
    state: "idle",
    files: 1,
    added: 2,
    removed: 0,
    costUsd: 0.5,
    durationMs: 1000,
    ...more,
  };
};

test("copies: pick one, and what to do with it", async () => {
  const dialogs = createIsolationDialogs({ say, now: () => 60_000, review: say, undo: say });
  const [one, two] = [copy("one"), copy("two", { discardedAt: 1 })];
  assert.equal((await asking(() => dialogs.pickFolder([one, two]), { select: getLabel(two) })).result, two);
  const listed = [one, two].map((folder) => ({ folder, bytes: 10 }));
  const opened = await asking(
    () => dialogs.pickAction(listed, []),
    { select: getLabel(one) },
    { select: isolationText.open() },
  );
  assert.deepEqual(opened.result, { folder: one, action: "open" });
  // A discarded copy cannot be opened.
  const gone = await asking(() => dialogs.pickAction(listed, []), { select: getLabel(two) }, cancelled);
  assert.equal(gone.result, undefined);
  assert.ok(!gone.questions[1]?.labels.includes(isolationText.open()));
  assert.equal((await asking(() => dialogs.pickAction([], []), cancelled)).result, undefined);
  // One that cannot be read is listed with its place.
  const unreadable = [{ folder: { id: "lost", path: "/copies/lost", changedAt: 0 }, bytes: 2_000_000 }];
  const lost = await asking(() => dialogs.pickAction(listed, unreadable), cancelled);
  assert.ok(lost.questions[0]?.labels.includes(isolationText.unreadableFolder()));
});

test("copies: pick changes to apply, of which only those without a conflict are checked", async () => {
  const dialogs = createIsolationDialogs({ say, now: () => 0, review: say, undo: say });
  const file = (text: string) => ({ blob: text, kind: "file", text }) as const;
  const change = (path: string, effect: PlannedChange["effect"]): PlannedChange => ({
    change: { path, base: file("a"), mine: file("a"), theirs: file("b") },
    effect,
  });
  const planned = [change("clean.txt", "clean"), change("both.txt", "conflict"), change("blocked.txt", "blocked")];
  const paths = async (...answer: Parameters<typeof asking>[1][]) =>
    (await asking(() => dialogs.pickChanges(copy("one"), planned), ...answer)).result?.map(
      ({ change: { path } }) => path,
    );
  assert.deepEqual(await paths({ check: ["clean.txt"] }), ["clean.txt"]);
  assert.deepEqual(await paths({ check: ["both.txt"] }), ["both.txt"]);
  assert.equal(await paths(cancelled), undefined);
  const choice = await asking(
    () => dialogs.chooseBoth(copy("one"), planned[1] as PlannedChange, ["markers", "theirs", "mine"]),
    {
      select: isolationText.chooseMine(),
    },
  );
  assert.deepEqual([choice.result, choice.questions[0]?.labels.length], ["mine", 3]);
});

test("copies: apply is undone from its notification", async () => {
  const undone: string[] = [];
  const dialogs = createIsolationDialogs({ say, now: () => 0, review: say, undo: (id) => undone.push(id) });
  const report = { outcome: { kind: "applied", files: 2 }, left: 0, others: [] } as const;
  await asking(async () => dialogs.showApplied(copy("one"), report as never), { press: isolationText.undo() });
  await eventually(() => assert.deepEqual(undone, ["one"]));
  await asking(async () => dialogs.showApplied(copy("two"), report as never), cancelled);
  assert.deepEqual(undone, ["one"]);
});

test("worktrees: ask for the beginning and for a branch that can be created", async () => {
  const ask = () => createWorktreeDialogs().chooseWorktree("/w/app", "topic", async (branch) => branch !== "taken");
  const start = { select: worktreeText.onlyCommit() };
  assert.deepEqual((await asking(ask, start, { enter: undefined })).result, { branch: "topic", hasUncommitted: false });
  assert.deepEqual((await asking(ask, { select: worktreeText.withUncommitted() }, { enter: " other " })).result, {
    branch: "other",
    hasUncommitted: true,
  });
  const taken = await asking(ask, start, { enter: "taken" });
  assert.deepEqual([taken.result, taken.questions[1]?.validation], [undefined, worktreeText.branchTaken("taken")]);
  assert.equal((await asking(ask, cancelled)).result, undefined);
});

test("attempts: ask for two to four models, and compare their rows", async () => {
  const models = [{ value: "opus", label: "Opus", description: "" }] as never;
  const { result } = await asking(() => attemptDialogs.pickModels(models), {
    check: ["Opus", attemptText.again("Opus")],
  });
  assert.deepEqual(result, ["opus", "opus"]);
  const single = await asking(() => attemptDialogs.pickModels(models), { check: ["Opus"] });
  assert.deepEqual(single.result, ["", "opus"]);
  assert.equal((await asking(() => attemptDialogs.pickModels(models), cancelled)).result, undefined);
  const rows = [row(1), row(2, { state: "discarded" })];
  const label = attemptText.attempt(2, "opus");
  const picked = await asking(
    () => attemptDialogs.pickAttempt(rows),
    { select: label },
    { select: attemptText.remove() },
  );
  assert.deepEqual([picked.result?.row, picked.result?.action], [rows[1], "discard"]);
  assert.ok(!picked.questions[1]?.labels.includes(attemptText.open()));
  assert.equal((await asking(() => attemptDialogs.askPrompt(" "), { enter: "one line" })).result, "one line");
  // A text in the message field is not asked for again.
  assert.equal((await asking(() => attemptDialogs.askPrompt("two\nlines"))).result, "two\nlines");
});

test("checkpoints: ask for a name, and pick a checkpoint", async () => {
  const { askName } = createCheckpointDialogs(say);
  assert.equal((await asking(() => askName(), { enter: " before " })).result, "before");
  assert.equal((await asking(() => askName(), { enter: "" })).result, checkpointText.unnamed());
  assert.equal((await asking(() => askName(), cancelled)).result, undefined);
  const point = (name: string): ComparedRow =>
    ({
      row: { id: name, at: 0, kind: "message", name, change: undefined },
      text: name,
      files: [{ path: "/w/a.txt", kind: "changed" }],
    }) as never;
  const picker = createCheckpointPicker(say, () => 0);
  const points = [point("one"), point("two")];
  assert.equal((await asking(() => picker.pickPoint(points), { select: "two" })).result, points[1]);
  assert.deepEqual((await asking(() => picker.pickOfFile("/w/a.txt", points), { select: "one" })).result, {
    point: points[0],
    action: "open",
  });
  assert.equal((await asking(() => picker.pickOfFile("/w/a.txt", points), cancelled)).result, undefined);
});

test("rewinds: choose for each foreign file, and select the files to restore", async () => {
  const dialogs = createRewindDialogs({ say, pickPrompt: async () => undefined });
  const file = (path: string): PlannedFile => ({ path, effect: "change", isForeign: true, choice: "keep" });
  const foreign = [
    { file: file("/w/a.txt"), canMerge: async () => true },
    { file: file("/w/b.txt"), canMerge: async () => false },
  ];
  const continueRow = { select: `$(check) ${rewindText.continue()}` };
  const staying = new AbortController().signal;
  const chosen = await asking(
    () => dialogs.chooseForeign(foreign, "/w", staying),
    { select: "a.txt" },
    { select: rewindText.choice("merge") },
    continueRow,
  );
  assert.deepEqual(
    [...(chosen.result ?? [])],
    [
      ["/w/a.txt", "merge"],
      ["/w/b.txt", "keep"],
    ],
  );
  const ways = await asking(
    () => dialogs.chooseForeign(foreign, "/w", staying),
    { select: "b.txt" },
    cancelled,
    cancelled,
  );
  assert.deepEqual(
    [ways.result, ways.questions[1]?.labels],
    [undefined, [rewindText.choice("keep"), rewindText.choice("restore")]],
  );
  const all = await asking(
    () => dialogs.chooseForeign(foreign, "/w", staying),
    { select: rewindText.allOf("restore") },
    continueRow,
  );
  assert.deepEqual([...(all.result ?? [])].flat(), ["/w/a.txt", "restore", "/w/b.txt", "restore"]);
  // The conversation is closed while its list is open.
  const closing = new AbortController();
  const open = dialogs.chooseForeign(foreign, "/w", closing.signal);
  closing.abort();
  assert.equal(await open, undefined);
  const files = [file("/w/a.txt"), file("/w/b.txt")];
  const plan = { files, uncovered: [{ path: "/w/big.bin", reason: "tooLarge" as const }] };
  const restored = await asking(() => dialogs.pickRestored(plan, new Set(["/w/a.txt"]), "/w"), { check: ["b.txt"] });
  assert.deepEqual(
    [restored.result, restored.questions[0]?.labels],
    [new Set(["/w/b.txt"]), ["a.txt", "b.txt", "big.bin"]],
  );
  // A file that is not covered cannot be selected.
  const uncovered = await asking(() => dialogs.pickRestored(plan, new Set(["/w/a.txt"]), "/w"), {
    check: ["a.txt", "big.bin"],
  });
  assert.deepEqual(uncovered.result, new Set(["/w/a.txt"]));
});

test("accounts and traces: pick a way to log in, and a speed", async () => {
  assert.equal(
    (
      await asking(() => createAccountDialogs(new Messages()).pickLogin(), {
        select: accountText.ways.terminal().label,
      })
    ).result,
    "terminal",
  );
  const traces = createTraceDialogs(vscode.Uri.file("/none"), say);
  assert.equal((await asking(() => traces.pickSpeed(), { select: traceText.atOnce() })).result, "atOnce");
  assert.equal((await asking(() => traces.reportTrace("/none/t.jsonl"), { press: traceText.replay() })).result, true);
  assert.equal((await asking(() => traces.reportTrace("/none/t.jsonl"), cancelled)).result, false);
});

test("MCP servers: pick one by name, and fill in the form step by step", async () => {
  const dialogs = createServerEditDialogs(silentLogger);
  const user = { kind: "user" } as const;
  const servers = [
    { name: "one", place: user, value: { command: "run" } },
    { name: "two", place: user, value: { command: "run" } },
  ];
  assert.equal((await asking(() => dialogs.pickServer(servers, "edit"), { select: "two" })).result, servers[1]);
  assert.equal((await asking(() => dialogs.pickSecret(["KEY"], "one"), cancelled)).result, undefined);
  const existing = {
    name: "one",
    place: user,
    form: { transport: "stdio", command: "run", args: [], env: {} },
  } as const;
  const closed = await asking(() => dialogs.fillIn([], existing), cancelled);
  assert.deepEqual(
    [closed.result, closed.questions[0]?.labels],
    [undefined, (["stdio", "http", "sse"] as const).map((each) => serverFormText.transports[each]().label)],
  );
});
