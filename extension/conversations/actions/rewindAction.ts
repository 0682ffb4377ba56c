import type { Attachment } from "../../contract/attachments.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { RewindFailure, RewindPreview } from "../../contract/rewind.ts";
import type { Conversation } from "../../session/conversation.ts";
import { previewRewind, rewindConversation, rewindFiles } from "../../session/rewind/rewind.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier, Panels, PromptPicker } from "../ports.ts";

/** What a rewind brings back. */
export type RewindChoice = "files" | "both" | "conversation";

/** What a user is asked and told about a rewind. */
export interface RewindQuestions extends PromptPicker<"rewind">, Notifier {
  /** Asks whether the running turn is to be stopped. */
  confirmStop(): Promise<boolean>;
  confirmRewind(preview: RewindPreview, folder: string): Promise<RewindChoice | undefined>;
  showRewindFailed(failure: RewindFailure): void;
}

/** Characters of a prompt that a notice names it by. */
const shownPrompt = 40;

/** A prompt that was taken back. */
interface Rewound {
  readonly open: OpenConversation;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** Takes back what happened since a prompt, after showing what that means. */
export class RewindAction {
  readonly #conversations: Conversations;
  readonly #dialogs: RewindQuestions;
  readonly #panels: Panels;

  constructor(conversations: Conversations, dialogs: RewindQuestions, panels: Panels) {
    this.#conversations = conversations;
    this.#dialogs = dialogs;
    this.#panels = panels;
  }

  /** Without ids it asks for a prompt of the current conversation. What does not work is said. The prompt comes into the composer. */
  async run(id?: ConversationId, prompt?: string): Promise<void> {
    const done = await this.#rewind(id, prompt);
    if (!done) return;
    const { open, text, attachments } = done;
    open.attach(...attachments);
    this.#panels.setDraft(open.id, [text, open.draft].filter(Boolean).join("\n"));
    await this.#panels.focus(open.id);
  }

  /** Like `run`, for a caller that goes on from there. Returns whether the conversation ends before the prompt now. */
  async cut(id: ConversationId, prompt: string): Promise<boolean> {
    return (await this.#rewind(id, prompt)) !== undefined;
  }

  /** Undefined when the conversation was not cut. */
  async #rewind(id: ConversationId | undefined, prompt: string | undefined): Promise<Rewound | undefined> {
    const open = id === undefined ? this.#conversations.current : this.#conversations.get(id);
    // What another program goes on with is only read here.
    if (open?.conversation.state.externalUse) return void this.#dialogs.say("runsElsewhere");
    await open?.conversation.transcript.loadUntil(prompt);
    const prompts = open?.conversation.transcript.prompts ?? [];
    if (!open || prompts.length === 0) return void this.#dialogs.say("noPrompt");
    const { conversation } = open;
    const promptId = prompt ?? (await this.#dialogs.pickPrompt(prompts, "rewind"));
    if (promptId === undefined || open.isClosed) return undefined;
    if (conversation.state.status === "working") {
      if (await this.#dialogs.confirmStop()) await conversation.stop();
      return undefined;
    }
    await open.wake();
    const newest = conversation.transcript.prompts[0]?.id;
    const preview = await previewRewind(conversation, promptId);
    const choice = await this.#dialogs.confirmRewind(preview, conversation.state.folder);
    // Another conversation may have taken its place while the preview or the question was open.
    if (choice === undefined || open.isClosed) return undefined;
    // What was sent meanwhile was in no preview, and is not thrown away.
    if (conversation.transcript.prompts[0]?.id !== newest) return void this.#dialogs.say("changedMeanwhile");
    const title = getTitle(conversation, promptId);
    const files = preview.kind === "possible" ? { files: preview.files.length } : {};
    const tell = (isCut: boolean): void => conversation.notice("info", { code: "rewound", ...files, isCut, prompt: title });
    if (preview.kind === "possible") {
      const problem = await rewindFiles(conversation, promptId);
      if (problem !== undefined) return void this.#dialogs.showRewindFailed({ code: "filesNotRestored", problem });
    }
    if (choice === "files") return void tell(false);
    const attachments = conversation.promptAttachments.of(promptId);
    const text = await rewindConversation(conversation, promptId);
    // The files went back all the same.
    if (text === undefined && preview.kind === "possible") tell(false);
    if (text === undefined) return void this.#dialogs.showRewindFailed({ code: "conversationNotCut" });
    // Behind the cut, which would take it along.
    tell(true);
    return { open, text, attachments };
  }
}

function getTitle(conversation: Conversation, promptId: string): string {
  const text = conversation.transcript.prompts.find((entry) => entry.id === promptId)?.text ?? "";
  return text.length > shownPrompt ? `${text.slice(0, shownPrompt - 1)}…` : text;
}
