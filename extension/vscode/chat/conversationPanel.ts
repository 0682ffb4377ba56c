import type { Banners } from "../../core/conversations/banners.ts";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import type { WaitingRequests } from "../../core/conversations/requests/waitingRequests.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { EditorSelection } from "../../shared/contract/composer/suggestions.ts";
import type { Envelope } from "../../shared/contract/envelope.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { PanelOptions } from "../../shared/contract/panelOptions.ts";
import type { Refusal } from "../../shared/contract/refusal.ts";
import type { OpenFailure, ToWebview } from "../../shared/contract/toWebview.ts";
import { createComposerHandlers } from "./composerHandlers.ts";
import { createConversationHandlers } from "./conversationHandlers.ts";
import { type Handlers, receive } from "./inbox.ts";
import { Outbox } from "./outbox.ts";
import { OutputWatch } from "./outputWatch.ts";
import type { PanelActions } from "./panelActions.ts";
import type { PanelContext } from "./panelContext.ts";
import { type PendingMessage, PendingMessages } from "./pendingMessages.ts";
import { createReviewHandlers } from "./reviewHandlers.ts";
import { TranscriptSender } from "./transcriptSender.ts";

export interface ConversationPanelOptions {
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly actions: PanelActions;
  /** `empty`: the folder of a conversation without messages, for which suggestions are chosen. */
  readonly panelOptions: (empty?: string) => PanelOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly banners: Banners;
  /** Tells the user why an action was refused. */
  readonly say: (refusal: Refusal) => void;
  /** Shows an error of an action of the user. */
  readonly report: (error: unknown) => void;
  /** Callbacks: the document has started, the script of its page runs, or cannot. */
  readonly page: { readonly started: () => void; readonly runs: () => void; readonly failed: () => void };
  /** Tells the user which file of the package is missing, if one is. */
  readonly checkFiles: () => Promise<void>;
  /** Posts a message to the webview; resolves as soon as the webview received it. */
  readonly post: (envelope: Envelope<ToWebview>) => PromiseLike<unknown>;
}

/**
 * The host side of one webview, bound to one conversation. The webview can end and start again at any time; each start
 * begins with a snapshot.
 */
export class ConversationPanel implements Disposable {
  readonly #options: ConversationPanelOptions;
  readonly #store = new DisposableStore();
  readonly #outbox: Outbox;
  readonly #outputs: OutputWatch;
  readonly #pending: PendingMessages;
  readonly #handlers: Handlers;
  readonly #transcript: TranscriptSender;
  #open: OpenConversation;
  /** Follows only the conversation that the page shows. */
  #following: Disposable;
  /** The suggestions that the page has, as JSON; undefined if it has none. */
  #starters: string | undefined;
  /** True as soon as the page has sent `ready`. */
  #isReady = false;

