import fs from "node:fs";
import { expect, it } from "vitest";
import { changedFileActions } from "../../extension/shared/contract/changes/changedFiles.ts";
import {
  actions,
  type ExternalUseAction,
  externalUseActions,
  type IntentionName,
  type InterruptionAction,
  interruptionActions,
  type QueueAction,
  queueActions,
  unsavedActions,
  unwrittenTextActions,
} from "../../extension/shared/contract/fromWebview.ts";
import type { Decision, ReviewStep } from "../../extension/shared/contract/requests/requests.ts";
import type { PageCommand } from "../../extension/shared/contract/toWebview.ts";

const read = (path: string): string => fs.readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));
const ids: readonly string[] = manifest.contributes.commands.map(({ command }: { command: string }) => command);

/** The commands that do the same, or why there is none. */
type Same = readonly string[] | { readonly none: string };

const page = { none: "the page says where its reader is, or asks for what it shows; nobody does that" };
const place = { none: "concerns the place of a text that it is pressed at, which Tab reaches" };
const typed = { none: "what is typed begins with it; Send sends it" };

/** Everything that a webview can intend. An intention that is not here does not compile. */
const intentions: Readonly<Record<IntentionName, Same>> = {
  ready: page,
  answerBanner: place,
  pageRuns: page,
  pageFailed: page,
  partFailed: page,
  readHunks: page,
  focused: page,
  saveView: page,
  draft: page,
  markSeen: page,
  watchOutput: page,
  lookForFiles: page,
  loadPage: page,
  openThread: page,
  openDetails: ["unfoldAll", "foldAll"],
  submit: ["send"],
  attach: ["attach"],
  detach: ["attachments.remove"],
  openAttachment: ["attachments.open"],
  unfoldAttachment: ["attachments.insert"],
  openMention: place,
  openImage: place,
  openOutput: place,
  openCallDiff: place,
  openFile: place,
  openLink: place,
  insertCode: place,
  openCode: place,
  copy: ["copyLastReply", "copyAsMarkdown"],
  runInTerminal: typed,
  typeInTerminal: place,
  addNote: typed,
  stop: ["stop"],
  stopTask: ["stopTask"],
  runInBackground: ["runInBackground"],
  decide: { none: "see the decisions" },
  openReview: ["review.open"],
  reviewStep: { none: "see the review steps" },
  showPrompt: ["previousPrompt", "nextPrompt", "outline"],
  resolveInterruption: { none: "see the actions after a cut" },
  rewindTo: ["rewind"],
  showChangesSince: ["review.since"],
  forkFrom: ["forkConversation"],
  resend: ["editAndResend"],
  editQueued: { none: "see the queue's actions" },
  moveQueued: ["queue.moveFirst"],
  decideUnsaved: ["unsaved.save", "unsaved.skip"],
  reviewChanges: { none: "see the actions on changed files" },
  revertHunk: ["changes.revertHunk"],
  openKeptText: place,
  resolveBuffer: place,
  resolveUnsavedFile: { none: "the editor's own Save, and Compare Active File with Saved, do it" },
  resolveExternalUse: { none: "see the actions on a live conversation" },
  decideRepository: ["trust.review"],
  find: ["find", "findNext", "findPrevious"],
  readContext: ["showContext"],
  askAside: ["askAside"],
  mentionUris: ["mention.file"],
  findMentions: page,
  runCommand: { none: "see the actions" },
};

const actionsOf = Object.fromEntries(Object.entries(actions).map(([action, id]): [string, Same] => [action, [id]]));

const decisions: Readonly<Record<Decision["kind"], Same>> = {
  allow: ["approve", "approveAll"],
  allowAlways: ["approveAlways"],
  deny: ["deny", "denyAndStop"],
  answer: { none: "its answer is a form; nextRequest and approve show it" },
  approvePlan: { none: "a plan is read on its card or as a document; approve shows it" },
  fill: { none: "its answer is a form; nextRequest and approve show it" },
  guard: { none: "the limit is read on its card; nextRequest and approve show it" },
  visit: place,
  dismiss: ["deny"],
};

const steps: Readonly<Record<ReviewStep["kind"], Same>> = {
  hunk: ["review.acceptHunk", "review.rejectHunk"],
  input: { none: "its text is edited on the card, or in the diff" },
  reset: { none: "the diff's own Undo does it" },
  writable: { none: "offered on the card, whose diff must be read before" },
  checked: { none: "review.open shows what it confirms" },
};

const queue: Readonly<Record<QueueAction, Same>> = {
  sendNow: ["queue.sendNow"],
  edit: ["queue.edit"],
  remove: ["queue.remove", "queue.clear"],
};
const cut: Readonly<Record<InterruptionAction, Same>> = {
  continue: ["continueTurn"],
  sendAgain: ["resendMessage"],
  retry: ["retryTurn"],
  compactAndRetry: ["compactAndRetry"],
  raiseBudget: ["raiseBudget"],
};
const live: Readonly<Record<ExternalUseAction, Same>> = {
  takeOver: ["takeOver"],
  stopWaiting: ["stopWaiting"],
  fork: ["forkWhole"],
  showAll: ["showWholeReplay"],
};
const changed = {
  open: ["review.changes"],
  openCommand: { none: "the Explorer opens what commands made" },
  revert: ["changes.revertFile", "changes.revertHunk"],
  review: ["changes.markReviewed"],
  unreview: ["changes.unmarkReviewed"],
} as const satisfies Readonly<Record<(typeof changedFileActions)[number], Same>>;

