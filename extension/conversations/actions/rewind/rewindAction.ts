import type { CheckpointId } from "../../../contract/changes/checkpoints.ts";
import type { RewindParts, RewindPreview } from "../../../contract/changes/rewind.ts";
import type { Attachment } from "../../../contract/composer/attachments.ts";
import type { ConversationId } from "../../../contract/ids.ts";
import type { Notice } from "../../../contract/items.ts";
import type { Conversation } from "../../../session/conversation.ts";
import type { PlannedRewind } from "../../../session/rewind/rewind.ts";
import { toRelativePath } from "../../../session/tools/relativePath.ts";
import type { Conversations } from "../../conversations.ts";
import type { OngoingWork } from "../../lifecycle/workNotes.ts";
import type { OpenConversation } from "../../openConversation.ts";
import type { Panels } from "../../ports.ts";
import { readAttachments } from "../readAttachments.ts";
import { countFiles, type FileDecider, type FileDecisions, noPartialFiles, type PartialFiles, withDecisions } from "./rewindDecisions.ts";
import type { RewindQuestions } from "./rewindQuestions.ts";
import { findPrompt, restoreMode, settleQueue, stopTurn } from "./rewoundConversation.ts";

/** Shows the changes that a rewind would make. */
export interface ChangesPreview {
  /** Shows all changes of a conversation since before a prompt. */
  openAll(id: ConversationId, since: string): Promise<void>;
  /** Shows the files of a plan, as they are now against what they become. */
  openPlan(open: OpenConversation, planned: PlannedRewind): Promise<void>;
  /** Closes what `openPlan` opened for a conversation. */
  closePlan(open: OpenConversation): Promise<void>;
}

/** Maximum number of characters of a prompt in a notice. */
const shownPrompt = 40;

/** A prompt that a rewind removed from the conversation. */
interface Rewound {
  readonly open: OpenConversation;
  readonly text: string;
  readonly attachments: readonly Attachment[];
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
  /** The rewind that runs, by conversation. */
  readonly #running = new Map<ConversationId, object>();

  constructor(options: RewindActionOptions) {
    this.#options = options;
  }

  /**
   * Rewinds and puts the prompt into the composer. Without ids the user picks a prompt of the current conversation. `partial`: files that the user
   * left out in the preview. Reports failures to the user.
   */
  async run(id?: ConversationId, prompt?: string, partial?: PartialFiles): Promise<void> {
    const done = await this.#rewind(id, prompt, partial);
    if (!done) return;
    const { open, text, attachments } = done;
    open.attach(...attachments);
    this.#options.panels.setDraft(open.id, [text, open.draft].filter(Boolean).join("\n"));
    await this.#options.panels.focus(open.id);
  }

