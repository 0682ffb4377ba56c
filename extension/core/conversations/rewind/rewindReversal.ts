import type { Conversation } from "../../conversation/conversation.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Panels } from "../ports.ts";
import type { OngoingRewinds } from "./ongoingRewinds.ts";
import type { PlannedRewind } from "./plannedRewind.ts";
import { giveBackPrompt, readRemovedPrompt, takeBackPrompt } from "./returnedPrompt.ts";
import { countFiles, type FileDecider, type FileDecisions } from "./rewindDecisions.ts";
import type { RewindQuestions } from "./rewindQuestions.ts";
import { restoreMode, stopTurn } from "./rewoundConversation.ts";

export interface RewindReversalOptions {
  readonly dialogs: RewindQuestions;
  readonly panels: Panels;
  readonly files: FileDecider;
  readonly ongoing: OngoingRewinds;
}

/** Undoes the last rewind of a conversation, or redoes the last one that was undone. */
export class RewindReversal {
  readonly #options: RewindReversalOptions;

  constructor(options: RewindReversalOptions) {
    this.#options = options;
  }

  /** Reports failures to the user. `closed`: aborted when the conversation is closed. */
  async run(kind: "undo" | "redo", open: OpenConversation, closed: AbortSignal): Promise<void> {
    const { dialogs, panels, ongoing } = this.#options;
    const { conversation } = open;
    if (conversation.state.externalUse) return dialogs.say("runsElsewhere");
    if (!(await stopTurn(conversation, dialogs))) return;
    // A process that is starting cannot be ended without loss.
    if (conversation.state.status === "starting") await open.wake();
    const decided = await this.#decide(kind, open, closed);
    if (!decided) return;
    const { planned, files } = decided;
    const { reverses, preview } = planned;
    const parts = preview.kind === "impossible" ? "conversation" : (reverses?.parts ?? "files");
    // A message is in the conversation or in the composer, never in both.
    const inComposer = conversation.remembered.cutBefore;
    const removed = parts === "files" ? undefined : await readRemovedPrompt(open, reverses?.from?.cutBefore);
    if (conversation.state.status === "working") return dialogs.say("changedMeanwhile");
    const outcome = await dialogs.whileRewinding(open.rewind.run(planned, { parts, steps: files.steps, title: "" }));
    if (outcome.kind === "failed") return dialogs.showRewindFailed(outcome.failure);
    const { canUndo, different } = outcome;
    const counted = parts === "conversation" ? {} : { files: countFiles(preview, files) };
    const code = kind === "undo" ? "rewindUndone" : "rewindRedone";
    const hasMore = await open.rewind.canReverse(kind);
    await ongoing.end(open, {
      code,
      ...counted,
      isTruncated: parts !== "files",
      ...(canUndo ? { undo: true } : {}),
      ...(hasMore ? { more: true } : {}),
    });
    ongoing.warn(conversation, [...different, ...files.taken], parts === "conversation" ? undefined : preview);
    await restoreMode(conversation, parts === "files" ? undefined : reverses?.from?.mode);
    await this.#options.files.end(files);
    if (parts === "files") return;
    const back = await readRemovedPrompt(open, inComposer);
    if (back) takeBackPrompt(open, back, panels);
    if (removed) giveBackPrompt(open, removed, panels);
    await open.wake();
  }

  /** Asks until the answers fit the files. */
  async #decide(
    kind: "undo" | "redo",
    open: OpenConversation,
    closed: AbortSignal,
  ): Promise<{ readonly planned: PlannedRewind; readonly files: FileDecisions } | undefined> {
    const { dialogs, files, ongoing } = this.#options;
    const { conversation } = open;
    const { folder } = conversation.state;
    for (let isAsked = false; ; isAsked = true) {
      const read = await dialogs.whileReading(async (signal) => ({
        planned: await open.rewind.planReverse(kind, signal),
      }));
      if (!read || open.isClosed) return undefined;
      const { planned } = read;
      if (!planned) return void dialogs.say(kind === "undo" ? "nothingToUndo" : "nothingToRedo");
      const { preview, reverses } = planned;
      if (preview.kind === "impossible" && reverses?.parts === "files")
        return void dialogs.showRewindFailed({ code: "filesNotRestored", problem: preview.problem });
      const isOnlyFiles = reverses?.from === undefined;
      const isAsking =
        preview.kind === "impossible" ||
        isOnlyFiles ||
        (kind === "undo" && reverses?.parts !== "files" && hasMoved(conversation));
      if (
        !isAsked &&
        isAsking &&
        !(await dialogs.confirmReverse(kind, {
          preview,
          folder,
          atWork: await ongoing.listAtWork(open),
          isOnlyFiles,
        }))
      )
        return undefined;
      if (open.isClosed) return undefined;
      const decided = await files.decide(planned, conversation.fileHistory, folder, { closed });
      if (decided === undefined || open.isClosed) return undefined;
      if (decided !== "changed") return { planned, files: decided };
    }
  }
}

/** Returns whether the conversation went on after it was cut: an undo removes the messages since. */
function hasMoved({ remembered: { cutBefore, forkedFrom } }: Conversation): boolean {
  return cutBefore === undefined && forkedFrom === undefined;
}
