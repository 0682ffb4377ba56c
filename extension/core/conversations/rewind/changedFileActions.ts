import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { ChangedFileAction, ChangedHunks } from "../../../shared/contract/changes/changedFiles.ts";
import type { UnwrittenTextAction } from "../../../shared/contract/fromWebview.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import { getChange } from "../../conversation/files/fileSides.ts";
import { computeFingerprint } from "../../conversation/files/textDifference.ts";
import { createChangeView } from "../../conversation/requests/proposalView.ts";
import { toRelativePath } from "../../conversation/tools/relativePath.ts";
import { type FileChange, findHunkAt } from "../../review/changeSet.ts";
import type { Conversations } from "../conversations.ts";
import type { ChangesView, WritableFiles } from "../requests/reviewPorts.ts";
import { getPendingProposals, isShown, isUnchanged, listComparisons, toComparison } from "./comparedSides.ts";
import {
  type ChangesQuestions,
  ConfirmedReverts,
  type RevertibleChange,
  type RevertibleFile,
} from "./confirmedReverts.ts";

export interface ChangedFileActionsOptions {
  readonly conversations: Conversations;
  readonly files: WritableFiles;
  readonly view: ChangesView;
  readonly dialogs: ChangesQuestions;
  /** Returns the title of the editor with all changes, for a conversation with this title. */
  readonly title: (title: string) => string;
  /** Returns the title of the diff of a text of the user. */
  readonly keptTitle: () => string;
  /** Returns the title of the diff against the last commit. */
  readonly committedTitle: () => string;
  /** Reads a file below a folder from the last commit; undefined where the commit does not have it. Never rejects. */
  readonly committed: (folder: string, path: string) => Promise<string | undefined>;
}

/**
 * Actions of the user on the changes of a conversation: show them, mark them as reviewed, revert files or parts of
 * files.
 */
export class ChangedFileActions {
  readonly #options: ChangedFileActionsOptions;
  readonly #reverts: ConfirmedReverts;

  constructor(options: ChangedFileActionsOptions) {
    this.#options = options;
    this.#reverts = new ConfirmedReverts(options);
  }

  /**
   * Shows all changes, pending ones included, against the state before the conversation or, with `since`, before that
   * prompt.
   */
  async openAll(id?: ConversationId, since?: string): Promise<void> {
    const { view, dialogs, title } = this.#options;
    const conversation = this.#find(id);
    if (!conversation) return dialogs.say("noConversation");
    const changes = await listComparisons(conversation, since);
    conversation.edits.refresh();
    if (changes.length === 0) return dialogs.say("noChange");
    await view.openAll(title(conversation.state.title), changes);
  }

