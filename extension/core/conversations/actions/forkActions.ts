import type { Attachment } from "../../../shared/contract/composer/attachments.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { parseMode } from "../../../shared/contract/modes.ts";
import { joinDrafts } from "../composer/draftText.ts";
import { readAttachments } from "../composer/readAttachments.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier, Panels, PromptPicker } from "../ports.ts";
import type { RewindAction } from "../rewind/rewindAction.ts";
import type { SavedConversation } from "../savedConversation.ts";

/** The way to send an edited prompt: in a copy, or here after a rewind. */
type ResendWay = "fork" | "rewind";

export interface ResendAnswer {
  readonly way: ResendWay;
  /** True if the user does not want to be asked again. */
  readonly isRemembered: boolean;
}

/** Questions about copies of a conversation. */
export interface ForkQuestions extends PromptPicker<"fork">, Notifier {
  askResend(): Promise<ResendAnswer | undefined>;
}

/** The setting that answers the question about an edited prompt. */
export interface ResendSetting {
  read(): "ask" | ResendWay;
  remember(way: ResendWay): Promise<void>;
}

export interface ForkActionsOptions {
  readonly conversations: Conversations;
  readonly dialogs: ForkQuestions;
  readonly panels: Panels;
  readonly rewind: Pick<RewindAction, "cut">;
  readonly setting: ResendSetting;
}

/** Continues from an earlier prompt in a copy of the conversation, or sends an edited prompt. */
export class ForkActions {
  readonly #options: ForkActionsOptions;

  constructor(options: ForkActionsOptions) {
    this.#options = options;
  }

  /**
   * Opens a copy that ends before a prompt, in a tab with that prompt in its composer; both conversations continue.
   * Without ids the user picks a prompt of the current conversation.
   */
  async fork(id?: ConversationId, promptId?: string): Promise<void> {
    const { conversations, dialogs, panels } = this.#options;
    const open = id === undefined ? conversations.current : conversations.get(id);
    const prompts = (await open?.conversation.transcript.prompts.list()) ?? [];
    if (!open || prompts.length === 0) return dialogs.say("noPrompt");
    const chosen = promptId ?? (await dialogs.pickPrompt(prompts, "fork"));
    if (chosen === undefined) return;
    const prompt = await open.conversation.transcript.prompts.find(chosen);
    if (!prompt) return dialogs.say("messageGone");
    const copy = this.#copy(open, prompt.id, prompt.text);
    copy.attach(...(await readAttachments(open.conversation, prompt.id)));
    await panels.openTab(copy.id);
  }

  /** Opens a copy of the whole conversation in a tab. */
  async forkAll(id: ConversationId): Promise<void> {
    const { conversations, panels } = this.#options;
    const open = conversations.get(id);
    if (open) await panels.openTab(this.#copy(open, undefined, "").id);
  }

  /**
   * Sends an edited text in place of a prompt: in a copy, or here after a rewind, as the user decides. A text that is
   * not sent returns to the composer.
   */
  async resend(id: ConversationId, promptId: string, text: string, without: readonly string[] = []): Promise<void> {
    const { conversations, dialogs, panels, rewind } = this.#options;
    const open = conversations.get(id);
    if (!open) return dialogs.say("nothingToSend");
    // Saved while the questions are open, because the page no longer has the text.
    open.draftText.held = text;
    let attachments: readonly Attachment[] = [];
    try {
      attachments = await readAttachments(open.conversation, promptId, without);
      if (text.trim() === "" && attachments.length === 0) return dialogs.say("nothingToSend");
      const how = await this.#askResend();
      if (how === "fork") {
        const copy = this.#copy(open, promptId, "");
        copy.submit(text, attachments);
        open.draftText.held = undefined;
        return await panels.openTab(copy.id);
      }
      if (how === "rewind" && (await rewind.cut(id, promptId)) && !open.isClosed) open.submit(text, attachments);
      else {
        this.#giveBack(open, text, attachments);
        await panels.focus(open.id);
      }
    } catch (error) {
      if (open.draftText.held !== undefined) this.#giveBack(open, text, attachments);
      throw error;
    } finally {
      open.draftText.held = undefined;
    }
  }

  async #askResend(): Promise<ResendWay | undefined> {
    const { setting, dialogs } = this.#options;
    const set = setting.read();
    if (set !== "ask") return set;
    const answer = await dialogs.askResend();
    if (answer?.isRemembered) await setting.remember(answer.way);
    return answer?.way;
  }

  /** Returns a text to its composer; if the conversation was deleted meanwhile, a new one gets the text. */
  #giveBack(open: OpenConversation, text: string, attachments: readonly Attachment[]): void {
    const { conversations, panels } = this.#options;
    const { folder } = open.conversation.state;
    if (open.isClosed) return void conversations.create({ draft: text, attachments, folder: folder || undefined });
    open.attach(...attachments);
    panels.setDraft(open.id, joinDrafts(open.draft, text));
    open.draftText.held = undefined;
  }

  #copy({ conversation }: OpenConversation, before: string | undefined, draft: string): OpenConversation {
    const { title, folder, profile = "", choices, grants, sessionId, forkedFrom, cutBefore } = conversation.remembered;
    const source = forkedFrom?.sessionId ?? sessionId;
    // Its transcript still has what a rewind removed.
    const end = before ?? cutBefore;
    const part = end === undefined ? { before: forkedFrom?.before, through: forkedFrom?.through } : { before: end };
    // A copy is in the mode of its original, also if `claude` changed it on its own.
    const { reported, settings } = conversation.state;
    const mode = reported.permissionMode === undefined ? undefined : parseMode(reported.permissionMode);
    const isOwnMode = mode !== undefined && mode !== settings["permissionMode"]?.value;
    const ownChoices = { ...choices, ...(isOwnMode ? { permissionMode: mode } : {}) };
    const saved: SavedConversation = { draft, folder, profile, choices: ownChoices, grants, isResting: true };
    // Before the first prompt there is no history to copy, and possibly no saved session yet.
    const isEmpty = before === undefined ? conversation.rewinds.isStartedOver : conversation.transcript.isFirst(before);
    return this.#options.conversations.create(
      source === undefined || isEmpty
        ? saved
        : { ...saved, title: forkTitle(title), forkedFrom: { sessionId: source, ...part } },
    );
  }
}

/** Returns the title of a copy, in the form of the forks of `claude` itself (CLI 2.1.329). */
function forkTitle(title = ""): string {
  return `${title.replace(/ \(fork\)$/, "")} (fork)`.trim();
}
