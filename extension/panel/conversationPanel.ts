import type { Clock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Logger } from "../base/logger.ts";
import type { Envelope } from "../contract/envelope.ts";
import { type ConversationId, mainThread } from "../contract/ids.ts";
import type { EditorSelection } from "../contract/suggestions.ts";
import type { OpenFailure, PageAnchor, PanelOptions, ToWebview } from "../contract/toWebview.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { OpenConversation } from "../conversations/openConversation.ts";
import type { Refusal } from "../conversations/ports.ts";
import type { WaitingRequests } from "../conversations/waitingRequests.ts";
import { type Handlers, receive } from "./inbox.ts";
import { Outbox } from "./outbox.ts";
import { OutputWatch } from "./outputWatch.ts";
import type { PanelActions } from "./panelActions.ts";
import { type Wish, Wishes } from "./wishes.ts";

/** Items of one page: several screens, and still a small message. */
const pageSize = 100;

export interface ConversationPanelOptions {
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly actions: PanelActions;
  readonly panelOptions: () => PanelOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Says why a press came to nothing. */
  readonly say: (refusal: Refusal) => void;
  /** Says what went wrong with something that the user did. */
  readonly report: (error: unknown) => void;
  /** Hears that the page is there, or says that it cannot start. */
  readonly page: { readonly started: () => void; readonly failed: () => void };
  /** Hands a message to the webview; resolves once it was taken. */
  readonly post: (envelope: Envelope<ToWebview>) => PromiseLike<unknown>;
}

/** The host side of one webview, bound to one conversation. The webview can go and come back at any time; each time it starts from a snapshot. */
export class ConversationPanel implements Disposable {
  readonly #options: ConversationPanelOptions;
  readonly #store = new DisposableStore();
  readonly #outbox: Outbox;
  readonly #outputs: OutputWatch;
  readonly #wishes: Wishes;
  /** Threads whose cards are open. */
  readonly #cards = new Set<string>();
  #open: OpenConversation;
  /** Its page is there, and has asked. */
  #isReady = false;

