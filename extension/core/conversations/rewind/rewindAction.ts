import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { RewindParts } from "../../../shared/contract/changes/rewind.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { RemovedPrompt } from "../../conversation/rewind/rewindMemory.ts";
import type { PromptText } from "../../conversation/transcript/transcriptPrompts.ts";
import { readAttachments } from "../composer/readAttachments.ts";
import type { Conversations } from "../conversations.ts";
import type { OngoingWork } from "../lifecycle/workWatch.ts";
import type { OpenConversation, RecoveredConversation } from "../openConversation.ts";
import type { Panels } from "../ports.ts";
import { CheckpointRestore } from "./checkpointRestore.ts";
import { OngoingRewinds } from "./ongoingRewinds.ts";
import type { PlannedRewind } from "./plannedRewind.ts";
import { formatPromptTitle, giveBackPrompt } from "./returnedPrompt.ts";
import {
  countFiles,
  type DecisionOptions,
  type FileDecider,
  type FileDecisions,
  isSeen,
  noFileDecisions,
  noPartialFiles,
  type PartialFiles,
  withDecisions,
} from "./rewindDecisions.ts";
import type { RewindQuestions } from "./rewindQuestions.ts";
import { RewindReversal } from "./rewindReversal.ts";
import { findPrompt, restoreMode, settleQueue, stopTurn } from "./rewoundConversation.ts";

/** Shows the changes that a rewind would make. */
export interface ChangesPreview {
  /** Shows all changes of a conversation since before a prompt. */
  openAll(id: ConversationId, since: string): Promise<void>;
  /** Shows the files of a plan, as they are now against what they become. `title`: first words of the prompt. */
  openPlan(open: OpenConversation, planned: PlannedRewind, title: string): Promise<void>;
  /** Closes what `openPlan` opened for a conversation. */
  closePlan(open: OpenConversation): Promise<void>;
}

/** A prompt that a rewind removed, and its conversation. */
interface Rewound extends RemovedPrompt {
  readonly open: OpenConversation;
}

/** The answers of the user about a rewind. */
interface DecidedRewind {
  readonly planned: PlannedRewind;
  readonly choice: RewindParts | "preview";
  readonly files: FileDecisions;
  /** Ids of queued messages to remove once the rewind is done. */
  readonly queued: readonly string[];
}

/** The message before which the user rewinds. */
interface WantedPrompt extends PromptText {
  /** Its first words. */
  readonly title: string;
  /** Id of the newest message when the user was asked. */
  readonly newest: string | undefined;
}

export interface RewindActionOptions {
  readonly conversations: Conversations;
  readonly dialogs: RewindQuestions;
  readonly panels: Panels;
  readonly changes: ChangesPreview;
  readonly files: FileDecider;
  /** Returns the work of conversations in other windows. */
  readonly listOtherWork: () => Promise<readonly OngoingWork[]>;
}

/** Rewinds files and the conversation to a prompt after a preview, and undoes and redoes that. */
export class RewindAction {
  readonly #options: RewindActionOptions;
  readonly #ongoing: OngoingRewinds;
  readonly #checkpoints: CheckpointRestore;
  readonly #reversal: RewindReversal;

  constructor(options: RewindActionOptions) {
    this.#options = options;
    this.#ongoing = new OngoingRewinds({ ...options, closePreview: (open) => options.changes.closePlan(open) });
    this.#checkpoints = new CheckpointRestore({ ...options, ongoing: this.#ongoing });
    this.#reversal = new RewindReversal({ ...options, ongoing: this.#ongoing });
  }

  /**
   * Rewinds and puts the prompt into the composer. Without ids the user picks a prompt of the current conversation.
   * Reports failures to the user.
   */
  run(id?: ConversationId, prompt?: string): Promise<void> {
    return this.#run(id, prompt, undefined);
  }

  /** Rewinds like `run`, but the files as the user left them in the preview. */
  runPreviewed(id: ConversationId, prompt: string, partial: PartialFiles): Promise<void> {
    return this.#run(id, prompt, partial);
  }