  /** Shows a kept text of the user, which a notice names, against the current file, or copies it to the clipboard. */
  async openKeptText(id: ConversationId, keptId: string, action: UnwrittenTextAction): Promise<void> {
    const { view, dialogs, keptTitle } = this.#options;
    const kept = this.#find(id)?.edits.kept.get(keptId);
    if (!kept) return dialogs.say("noChange");
    if (action === "copy") return view.copy(kept.mine);
    const theirs = kept.theirs ?? (await this.#options.files.readDisk(kept.path).catch(() => undefined))?.text;
    await view.open(keptTitle(), { path: kept.path, before: kept.mine, after: { kind: "text", text: theirs ?? "" } });
  }

  /** Shows the change that a tool call makes to its file. */
  async showCall(id: ConversationId, toolId: string): Promise<void> {
    const { view, dialogs, title } = this.#options;
    const conversation = this.#find(id);
    const texts = await conversation?.edits.changed.readTexts(toolId);
    if (!conversation || !texts) return dialogs.say("noChange");
    await view.open(title(conversation.state.title), {
      path: texts.path,
      before: texts.before,
      after: { kind: "text", text: texts.after },
    });
  }

  /**
   * Returns the text of a file before the current conversation; undefined for a file that it did not change, or that
   * did not exist.
   */
  async readTextBefore(path: string): Promise<string | undefined> {
    return (await this.#findFile(undefined, path))?.sides.before?.text;
  }

  /** Runs an action of the list of changed files; without a path it concerns all files. */
  async run(id: ConversationId, action: ChangedFileAction, path?: string): Promise<void> {
    if (action === "review" || action === "unreview") return this.#mark(id, path, action === "review");
    if (action === "openCommand") return this.#openCommand(id, path);
    if (path === undefined) return action === "open" ? this.openAll(id) : this.#options.dialogs.say("noChange");
    return action === "open" ? this.#openFile(id, path) : this.revertFile(id, path);
  }

  /** Reverts a file to its state before the conversation. The file at the cursor is the default. */
  async revertFile(id?: ConversationId, path: string | undefined = this.#options.view.cursor?.path): Promise<void> {
    if (path === undefined) return this.#options.dialogs.say("noCursor");
    const { dialogs } = this.#options;
    try {
      const found = await this.#findFile(id, path);
      if (!found || isUnchanged(found.sides)) return dialogs.say("noChange");
      await this.#reverts.revertFile(found);
    } catch (error) {
      dialogs.showRevertFailed(path, { code: "failed", reason: getErrorMessage(error) });
    }
  }

  /** Reverts the hunk at the cursor. */
  async revertHunk(): Promise<void> {
    const { view, dialogs } = this.#options;
    const { cursor } = view;
    if (!cursor) return dialogs.say("noCursor");
    const found = await this.#findChange(undefined, cursor.path);
    const hunk = found && findHunkAt(found.change.hunks, cursor);
    if (!found || hunk === undefined) return dialogs.say("noChange");
    await this.#reverts.revertHunk(found, hunk);
  }

  /** Returns the hunks of a changed file; undefined where they cannot be shown. Never rejects. */
  async readHunks(id: ConversationId, path: string): Promise<ChangedHunks | undefined> {
    const found = await this.#findChange(id, path);
    if (!found) return undefined;
    const { change, conversation } = found;
    const { hunks, hunksOmitted } = createChangeView({ change, isAccepted: [] }, conversation.state.folder);
    return { hunks, hunksOmitted, revision: getRevision(change) };
  }

  /** Reverts a hunk that `readHunks` returned, unless the file has another revision by now. */
  async revertShown(id: ConversationId, path: string, hunk: number, revision: string): Promise<void> {
    const { dialogs } = this.#options;
    const found = await this.#findChange(id, path);
    if (!found?.change.hunks[hunk]) return dialogs.say("noChange");
    if (getRevision(found.change) !== revision) return dialogs.say("fileChanged");
    await this.#reverts.revertHunk(found, hunk);
  }

  async #openFile(id: ConversationId, path: string): Promise<void> {
    const { view, dialogs, title } = this.#options;
    const found = await this.#findFile(id, path);
    const pending = found ? getPendingProposals(found.conversation).get(path) : undefined;
    const change = found && toComparison(found.sides, pending?.after);
    if (change && isShown(found.sides)) await view.open(title(found.conversation.state.title), change);
    else if (change) await view.openFile(path);
    else dialogs.say("noChange");
  }

  /** Shows a file that a command changed, against the last commit where the commit has it. */
  async #openCommand(id: ConversationId, path: string | undefined): Promise<void> {
    const { view, dialogs, files, committed, committedTitle } = this.#options;
    const conversation = this.#find(id);
    const change = conversation?.edits.commands.since().find((each) => each.path === path);
    if (!conversation || !change) return dialogs.say("noChange");
    const { folder } = conversation.state;
    const before = await committed(folder, toRelativePath(change.path, folder));
    // A file that is not text has no diff.
    const now = await files.readDisk(change.path).catch(() => null);
    if (before === undefined && now === undefined) return dialogs.say("fileGone");
    if (before === undefined || now === null || now?.text === before) return view.openFile(change.path);
    await view.open(committedTitle(), { path: change.path, before, after: { kind: now ? "file" : "none" } });
  }

  async #mark(id: ConversationId, path: string | undefined, isReviewed: boolean): Promise<void> {
    const conversation = this.#find(id);
    const listed = conversation?.state.changedFiles.map((file) => file.path) ?? [];
    const paths = listed.filter((each) => path === undefined || each === path);
    if (paths.length === 0) return this.#options.dialogs.say("noChange");
    for (const each of paths) await conversation?.edits.changed.mark(each, isReviewed);
  }

  /** Finds a file that a conversation changed. */
  async #findFile(id: ConversationId | undefined, path: string): Promise<RevertibleFile | undefined> {
    const conversation = this.#find(id);
    const sides = await conversation?.edits.changed.read(path);
    return conversation && sides && { conversation, sides };
  }

  /** Finds the change of a file; undefined where one of its sides is not text. */
  async #findChange(id: ConversationId | undefined, path: string): Promise<RevertibleChange | undefined> {
    const found = await this.#findFile(id, path).catch(() => undefined);
    const change = found && getChange(found.sides);
    return found && change && { ...found, change };
  }

  #find(id: ConversationId | undefined): Conversation | undefined {
    const { conversations } = this.#options;
    return (id === undefined ? conversations.current : conversations.get(id))?.conversation;
  }
}

function getRevision({ before, after }: FileChange): string {
  return [before, after]
    .map((text) => computeFingerprint(text === undefined ? undefined : { text, isUtf16: false }))
    .join(" ");
}