  /**
   * `pending`: messages for the page from before this panel existed; messages that arrive before the page is ready are
   * added to it.
   */
  constructor(open: OpenConversation, options: ConversationPanelOptions, pending = new PendingMessages()) {
    this.#open = open;
    this.#options = options;
    this.#pending = pending;
    const { clock } = options;
    this.#outbox = this.#store.add(
      new Outbox({
        clock,
        post: (message) => options.post({ conversation: this.#open.id, message }),
        snapshot: () => this.#snapshot(),
      }),
    );
    this.#outputs = this.#store.add(
      new OutputWatch({ clock, conversation: () => this.#open.conversation, send: (message) => this.send(message) }),
    );
    this.#following = this.#follow();
    this.#store.add(options.banners.onDidChange((id) => id === this.#open.id && this.#isReady && this.#sendBanners()));
    this.#store.add(options.actions.selection.onDidChange(() => this.#sendSelection()));
    const context: PanelContext = {
      ...options,
      open: () => this.#open,
      send: (message) => this.send(message),
      answering: (work) => this.#answering(work),
      sayNotOpened: (target, opening) => this.#sayNotOpened(target, opening),
    };
    this.#transcript = new TranscriptSender(context, this.#outbox);
    this.#handlers = {
      ...createComposerHandlers(context),
      ...createReviewHandlers(context),
      ...createConversationHandlers(context),
      ...this.#transcript.createHandlers(),
      ...this.#pageHandlers(),
    };
  }

  get conversation(): ConversationId {
    return this.#open.id;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Binds the webview to another conversation and sends a snapshot of it. */
  bind(open: OpenConversation): void {
    this.#forgetPage();
    this.#open = open;
    this.#following.dispose();
    this.#following = this.#follow();
    this.#outbox.resync();
    this.#sendSelection();
    if (this.#isReady) this.#handOver();
  }

  /**
   * Marks the page as ended: the editor ends a hidden page, and the page that replaces it requests its whole content
   * again.
   */
  hide(): void {
    this.#isReady = false;
    this.#forgetPage();
  }

  send(message: ToWebview): void {
    this.#outbox.send(message);
  }

  sendOptions(): void {
    this.send({ type: "options", options: this.#readOptions() });
  }

  /** Sends the options again if other suggestions fit an empty conversation by now. */
  renewStarters(): void {
    if (!this.#isReady || !this.#isEmpty || this.#starters === undefined) return;
    const before = this.#starters;
    const options = this.#readOptions();
    if (this.#starters !== before) this.send({ type: "options", options });
  }

  /** Plays a short sound. The webview plays it only if it is alive and the user has interacted with it once. */
  playSound(): void {
    this.send({ type: "sound", at: this.#options.clock.now() });
  }

  /** Sends a message to the page, as soon as the page is ready. */
  sendWhenReady(message: PendingMessage): void {
    if (this.#isReady) this.send(message);
    else this.#pending.add(this.#open.id, message);
  }

  /** Handles a message of the webview. Never rejects. */
  async receive(raw: unknown): Promise<void> {
    const { logger, report, say } = this.#options;
    try {
      const refusal = await receive(this.#handlers, raw, this.#open, logger);
      if (refusal !== undefined) say(refusal);
    } catch (error) {
      report(error);
    }
  }

  dispose(): void {
    this.hide();
    this.#following.dispose();
    this.#store.dispose();
  }

  #follow(): Disposable {
    const { changes } = this.#open.conversation;
    const following = new DisposableStore();
    following.add(changes.onDidChangeState(["folder"], () => this.sendOptions()));
    following.add(changes.onDidChangeView((event) => this.#outbox.add(event.changes)));
    return following;
  }

  #handOver(): void {
    if (this.#options.banners.of(this.#open.id).length > 0) this.#sendBanners();
    for (const message of this.#pending.take(this.#open.id)) this.send(message);
  }

  #sendBanners(): void {
    this.send({ type: "banners", banners: this.#options.banners.of(this.#open.id) });
  }

  /** Resets the state of the page: no request is visible, no task output is watched, and no thread card is open. */
  #forgetPage(): void {
    this.#options.waiting.markHidden(this.#open.id);
    this.#outputs.dispose();
    this.#transcript.closeThreads();
  }

  #snapshot(): ToWebview {
    const { conversation, draft, view } = this.#open;
    return {
      type: "snapshot",
      state: conversation.state,
      page: this.#transcript.newest,
      draft,
      view,
      options: this.#readOptions(),
    };
  }

  #readOptions(): PanelOptions {
    const options = this.#options.panelOptions(this.#isEmpty ? this.#open.conversation.state.folder : undefined);
    this.#starters = JSON.stringify(options.starters);
    return options;
  }

  get #isEmpty(): boolean {
    return this.#transcript.newest.items.length === 0;
  }

  get #selection(): EditorSelection | undefined {
    return this.#options.actions.selection.of(this.#open.conversation.state.folder);
  }

  #sendSelection(): void {
    if (this.#isReady) this.send({ type: "selection", selection: this.#selection });
  }

  /** Sends the reason to the page that requested the opening, unless the webview shows another conversation by then. */
  #sayNotOpened(target: string, opening: Promise<OpenFailure | undefined>): Promise<void> {
    return this.#answering(async (_shown, reply) => {
      const reason = await opening.catch((): OpenFailure => "failed");
      if (reason !== undefined) reply({ type: "notOpened", target, reason });
    });
  }

  #answering<T>(work: (shown: OpenConversation, reply: (message: ToWebview) => void, isShown: () => boolean) => T): T {
    const shown = this.#open;
    const isShown = (): boolean => shown === this.#open;
    return work(shown, (message) => isShown() && this.send(message), isShown);
  }

  /** Returns the handlers of the page's intentions for its own state. */
  #pageHandlers() {
    return {
      ready: () => {
        this.#forgetPage();
        this.#outbox.resync();
        this.#isReady = true;
        this.#options.page.started();
        // A new webview has no selection, so only an existing one is sent.
        if (this.#selection) this.#sendSelection();
        this.#handOver();
      },
      pageRuns: () => this.#options.page.runs(),
      pageFailed: () => this.#options.page.failed(),
      partFailed: () => this.#options.checkFiles(),
      answerBanner: ({ id, button }) => this.#options.banners.answer(this.#open.id, id, button),
      focused: () => this.#options.conversations.places.setFocused(this.#open.id),
      saveView: ({ view }) => {
        this.#open.view = view;
      },
      watchOutput: ({ taskId, isOpen }) => this.#outputs.set(taskId, isOpen),
      draft: ({ text }) => {
        this.#open.draft = text;
      },
      markSeen: ({ requestId, revision }) => this.#options.waiting.markSeen(this.#open.id, requestId, revision),
    } satisfies Partial<Handlers>;
  }
}