  /**
   * Rewinds like `run`, but leaves the composer alone. Resolves to true when the conversation now ends before the
   * prompt.
   */
  async cut(id: ConversationId, prompt: string): Promise<boolean> {
    return (await this.#rewind(id, prompt, undefined)) !== undefined;
  }

  /**
   * Restores the files of a checkpoint of the current conversation, or one of them. The conversation stays. Reports
   * failures to the user.
   */
  async restoreFiles(id: CheckpointId, only?: string): Promise<void> {
    const open = this.#find(undefined);
    if (!open) return this.#options.dialogs.say("noConversation");
    await this.#ongoing.once(open, (closed) => this.#checkpoints.restore(open, id, only, closed));
  }

  /** Undoes the last rewind of a conversation, or redoes the last one that was undone. */
  async reverse(kind: "undo" | "redo", id?: ConversationId): Promise<void> {
    const open = this.#find(id);
    if (!open) return this.#options.dialogs.say("noConversation");
    await this.#ongoing.once(open, (closed) => this.#reversal.run(kind, open, closed));
  }

  /**
   * Shows the prompt of a rewind that was finished at a start in the composer, and returns to the mode, as the rewind
   * itself would have.
   */
  async endRecovered({ open, finished: { goal, removed, shown } }: RecoveredConversation): Promise<void> {
    if (removed) this.#options.panels.setDraft(open.id, open.draft);
    await restoreMode(open.conversation, goal?.kind === "position" ? goal.position.mode : shown?.mode);
  }

  async #run(
    id: ConversationId | undefined,
    prompt: string | undefined,
    partial: PartialFiles | undefined,
  ): Promise<void> {
    const { conversations, panels } = this.#options;
    const before = conversations.current;
    const done = await this.#rewind(id, prompt, partial);
    if (!done) return;
    giveBackPrompt(done.open, done, panels);
    // The user may have gone on in another conversation meanwhile.
    if (conversations.current === before) await panels.focus(done.open.id);
  }

