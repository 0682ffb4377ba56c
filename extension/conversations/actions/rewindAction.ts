import type { Attachment } from "../../contract/attachments.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { RewindFailure, RewindPreview } from "../../contract/rewind.ts";
import type { Conversation } from "../../session/conversation.ts";
import { previewRewind, rewindConversation, rewindFiles } from "../../session/rewind/rewind.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier, Panels, PromptPicker } from "../ports.ts";

/** The parts that a rewind restores. */
export type RewindChoice = "files" | "both" | "conversation";

/** Questions and messages about a rewind. */
export interface RewindQuestions extends PromptPicker<"rewind">, Notifier {
  /** Asks whether to stop the running turn. */
  confirmStop(): Promise<boolean>;
  /** "preview": the user wants to see the changes first; nothing is rewound. */
  confirmRewind(preview: RewindPreview, folder: string): Promise<RewindChoice | "preview" | undefined>;
  showRewindFailed(failure: RewindFailure): void;
}

/** Shows the changes that a rewind would take back. */
export interface ChangesPreview {
  /** Shows all changes since before a prompt. */
  openAll(id: ConversationId, since: string): Promise<void>;
}

/** Maximum number of characters of a prompt in a notice. */
const shownPrompt = 40;

/** A prompt that a rewind removed from the conversation. */
interface Rewound {
  readonly open: OpenConversation;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** Rewinds files and the conversation to a prompt, after a preview. */
export class RewindAction {
  readonly #conversations: Conversations;
  readonly #dialogs: RewindQuestions;
  readonly #panels: Panels;
  readonly #changes: ChangesPreview;

  constructor(conversations: Conversations, dialogs: RewindQuestions, panels: Panels, changes: ChangesPreview) {
    this.#conversations = conversations;
    this.#dialogs = dialogs;
    this.#panels = panels;
    this.#changes = changes;
  }

  /** Rewinds and puts the prompt into the composer. Without ids the user picks a prompt of the current conversation. Reports failures to the user. */
  async run(id?: ConversationId, prompt?: string): Promise<void> {
    const done = await this.#rewind(id, prompt);
    if (!done) return;
    const { open, text, attachments } = done;
    open.attach(...attachments);
    this.#panels.setDraft(open.id, [text, open.draft].filter(Boolean).join("\n"));
    await this.#panels.focus(open.id);
  }

  /** Rewinds like `run`, but leaves the composer alone. Resolves to true when the conversation now ends before the prompt. */
  async cut(id: ConversationId, prompt: string): Promise<boolean> {
    return (await this.#rewind(id, prompt)) !== undefined;
  }

  /** Resolves to undefined when the conversation was not cut. */
  async #rewind(id: ConversationId | undefined, prompt: string | undefined): Promise<Rewound | undefined> {
    const open = id === undefined ? this.#conversations.current : this.#conversations.get(id);
    // A conversation that another program continues is read-only here.
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
    // The conversation may have been closed while the preview or the question was open.
    if (choice === undefined || open.isClosed) return undefined;
    if (choice === "preview") return void (await this.#changes.openAll(open.id, promptId));
    // The preview did not contain a message that was sent meanwhile, and a rewind must not remove it.
    if (conversation.transcript.prompts[0]?.id !== newest) return void this.#dialogs.say("changedMeanwhile");
    const title = getTitle(conversation, promptId);
    const isWithFiles = preview.kind === "possible" && choice !== "conversation";
    const files = isWithFiles ? { files: preview.files.length } : {};
    const tell = (isCut: boolean): void => conversation.notice("info", { code: "rewound", ...files, isCut, prompt: title });
    if (isWithFiles) {
      const problem = await rewindFiles(conversation, promptId);
      if (problem !== undefined) return void this.#dialogs.showRewindFailed({ code: "filesNotRestored", problem });
    }
    if (choice === "files") return void tell(false);
    const attachments = conversation.promptAttachments.of(promptId);
    const text = await rewindConversation(conversation, promptId);
    // The files were restored all the same.
    if (text === undefined && isWithFiles) tell(false);
    if (text === undefined) return void this.#dialogs.showRewindFailed({ code: "conversationNotCut" });
    // Add the notice after the cut: the cut would remove an earlier one.
    tell(true);
    return { open, text, attachments };
  }
}

function getTitle(conversation: Conversation, promptId: string): string {
  const text = conversation.transcript.prompts.find((entry) => entry.id === promptId)?.text ?? "";
  return text.length > shownPrompt ? `${text.slice(0, shownPrompt - 1)}…` : text;
}