  /** `wishes`: what was asked of its page before there was a panel, and what will be before the page is there. */
  constructor(open: OpenConversation, options: ConversationPanelOptions, wishes = new Wishes()) {
    this.#open = open;
    this.#options = options;
    this.#wishes = wishes;
    const { clock, conversations } = options;
    this.#outbox = this.#store.add(
      new Outbox({
        clock,
        post: (message) => options.post({ conversation: this.#open.id, message }),
        snapshot: () => this.#snapshot(),
      }),
    );
    this.#outputs = this.#store.add(new OutputWatch({ clock, conversation: () => this.#open.conversation, send: (message) => this.send(message) }));
    this.#store.add(conversations.onDidChange(({ id, changes }) => id === this.#open.id && this.#outbox.add(changes)));
    this.#store.add(options.actions.selection.onDidChange(() => this.#sendSelection()));
  }

  get conversation(): ConversationId {
    return this.#open.id;
  }

  /** Its page is there. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Shows another conversation. */
  bind(open: OpenConversation): void {
    this.#forgetPage();
    this.#open = open;
    this.#outbox.resync();
    this.#sendSelection();
    if (this.#isReady) this.#handOver();
  }

  /** Nobody sees it any more: the editor ends a page that is hidden, and one that comes in its place asks for all of it again. */
  hide(): void {
    this.#isReady = false;
    this.#forgetPage();
  }

  send(message: ToWebview): void {
    this.#outbox.send(message);
  }

  sendOptions(): void {
    this.send({ type: "options", options: this.#options.panelOptions() });
  }

  /** A short sound; the webview makes it if it is alive and was used once. */
  playSound(): void {
    this.send({ type: "sound", at: this.#options.clock.now() });
  }

  /** Asks something of its page, as soon as there is one. */
  ask(wish: Wish): void {
    if (this.#isReady) this.send(wish);
    else this.#wishes.add(this.#open.id, wish);
  }

  /** Takes a message of the webview. Never rejects. */
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
    this.#store.dispose();
  }

  #handOver(): void {
    for (const wish of this.#wishes.take(this.#open.id)) this.send(wish.type === "focusComposer" ? { ...wish, isLate: true } : wish);
  }

  /** Nothing of the conversation is on the screen, nor watched, nor open. */
  #forgetPage(): void {
    this.#options.waiting.markHidden(this.#open.id);
    this.#outputs.dispose();
    for (const thread of this.#cards) this.#outbox.closeThread(thread);
    this.#cards.clear();
  }

  #snapshot(): ToWebview {
    const { conversation, draft, view } = this.#open;
    return { type: "snapshot", state: conversation.state, page: this.#page(mainThread, { kind: "end" }), draft, view, options: this.#options.panelOptions() };
  }

  get #selection(): EditorSelection | undefined {
    return this.#options.actions.selection.of(this.#open.conversation.state.folder);
  }

  #sendSelection(): void {
    if (this.#isReady) this.send({ type: "selection", selection: this.#selection });
  }

  /** It is said where it was asked for, unless the webview shows another conversation by then. */
  async #sayNotOpened(target: string, opening: Promise<OpenFailure | undefined>): Promise<void> {
    const open = this.#open;
    const reason = await opening.catch((): OpenFailure => "failed");
    if (reason !== undefined && open === this.#open) this.#outbox.send({ type: "notOpened", target, reason });
  }

  #page(thread: string, at: PageAnchor) {
    return this.#open.conversation.transcript.page(thread, at, pageSize);
  }

  readonly #handlers: Handlers = {
    ready: () => {
      this.#forgetPage();
      this.#outbox.resync();
      this.#isReady = true;
      this.#options.page.started();
      // A webview that is new shows none.
      if (this.#selection) this.#sendSelection();
      this.#handOver();
    },
    pageFailed: () => this.#options.page.failed(),
    focused: () => this.#options.conversations.places.setFocused(this.#open.id),
    view: ({ view }) => {
      this.#open.view = view;
    },
    submit: ({ text, ...beside }) => this.#options.actions.submitting.submit(this.#open.id, text, beside),
    attach: ({ id, content }) => this.#options.actions.attachments.add(this.#open.id, content, id),
    detach: ({ id }) => void this.#open.detach([id]),
    openMention: ({ text }) => this.#sayNotOpened(text, this.#options.actions.attachments.openMention(this.#open.id, text)),
    runInTerminal: ({ command }) => this.#options.actions.typed.runInTerminal(this.#open.id, command),
    typeInTerminal: ({ command }) => this.#options.actions.typed.typeInTerminal(this.#open.id, command),
    addNote: ({ text, selection }) => this.#options.actions.typed.addNote(this.#open.id, text, selection),
    openImage: ({ toolId, index }) => this.#sayNotOpened(toolId, this.#options.actions.attachments.openImage(this.#open.id, toolId, index)),
    openOutput: ({ toolId }) => this.#sayNotOpened(toolId, this.#options.actions.attachments.openOutput(this.#open.id, toolId)),
    unfoldAttachment: ({ id }) => {
      const text = this.#options.actions.attachments.unfold(this.#open.id, id);
      if (text === undefined) this.#outbox.send({ type: "notOpened", target: id, reason: "notKept" });
      else this.send({ type: "insertText", text });
    },
    openAttachment: ({ id }) => this.#sayNotOpened(id, this.#options.actions.attachments.open(this.#open.id, id)),
    stop: () => this.#options.actions.conversations.stop(this.#open.id),
    watchOutput: ({ taskId, isOpen }) => this.#outputs.set(taskId, isOpen),
    stopTask: ({ id }) => this.#options.actions.conversations.stopTask(this.#open.id, id),
    runInBackground: ({ toolId }) => this.#options.actions.conversations.runInBackground(this.#open.id, toolId),
    draft: ({ text }) => {
      this.#open.draft = text;
    },
    seen: ({ requestId, revision }) => this.#options.waiting.markSeen(this.#open.id, requestId, revision),
    decide: ({ requestId, revision, decision }) => this.#options.actions.requests.decide(this.#open.id, requestId, revision, decision),
    review: ({ requestId }) => this.#options.actions.requests.openDiffOf(this.#open.id, requestId),
    reviewStep: ({ requestId, revision, step }) => this.#options.actions.requests.review(this.#open.id, requestId, revision, step),
    loadPage: async ({ thread, at }) => {
      const open = this.#open;
      const page = await open.conversation.transcript.loadPage(thread, at, pageSize);
      if (open === this.#open) this.#outbox.send({ type: "page", page });
    },
    showPrompt: async ({ from, step }) => {
      const open = this.#open;
      const id = await open.conversation.transcript.promptBeside(from, step);
      if (id !== undefined && open === this.#open) this.#outbox.send({ type: "showItem", id });
    },
    openThread: async ({ thread, isOpen }) => {
      if (!isOpen) {
        this.#cards.delete(thread);
        return this.#outbox.closeThread(thread);
      }
      const open = this.#open;
      this.#cards.add(thread);
      await open.conversation.transcript.loadThread(thread);
      // It may have been closed meanwhile.
      if (open !== this.#open || !this.#cards.has(thread)) return;
      this.#outbox.openThread(thread);
      this.#outbox.send({ type: "page", page: this.#page(thread, { kind: "end" }) });
    },
    openDetails: ({ toolId }) => {
      const details = this.#open.conversation.transcript.details(toolId);
      if (!details) return "noDetails";
      this.#outbox.send({ type: "details", toolId, details });
      return undefined;
    },
    openCallDiff: ({ toolId }) => this.#options.actions.changes.showCall(this.#open.id, toolId),
    openFile: ({ path, line }) => this.#sayNotOpened(path, this.#options.actions.openFile(this.#open.conversation.state.folder, path, line)),
    lookForFiles: async ({ paths }) => {
      const open = this.#open;
      const found = await this.#options.actions.lookForFiles(open.conversation.state.folder, paths);
      if (open === this.#open) this.#outbox.send({ type: "files", ...found });
    },
    copy: async ({ text }) => void (await this.#options.actions.copyText(text)),
    openLink: ({ url }) => this.#sayNotOpened(url, this.#options.actions.openLink(url)),
    afterCut: ({ action }) => this.#options.actions.conversations.afterCut(this.#open.id, action),
    forkFrom: ({ promptId }) => this.#options.actions.forks.fork(this.#open.id, promptId),
    resend: ({ promptId, text, without }) => this.#options.actions.forks.resend(this.#open.id, promptId, text, without),
    rewindTo: ({ promptId }) => this.#options.actions.rewind.run(this.#open.id, promptId),
    changesSince: ({ promptId }) => this.#options.actions.changes.openAll(this.#open.id, promptId),
    editQueued: ({ id, action }) => this.#options.actions.conversations.editQueued(this.#open.id, id, action),
    moveQueued: ({ id, to }) => (this.#open.conversation.queue.move(id, to) ? undefined : "queuedGone"),
    decideUnsaved: ({ isSaved }) => this.#open.conversation.unsaved.decide(isSaved),
    kept: ({ id, action }) => this.#options.actions.changes.showKept(this.#open.id, id, action),
    unsavedFile: ({ requestId, action }) => this.#options.actions.requests.handleUnsaved(this.#open.id, requestId, action),
    buffer: ({ path, action }) => this.#options.actions.buffers.run(path, action),
    changed: ({ action, path }) => this.#options.actions.changes.run(this.#open.id, action, path),
    readHunks: async ({ path }) => {
      const open = this.#open;
      const changed = await this.#options.actions.changes.hunksOf(open.id, path).catch(() => undefined);
      if (open === this.#open) this.#outbox.send({ type: "fileHunks", path, changed });
    },
    revertHunk: ({ path, hunk, revision }) => this.#options.actions.changes.revertShown(this.#open.id, path, hunk, revision),
    live: ({ action }) => {
      if (action === "fork") return this.#options.actions.forks.forkAll(this.#open.id);
      return action === "takeOver" ? this.#open.live.takeOver() : this.#open.live.stopWaiting();
    },
    find: async ({ search, query }) => {
      const open = this.#open;
      const found = await this.#options.actions.find.find(open.id, query, this.#options.panelOptions().showThinking === "hidden");
      if (open === this.#open) this.#outbox.send({ type: "found", search, found });
    },
    readContext: async () => {
      const open = this.#open;
      // A card that waits is answered in any case.
      const usage = await this.#options.actions.conversations.contextUsage(open.id).catch(() => undefined);
      if (open === this.#open) this.#outbox.send({ type: "context", usage });
      const limits = await open.conversation.controls.planLimits().catch(() => []);
      if (open === this.#open && limits.length > 0) this.#outbox.send({ type: "context", usage, limits });
    },
    askAside: async ({ id, question }) => {
      const open = this.#open;
      const answer = await this.#options.actions.conversations.askAside(open.id, question);
      if (open === this.#open) this.#outbox.send({ type: "aside", id, answer });
    },
    insertCode: async ({ text }) => void (await this.#options.actions.insertCode(text)),
    openCode: async ({ text, language }) => void (await this.#options.actions.openCode(text, language)),
    mentionUris: ({ uris }) => {
      const { text, problems } = this.#options.actions.mentionUris(this.#open.conversation.state.folder, uris);
      if (text !== "") this.send({ type: "insertText", text });
      if (problems.length > 0) this.#outbox.send({ type: "notMentioned", problems });
    },
    findMentions: ({ search, query }) => {
      const open = this.#open;
      const place = { conversation: open.id, folder: open.conversation.state.folder };
      return this.#options.actions.mentions.search(place, query, (found) => {
        if (open === this.#open) this.#outbox.send({ type: "mentions", search, found });
      });
    },
    run: async ({ action, argument }) => void (await this.#options.actions.run(action, this.#open.id, argument)),
  };
}
