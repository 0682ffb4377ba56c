// Contract tests of the adapters that ask with modal dialogs: each button leads to its answer, and closing the dialog
// to none.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Banners } from "../../../extension/core/conversations/banners.ts";
import type { IsolatedFolder } from "../../../extension/core/conversations/isolationPorts.ts";
import { silentLogger } from "../../../extension/shared/base/logger.ts";
import { accountText } from "../../../extension/shared/text/account.ts";
import { attemptText } from "../../../extension/shared/text/changes/attempts.ts";
import { checkpointText } from "../../../extension/shared/text/changes/checkpoints.ts";
import { isolationText } from "../../../extension/shared/text/changes/isolation.ts";
import { rewindText } from "../../../extension/shared/text/changes/rewind.ts";
import { worktreeText } from "../../../extension/shared/text/changes/worktrees.ts";
import { dialogText, ruleDialogText } from "../../../extension/shared/text/dialogs.ts";
import { accessText } from "../../../extension/shared/text/requests/access.ts";
import { serverEditText } from "../../../extension/shared/text/servers/serverEdits.ts";
import { sandboxText } from "../../../extension/shared/text/settings/sandbox.ts";
import { traceText } from "../../../extension/shared/text/trace.ts";
import { delayClock } from "../../../extension/systemClock.ts";
import { accessDialogs } from "../../../extension/vscode/dialogs/accessDialogs.ts";
import { createAccountDialogs } from "../../../extension/vscode/dialogs/accountDialogs.ts";
import { createAttemptDialogs } from "../../../extension/vscode/dialogs/attemptDialogs.ts";
import { createCheckpointDialogs } from "../../../extension/vscode/dialogs/checkpointDialogs.ts";
import { NativeDialogs } from "../../../extension/vscode/dialogs/dialogs.ts";
import { createIsolationDialogs } from "../../../extension/vscode/dialogs/isolationDialogs.ts";
import { Messages } from "../../../extension/vscode/dialogs/messages.ts";
import { createRewindDialogs } from "../../../extension/vscode/dialogs/rewindDialogs.ts";
import { createRuleDialogs } from "../../../extension/vscode/dialogs/ruleDialogs.ts";
import { createSandboxDialogs } from "../../../extension/vscode/dialogs/sandboxDialogs.ts";
import { createTraceDialogs } from "../../../extension/vscode/dialogs/traceDialogs.ts";
import { createWorktreeDialogs } from "../../../extension/vscode/dialogs/worktreeDialogs.ts";
import { createServerEditDialogs } from "../../../extension/vscode/servers/serverEditDialogs.ts";
import { systemClock } from "../../fakes/systemClock.ts";
import { test } from "./harness.ts";
import { asking } from "./questions.ts";

const cancelled = { cancel: true } as const;
const none = (): never => {
  throw new Error("is not asked");
};
const dialogs = new NativeDialogs(
  none,
  { say: () => false },
  new Banners({ find: none, clock: systemClock, onError: none }),
  delayClock,
);
const ruleDialogs = createRuleDialogs(new Messages());
const attemptDialogs = createAttemptDialogs(new Messages());
const copy = {
  id: "c",
  kind: "copy",
  folder: "/copies/c",
  origin: "/w/app",
  root: "/w/app",
  createdAt: 0,
} as IsolatedFolder;
const isolation = createIsolationDialogs({ say: none, now: () => 0, review: none, undo: none });
const servers = createServerEditDialogs(silentLogger);
const server = { name: "one", place: { kind: "user" }, value: {} } as const;
const risk = { isOutside: true, isSeen: false, isDeleted: false, isForeign: true };

/** Questions with one button, which consents. */
const consents: readonly (readonly [name: string, button: string, ask: () => Promise<boolean>])[] = [
  ["deleting a conversation", dialogText.delete(), () => dialogs.confirmDelete("A title")],
  ["reverting a file", dialogText.revertFile(), () => dialogs.confirmRevert("/w/a.txt", risk)],
  [
    "deleting a file again",
    dialogText.deleteFile(),
    () => dialogs.confirmRevert("/w/a.txt", { ...risk, isDeleted: true }),
  ],
  ["ending background tasks", dialogText.stopAll(), () => dialogs.confirmEnding(["npm run watch"])],
  ["a restart for a rule", ruleDialogText.restart(), () => ruleDialogs.confirmRestart()],
  ["the use by an extension", accessText.allow(), () => accessDialogs.askAccess({ id: "a.b", name: "A" })],
  ["logging out", accountText.logOut(), () => createAccountDialogs(new Messages()).confirmLogOut()],
  ["removing checkpoints", checkpointText.remove(), () => createCheckpointDialogs(none).confirmCleanUp()],
  [
    "discarding a copy",
    isolationText.discardNow(),
    () => isolation.confirmDiscard(copy, { changes: [], others: [], work: [], branch: undefined }),
  ],
  ["removing a discarded copy", isolationText.removeNow(), () => isolation.confirmRemoval(copy)],
  [
    "recording a trace",
    traceText.record(),
    () => createTraceDialogs(vscode.Uri.file("/none"), none).confirmRecording(),
  ],
  [
    "a conversation without questions",
    sandboxText.start(),
    () => createSandboxDialogs(new Messages()).confirmSandboxed(),
  ],
  ["replacing a server", serverEditText.replace(), () => servers.confirmReplace(server)],
  ["removing a server", serverEditText.remove(), () => servers.confirmRemove(server)],
  ["removing a secret", serverEditText.remove(), () => servers.confirmRemoveSecret("KEY", "one")],
];