  /** Rewinds like `run`, but leaves the composer alone. Resolves to true when the conversation now ends before the prompt. */
  async cut(id: ConversationId, prompt: string): Promise<boolean> {
    return (await this.#rewind(id, prompt, undefined)) !== undefined;
  }

  /** Restores the files of a checkpoint of the current conversation, or one of them. The conversation stays. Reports failures to the user. */
  async restoreFiles(id: CheckpointId, only?: string): Promise<void> {
    const open = this.#find(undefined);
    if (!open) return this.#options.dialogs.say("noConversation");
    await this.#once(open, () => this.#restoreFiles(open, id, only));
  }

  async #restoreFiles(open: OpenConversation, id: CheckpointId, only: string | undefined): Promise<void> {
    const { dialogs, files } = this.#options;
    const { conversation } = open;
    if (conversation.state.externalUse) return dialogs.say("runsElsewhere");
    if (!(await stopTurn(conversation, dialogs))) return;
    const { folder } = conversation.state;
    for (let isAsked = false; ; isAsked = true) {
      const read = await dialogs.whileReading(async (signal) => ({ planned: await open.rewind.planFiles(id, signal) }));
      if (!read) return;
      const { planned } = read;
      if (planned?.preview.kind !== "planned") return dialogs.showRewindFailed({ code: "filesNotRestored", problem: { code: "noCheckpoint" } });
      const { plan } = planned.preview;
      const meant = only === undefined ? plan : { files: plan.files.filter(({ path }) => path === only), uncovered: [] };
      const areSame = meant.files.length === 0;
      if (areSame && !meant.folders) return dialogs.say("sameFiles");
      const preview: RewindPreview = { kind: "planned", plan: meant };
      if (!isAsked && !(await dialogs.confirmRestore({ preview, folder, atWork: await this.#getAtWork(open) }))) return;
      const decided = await files.decide({ ...planned, preview }, conversation.fileHistory, folder);
      if (decided === undefined || open.isClosed) return;
      if (decided === "changed") continue;
      // The user keeps all of them.
      if (!areSame && decided.steps.length + decided.merges.length === 0) return;
      const outcome = await open.rewind.run(planned, { parts: "files", steps: decided.steps, title: "" });
      if (outcome.kind === "failed") return dialogs.showRewindFailed(outcome.failure);
      await this.#end(open, { code: "filesRestored", files: countFiles(preview, decided), ...(outcome.canUndo ? { undo: true } : {}) });
      this.#warn(conversation, outcome.different);
      return files.openMerges(decided);
    }
  }

  /** Undoes the last rewind of a conversation, or redoes the last one that was undone. */
  async reverse(kind: "undo" | "redo", id?: ConversationId): Promise<void> {
    const open = this.#find(id);
    if (!open) return this.#options.dialogs.say("noConversation");
    await this.#once(open, () => this.#reverse(kind, open));
  }

  async #reverse(kind: "undo" | "redo", open: OpenConversation): Promise<void> {
    const { dialogs } = this.#options;
    const { conversation } = open;
    if (conversation.state.externalUse) return dialogs.say("runsElsewhere");
    if (!(await stopTurn(conversation, dialogs))) return;
    // A process that is starting cannot be ended without loss.
    if (conversation.state.status === "starting") await open.wake();
    const decided = await this.#decideReverse(kind, open);
    if (!decided) return;
    const { planned, files } = decided;
    const { reverses, preview } = planned;
    const parts = preview.kind === "impossible" ? "conversation" : (reverses?.parts ?? "files");
    const outcome = await open.rewind.run(planned, { parts, steps: files.steps, title: "" });
    if (outcome.kind === "failed") return dialogs.showRewindFailed(outcome.failure);
    const { canUndo, different } = outcome;
    const counted = parts === "conversation" ? {} : { files: countFiles(preview, files) };
    const code = kind === "undo" ? "rewindUndone" : "rewindRedone";
    await this.#end(open, { code, ...counted, isCut: parts !== "files", ...(canUndo ? { undo: true } : {}) });
    this.#warn(conversation, different);
    await restoreMode(conversation, parts === "files" ? undefined : reverses?.from?.mode);
    await this.#options.files.openMerges(files);
    if (parts !== "files") await open.wake();
  }

  /** Resolves to undefined when the conversation was not cut. */
  async #rewind(id: ConversationId | undefined, prompt: string | undefined, partial: PartialFiles | undefined): Promise<Rewound | undefined> {
    const open = this.#find(id);
    if (!open) return void this.#options.dialogs.say("noPrompt");
    return this.#once(open, () => this.#rewindOpen(open, prompt, partial));
  }

  async #rewindOpen(open: OpenConversation, prompt: string | undefined, partial: PartialFiles | undefined): Promise<Rewound | undefined> {
    const { dialogs, changes } = this.#options;
    const { conversation } = open;
    // A conversation that another program continues is read-only here.
    if (conversation.state.externalUse) return void dialogs.say("runsElsewhere");
    const wanted = await findPrompt(conversation, prompt, dialogs);
    if (!wanted || open.isClosed || !(await stopTurn(conversation, dialogs))) return undefined;
    const promptId = wanted.id;
    await open.wake();
    const newest = conversation.transcript.prompts[0]?.id;
    const decided = await this.#decide(open, promptId, partial);
    // The conversation may have been closed while the preview or the question was open.
    if (decided === undefined || open.isClosed) return undefined;
    if (decided.choice === "preview")
      return void (await (decided.planned.target ? changes.openPlan(open, decided.planned) : changes.openAll(open.id, promptId)));
    // The preview did not contain a message that was sent meanwhile, and a rewind must not remove it.
    if (conversation.transcript.prompts[0]?.id !== newest) return void dialogs.say("changedMeanwhile");
    const { choice: parts, planned, files } = decided;
    const title = shorten(wanted.text);
    const attachments = await readAttachments(conversation, promptId);
    const mode = conversation.rewinds.modeAt(promptId);
    const outcome = await open.rewind.run(planned, { parts, steps: files.steps, title });
    if (outcome.kind === "failed") return void dialogs.showRewindFailed(outcome.failure);
    const { canUndo, different } = outcome;
    const count = parts === "conversation" ? undefined : countFiles(planned.preview, files);
    // Add the notice after the cut: the cut would remove an earlier one.
    const counted = count === undefined ? {} : { files: count };
    await this.#end(open, { code: "rewound", ...counted, isCut: parts !== "files", prompt: title, ...(canUndo ? { undo: true } : {}) });
    this.#warn(conversation, different);
    await this.#options.files.openMerges(files);
    if (parts === "files") return undefined;
    await restoreMode(conversation, mode);
    return { open, text: wanted.text, attachments };
  }

  /** Asks until the answers fit the files. */
  async #decide(
    open: OpenConversation,
    prompt: string,
    partial: PartialFiles | undefined,
  ): Promise<{ readonly planned: PlannedRewind; readonly choice: RewindParts | "preview"; readonly files: FileDecisions } | undefined> {
    const { dialogs, files } = this.#options;
    const { conversation } = open;
    const { folder } = conversation.state;
    const none: FileDecisions = { steps: [], merges: [], hasMergeEditor: false };
    let choice: RewindParts | "preview" | undefined;
    for (;;) {
      const planned = await dialogs.whileReading((signal) => open.rewind.plan(prompt, signal));
      if (!planned) return undefined;
      choice ??= await dialogs.confirmRewind({
        preview: withDecisions(planned.preview, partial ?? noPartialFiles),
        folder,
        atWork: await this.#getAtWork(open),
        isPreviewed: partial !== undefined,
      });
      if (choice === undefined || open.isClosed) return undefined;
      if (choice === "preview") return { planned, choice, files: none };
      // Without a preview of the files only the conversation can be restored.
      if (planned.preview.kind === "impossible") choice = "conversation";
      const decided = choice === "conversation" ? none : await files.decide(planned, conversation.fileHistory, folder, partial);
      if (decided === undefined || open.isClosed) return undefined;
      if (decided === "changed") continue;
      return choice !== "files" && !(await settleQueue(conversation, dialogs)) ? undefined : { planned, choice, files: decided };
    }
  }