  /** Resolves to undefined when the conversation was not cut. */
  async #rewind(
    id: ConversationId | undefined,
    prompt: string | undefined,
    partial: PartialFiles | undefined,
  ): Promise<Rewound | undefined> {
    const open = this.#find(id);
    if (!open) return void this.#options.dialogs.say("noPrompt");
    return this.#ongoing.once(open, (closed) => this.#rewindOpen(open, prompt, { partial, closed }));
  }

  async #rewindOpen(
    open: OpenConversation,
    prompt: string | undefined,
    options: DecisionOptions,
  ): Promise<Rewound | undefined> {
    const { dialogs, changes } = this.#options;
    const { conversation } = open;
    // A conversation that another program continues is read-only here.
    if (conversation.state.externalUse) return void dialogs.say("runsElsewhere");
    const wanted = await findPrompt(conversation, prompt, dialogs);
    if (!wanted || open.isClosed || !(await stopTurn(conversation, dialogs))) return undefined;
    await open.wake();
    const newest = conversation.transcript.prompts.loaded[0]?.id;
    const title = formatPromptTitle(wanted.text);
    const decided = open.isClosed ? undefined : await this.#decide(open, { id: wanted.id, title }, options);
    // The conversation may have been closed while the preview or the question was open.
    if (decided === undefined || open.isClosed) return undefined;
    if (decided.choice === "preview")
      return void (await (decided.planned.target
        ? changes.openPlan(open, decided.planned, title)
        : changes.openAll(open.id, wanted.id)));
    return this.#rewindDecided(open, { ...wanted, title, newest }, decided.choice, decided);
  }

  /** Rewinds as the user decided, unless something was sent or a turn began meanwhile. */
  async #rewindDecided(
    open: OpenConversation,
    { id: promptId, text, title, newest }: WantedPrompt,
    parts: RewindParts,
    { planned, files, queued }: DecidedRewind,
  ): Promise<Rewound | undefined> {
    const { dialogs } = this.#options;
    const { conversation } = open;
    if (
      parts === "files" &&
      planned.preview.kind === "planned" &&
      !planned.preview.plan.folders &&
      files.steps.length + files.merges.length + files.taken.length === 0
    ) {
      // Without a word where the user keeps all files.
      return planned.preview.plan.files.length === 0 ? void dialogs.say("sameFiles") : undefined;
    }
    const attachments = await readAttachments(conversation, promptId);
    const mode = conversation.rewinds.modeAt(promptId);
    const isKnown = conversation.rewinds.isKnown(promptId);
    // The preview did not contain what a turn did that began meanwhile, and a rewind must not remove its message.
    if (conversation.transcript.prompts.loaded[0]?.id !== newest || conversation.state.status === "working")
      return void dialogs.say("changedMeanwhile");
    const outcome = await dialogs.whileRewinding(
      open.rewind.run(planned, { parts, steps: files.steps, title, removed: { text, attachments } }),
    );
    if (outcome.kind === "failed") return void dialogs.showRewindFailed(outcome.failure);
    const { canUndo, different } = outcome;
    const count = parts === "conversation" ? undefined : countFiles(planned.preview, files);
    // Add the notice after the cut: the cut would remove an earlier one.
    const counted = count === undefined ? {} : { files: count };
    await this.#ongoing.end(open, {
      code: "rewound",
      ...counted,
      isTruncated: parts !== "files",
      prompt: title,
      ...(canUndo ? { undo: true } : {}),
    });
    this.#ongoing.warn(
      conversation,
      [...different, ...files.taken],
      parts === "conversation" ? undefined : planned.preview,
    );
    await this.#options.files.end(files);
    for (const each of queued) conversation.queue.remove(each);
    if (parts === "files") return undefined;
    await restoreMode(conversation, mode);
    // Otherwise the meter would stay empty until the next turn.
    if (!isKnown && !conversation.transcript.isEmpty) await conversation.controls.contextUsage().catch(() => undefined);
    return { open, text, attachments };
  }

  /** Asks until the answers fit the files. */
  async #decide(
    open: OpenConversation,
    { id: prompt, title }: { readonly id: string; readonly title: string },
    options: DecisionOptions,
  ): Promise<DecidedRewind | undefined> {
    const { dialogs, files } = this.#options;
    const { conversation } = open;
    const { folder } = conversation.state;
    const { partial } = options;
    let choice: RewindParts | "preview" | undefined;
    for (;;) {
      const planned = await dialogs.whileReading((signal) => open.rewind.plan(prompt, signal));
      if (!planned || open.isClosed) return undefined;
      const { blocked, preview } = planned;
      // Neither part is possible.
      if (blocked !== undefined && preview.kind === "impossible")
        return void dialogs.showRewindFailed({ code: "conversationNotTruncated", files: "unchanged" });
      choice ??= await this.#ask(open, planned, title, partial);
      if (choice === undefined || open.isClosed) return undefined;
      if (choice === "preview") return { planned, choice, files: noFileDecisions, queued: [] };
      // The checkpoint went while a question was open.
      if (planned.preview.kind === "impossible" && choice !== "conversation")
        return void dialogs.showRewindFailed({ code: "filesNotRestored", problem: planned.preview.problem });
      const decided =
        choice === "conversation"
          ? noFileDecisions
          : await files.decide(planned, conversation.fileHistory, folder, options);
      if (decided === undefined || open.isClosed) return undefined;
      if (decided === "changed") continue;
      const queued = choice === "files" ? [] : await settleQueue(conversation, dialogs);
      return queued && { planned, choice, files: decided, queued };
    }
  }

  /** Asks what to restore, unless a preview of the same rewind showed all, and only files can be restored. */
  async #ask(
    open: OpenConversation,
    planned: PlannedRewind,
    message: string,
    partial: PartialFiles | undefined,
  ): Promise<RewindParts | "preview" | undefined> {
    const { blocked } = planned;
    const { fileHistory, state } = open.conversation;
    const preview = await withDecisions(planned, partial ?? noPartialFiles, fileHistory);
    const atWork = await this.#ongoing.listAtWork(open);
    const isDecided = blocked !== undefined && blocked === partial?.shown?.planned.blocked;
    if (isDecided && atWork.length === 0 && isSeen(preview)) return "files";
    return this.#options.dialogs.confirmRewind({
      message,
      preview,
      folder: state.folder,
      ...(blocked === undefined ? {} : { blocked }),
      atWork,
      isPreviewed: partial !== undefined,
    });
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    return id === undefined ? this.#options.conversations.current : this.#options.conversations.get(id);
  }
}