/** Acts of the page are there for commands. */
const acts: Readonly<Record<PageCommand, Same>> = {
  previousPrompt: ["previousPrompt"],
  nextPrompt: ["nextPrompt"],
  findPrevious: ["findPrevious"],
  findNext: ["findNext"],
  showContext: ["showContext"],
  send: ["send"],
  allowAll: ["approveAll"],
  nextRequest: ["nextRequest"],
  editLastPrompt: ["editAndResend"],
  unfoldAll: ["unfoldAll"],
  foldAll: ["foldAll"],
  copyMessage: ["copyMessage"],
};

/** The members of an interface, as its source names them. */
function getMembers(name: string, source: string): readonly string[] {
  const body = new RegExp(`interface ${name} \\{([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? "";
  return [...body.matchAll(/^ {2}readonly (\w+):/gm)].map((match) => match[1] ?? "");
}

it("gives each intention of a webview a command, or says why it has none", () => {
  expect(getMembers("Intentions", read("extension/shared/contract/fromWebview.ts")).toSorted()).toEqual(
    Object.keys(intentions).toSorted(),
  );
  expect(Object.keys({ ...queue, ...cut, ...live, ...changed }).toSorted()).toEqual(
    [...queueActions, ...interruptionActions, ...externalUseActions, ...changedFileActions].toSorted(),
  );
  expect([unwrittenTextActions, unsavedActions]).toEqual([
    ["compare", "copy"],
    ["save", "compare"],
  ]);
});

it.each(
  Object.entries({
    ...intentions,
    ...actionsOf,
    ...decisions,
    ...steps,
    ...queue,
    ...cut,
    ...live,
    ...changed,
    ...acts,
  }),
)("has the commands of %s in the manifest", (_, same) => {
  if ("none" in same) expect(same.none).not.toBe("");
  else expect(same.filter((id) => !ids.includes(`tandem.${id}`))).toEqual([]);
});

it("sets every context of its own that a command or a menu depends on", () => {
  const { commands, menus, keybindings, views } = manifest.contributes;
  const used =
    JSON.stringify([commands, menus, keybindings, views]).match(
      /(?<=(?:enablement|when)":"[^"]*)\btandem\.(?:has|is|asks|runs|panelHas|tabs)\w+/g,
    ) ?? [];
  const set =
    read("extension/vscode/views/contextKeys.ts") +
    read("extension/vscode/chat/editorTabs.ts") +
    read("extension/vscode/dialogs/filterBox.ts") +
    read("extension/vscode/views/conversationTree.ts") +
    read("extension/vscode/review/changesView.ts") +
    read("extension/vscode/review/lineComments.ts");
  expect([...new Set(used)].filter((key) => !set.includes(`"${key}"`))).toEqual([]);
  expect(used.length).toBeGreaterThan(10);
});

/** The titles that stand in instructions and on other people's keys. */
const titles = {
  focus: "Focus Chat Input",
  newConversation: "New Conversation",
  openInEditor: "Open Conversation in Editor",
  stop: "Stop Turn",
  rewind: "Rewind to Message…",
  undoRewind: "Undo Last Rewind",
  redoRewind: "Redo Rewind",
  "checkpoint.create": "Create Checkpoint…",
  "checkpoints.ofFile": "Show Checkpoints of This File",
  approve: "Allow Request",
  approveAlways: "Always Allow Request…",
  deny: "Deny Request",
  resetToSettings: "Reset Conversation to Settings",
  restart: "Restart Conversation",
  usage: "Show Usage",
  newInWorktree: "New Conversation in Worktree…",
  newInCopy: "New Conversation in Copy…",
  attempts: "Try Message in Parallel…",
  generateCommitMessage: "Generate Commit Message",
  recordTrace: "Record Protocol Trace",
  replayTrace: "Replay Protocol Trace…",
  openSettings: "Open Tandem Settings",
  openConversation: "Open Conversation…",
  continueLast: "Continue Last Conversation",
  forkConversation: "Fork Conversation from Message…",
  renameConversation: "Rename Conversation…",
  deleteConversation: "Delete Conversation…",
  exportConversation: "Export Conversation…",
  "review.changes": "Review All Changes in This Conversation",
  "mcp.manage": "Manage MCP Servers…",
  "mention.selection": "Mention Selection in Chat",
  "permissions.manage": "Manage Permission Rules…",
  status: "Show Status",
  nextWaiting: "Go to Next Waiting Conversation",
  find: "Find in Conversation",
  outline: "Go to Message…",
  follow: "Follow claude in Editor",
  compact: "Compact Conversation",
  copyLastReply: "Copy Last Reply",
  showLog: "Show Log",
} as const;

it("names its commands as they are promised", () => {
  const named = Object.fromEntries(
    manifest.contributes.commands.map(({ command, title }: Record<string, string>) => [command, title]),
  );
  for (const [id, title] of Object.entries(titles)) expect(named[`tandem.${id}`], id).toBe(title);
});