for (const [name, button, ask] of consents)
  test(`modal dialogs: ask for consent to ${name}`, async () => {
    assert.equal((await asking(ask, { confirm: button })).result, true);
    assert.equal((await asking(ask, cancelled)).result, false);
  });

test("modal dialogs: offer what a rewind can restore", async () => {
  const rewind = createRewindDialogs({ say: none, pickPrompt: none });
  const preview = { kind: "possible", files: ["/w/a.txt"], insertions: 1, deletions: 0 } as const;
  const question = { preview, folder: "/w", atWork: [] };
  for (const answer of ["both", "files", "conversation", "preview"] as const) {
    assert.equal(
      (await asking(() => rewind.confirmRewind(question), { confirm: rewindText[answer]() })).result,
      answer,
    );
  }
  const previewed = await asking(() => rewind.confirmRewind({ ...question, isPreviewed: true }), cancelled);
  assert.deepEqual(
    [previewed.result, previewed.questions[0]?.labels],
    [undefined, [rewindText.both(), rewindText.files(), rewindText.conversation()]],
  );
  const impossible = { ...question, preview: { kind: "impossible", problem: { code: "noCheckpoint" } } } as const;
  const only = await asking(() => rewind.confirmRewind(impossible), { confirm: rewindText.conversation() });
  assert.deepEqual([only.result, only.questions[0]?.labels.length], ["conversation", 1]);
  assert.equal((await asking(() => rewind.confirmRestore(impossible))).result, false);
  assert.equal((await asking(() => rewind.confirmRestore(question), { confirm: rewindText.files() })).result, true);
  for (const kind of ["undo", "redo"] as const) {
    assert.equal(
      (await asking(() => rewind.confirmReverse(kind, question), { confirm: rewindText[kind]() })).result,
      true,
    );
    assert.equal((await asking(() => rewind.confirmReverse(kind, question), cancelled)).result, false);
  }
  assert.equal(await rewind.whileReading(async () => 3), 3);
  await assert.rejects(
    rewind.whileReading(async () => Promise.reject(new Error("unreadable"))),
    /unreadable/,
  );
  assert.equal(await rewind.whileRewinding(Promise.resolve(4)), 4);
  await assert.rejects(rewind.whileRewinding(Promise.reject(new Error("refused"))), /refused/);
  assert.equal((await asking(() => rewind.confirmStop(), { confirm: dialogText.stop() })).result, true);
});

test("modal dialogs: ask about unsaved files and queued messages of a rewind", async () => {
  const rewind = createRewindDialogs({ say: none, pickPrompt: none });
  for (const answer of ["save", "discard", "leaveOut"] as const) {
    assert.equal(
      (await asking(() => rewind.askUnsaved(["/w/a.txt"], "/w", true), { confirm: rewindText[answer]() })).result,
      answer,
    );
  }
  const forced = await asking(() => rewind.askUnsaved(["/w/a.txt"], "/w", false), cancelled);
  assert.deepEqual([forced.result, forced.questions[0]?.labels], [undefined, [rewindText.discard()]]);
  assert.equal((await asking(() => rewind.askQueued(2), { confirm: rewindText.keepQueued() })).result, "keep");
  assert.equal((await asking(() => rewind.askQueued(2), { confirm: rewindText.removeQueued() })).result, "remove");
  assert.equal((await asking(() => rewind.askQueued(2), cancelled)).result, undefined);
});

test("modal dialogs: tell a refusal apart from no answer where both exist", async () => {
  const setUp = () => createWorktreeDialogs().confirmSetUp(copy, "npm ci");
  assert.equal((await asking(setUp, { confirm: worktreeText.setUpRun() })).result, "run");
  assert.equal((await asking(setUp, { confirm: worktreeText.setUpSkip() })).result, "skip");
  assert.equal((await asking(setUp, cancelled)).result, undefined);
  const others = () => attemptDialogs.confirmDiscardOthers(2);
  assert.equal((await asking(others, { confirm: attemptText.discardThem() })).result, true);
  assert.equal((await asking(others, { confirm: attemptText.keepThem() })).result, false);
  const imported = { name: "one", file: "/w/mcp.json", definition: { command: "run" }, notes: [] } as const;
  const importing = () => servers.confirmImport(imported as never);
  assert.equal((await asking(importing, { confirm: serverEditText.import() })).result, "import");
  assert.equal((await asking(importing, { confirm: serverEditText.skip() })).result, "skip");
  const broken = () =>
    servers.confirmImport({
      ...imported,
      definition: undefined,
      problem: { code: "malformed", issues: "command" },
    } as never);
  const refused = await asking(broken, cancelled);
  assert.deepEqual([refused.result, refused.questions[0]?.labels], [undefined, [serverEditText.skip()]]);
});