  async #decideReverse(kind: "undo" | "redo", open: OpenConversation): Promise<{ readonly planned: PlannedRewind; readonly files: FileDecisions } | undefined> {
    const { dialogs, files } = this.#options;
    const { conversation } = open;
    const { folder } = conversation.state;
    for (let isAsked = false; ; isAsked = true) {
      const read = await dialogs.whileReading(async (signal) => ({ planned: await open.rewind.planReverse(kind, signal) }));
      if (!read) return undefined;
      const { planned } = read;
      if (!planned) return void dialogs.say(kind === "undo" ? "nothingToUndo" : "nothingToRedo");
      const { preview, reverses } = planned;
      if (preview.kind === "impossible" && reverses?.parts === "files")
        return void dialogs.showRewindFailed({ code: "filesNotRestored", problem: preview.problem });
      const isAsking = preview.kind === "impossible" || (kind === "undo" && reverses?.parts !== "files" && hasMoved(conversation));
      if (!isAsked && isAsking && !(await dialogs.confirmReverse(kind, { preview, folder, atWork: await this.#getAtWork(open) }))) return undefined;
      const decided = await files.decide(planned, conversation.fileHistory, folder);
      if (decided === undefined || open.isClosed) return undefined;
      if (decided !== "changed") return { planned, files: decided };
    }
  }

  #warn(conversation: Conversation, different: readonly string[]): void {
    const files = different.map((path) => toRelativePath(path, conversation.state.folder));
    if (files.length > 0) conversation.notice("error", { code: "restoredDifferently", files });
  }

  async #getAtWork({ id, conversation: { state } }: OpenConversation): Promise<readonly string[]> {
    const { conversations, listOtherWork } = this.#options;
    const here = conversations.all.filter((other) => other.id !== id && other.conversation.state.status === "working");
    const all = [...here.map(({ conversation }) => conversation.state), ...(await listOtherWork())];
    return all.flatMap(({ folder, title }) => (overlap(folder, state.folder) ? [title] : []));
  }

  /**
   * Runs one rewind of a conversation at a time, with its questions. Another one is refused until the outcome is known and shown (`#end`): it would
   * have been planned for other files.
   */
  async #once<T>({ id }: OpenConversation, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#running.has(id)) return void this.#options.dialogs.say("rewindRuns");
    const own = {};
    this.#running.set(id, own);
    try {
      return await work();
    } finally {
      if (this.#running.get(id) === own) this.#running.delete(id);
    }
  }

  /** Shows the outcome of a rewind, and closes its preview, which shows what is no longer there. From now on the rewind can be undone. */
  async #end(open: OpenConversation, notice: Notice): Promise<void> {
    this.#running.delete(open.id);
    open.conversation.notice("info", notice);
    await this.#options.changes.closePlan(open);
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    return id === undefined ? this.#options.conversations.current : this.#options.conversations.get(id);
  }
}

/** Returns whether one of two folders is, or contains, the other. */
function overlap(one: string, other: string): boolean {
  const [first, second] = [one, other].map((folder) => `${folder.replaceAll("\\", "/")}/`) as [string, string];
  return one !== "" && other !== "" && (first.startsWith(second) || second.startsWith(first));
}

/** Returns whether the conversation went on after it was cut: an undo removes the messages since. */
function hasMoved({ remembered: { cutBefore, forkedFrom } }: Conversation): boolean {
  return cutBefore === undefined && forkedFrom === undefined;
}

function shorten(text: string): string {
  return text.length > shownPrompt ? `${text.slice(0, shownPrompt - 1)}…` : text;
}
