import { tick } from "svelte";
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Change, ItemChange } from "../../extension/contract/changes.ts";
import { type ConversationState, patchState } from "../../extension/contract/conversationState.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import { type ConversationId, mainThread } from "../../extension/contract/ids.ts";
import type { ToolDetails } from "../../extension/contract/tools.ts";
import {
  defaultOptions,
  type Page,
  type PanelOptions,
  type ScrollAnchor,
  type Snapshot,
  type ToWebview,
  type ViewState,
} from "../../extension/contract/toWebview.ts";
import { announcementOf } from "../../extension/text/announcements.ts";
import type { Host, IncomingEnvelope } from "../host.ts";
import { playSound } from "../ui/playSound.ts";
import { CardForms } from "./cardForms.svelte.ts";
import { OpenThreads } from "./openThreads.svelte.ts";
import { PromptEdit } from "./promptEdit.svelte.ts";
import { Suggesting } from "./suggesting.svelte.ts";
import { ThreadWindow } from "./threadWindow.svelte.ts";
import { ViewStates } from "./viewStates.ts";

/** What the webview shows: state that the host sent, and what only concerns the view. */
export class ChatState {
  /** Undefined until the first snapshot. */
  conversation: ConversationState | undefined = $state.raw();
  options: PanelOptions = $state.raw(defaultOptions);
  draft = $state("");
  readonly main = new ThreadWindow();
  /** Threads of opened subagent cards. */
  readonly threads = new OpenThreads((message) => this.send(message));
  /** Details of opened tool cards, by tool-use id. */
  readonly details = new SvelteMap<string, ToolDetails>();
  /** Cards that are open, by item id: rows come and go with scrolling, this stays. */
  readonly open = new SvelteSet<string>();
  /** The reader is at the end of the transcript. */
  isFollowing = $state(true);
  /** Where the reader was when the webview went away; until it was gone back to. */
  anchor: ScrollAnchor | undefined = $state.raw();
  /** The request whose card is in front of those that came earlier. */
  front: string | undefined = $state();
  readonly forms = new CardForms();
  /** What the composer offers for the word before its cursor. */
  readonly suggesting = new Suggesting(
    () => this.conversation,
    (search, query) => this.send({ type: "findMentions", search, query }),
  );
  readonly edit = new PromptEdit(() => this.#saveView());
  /** What a screen reader is told, politely. */
  announcement = $state("");
  /** Counts requests to put the cursor into the composer. */
  focusRequests = $state(0);
  /** What is to be put into the composer at its cursor; a new object each time. */
  inserted: { readonly text: string } | undefined = $state.raw();
  /** Items went in front of the ones on the screen with the last update. */
  isShifting = $state(false);
  readonly #host: Host;
  /** The conversation that is shown: what comes for another is dropped. */
  #bound: ConversationId | undefined;
  #savedAnchor: ScrollAnchor | undefined;
  #isLoading = false;
  #isSeeking = false;
  readonly #views: ViewStates;
  #hasTyped = false;
  #isTrimming = false;

  constructor(host: Host) {
    this.#host = host;
    // The host drops what it gets for another conversation than the one that is shown.
    this.#views = new ViewStates((conversation, view) => host.send({ conversation, message: { type: "view", view } }));
    const saved = host.savedState();
    this.#bound = saved?.conversation;
    this.draft = saved?.draft ?? "";
    if (saved) this.#look(saved);
  }

  /** Asks for a snapshot of whatever this webview is to show. */
  begin(): void {
    this.#host.send({ conversation: null, message: { type: "ready" } });
  }

  /** Sends an intention about the conversation that is shown. */
  send(message: FromWebview): void {
    if (this.#bound !== undefined) this.#host.send({ conversation: this.#bound, message });
  }

  receive({ conversation, message }: IncomingEnvelope): void {
    if (message.type === "snapshot") this.#show(conversation, message);
    else if (conversation === this.#bound) this.#take(message);
  }

  /** Changes the draft here and in both stores that keep it. */
  setDraft(text: string): void {
    this.#hasTyped = true;
    this.draft = text;
    this.#save();
    this.send({ type: "draft", text });
  }

  /** Sends a prompt: what is in the composer, which is then empty, or another text beside it. */
  submit(text: string, attachments: readonly string[] = []): void {
    this.follow();
    this.send({ type: "submit", text, ...(attachments.length > 0 ? { attachments } : {}) });
    if (text !== this.draft) return;
    this.draft = "";
    this.#save();
  }

  /** Ends the edit of an earlier prompt, and sends what was made of it. */
  endEdit(isSent: boolean): void {
    const edited = this.edit.end();
    if (isSent && edited?.text.trim()) this.send({ type: "resend", promptId: edited.id, text: edited.text });
  }

  /** Opens a file that a prompt mentions, at its line. */
  openMention(mention: string): void {
    const [, path = mention, line] = /^(.+?)(?:#L?(\d+)(?:-L?\d+)?)?$/.exec(mention) ?? [];
    this.send({ type: "openFile", path, ...(line === undefined ? {} : { line: Number(line) }) });
  }

  setOpen(id: string, isOpen: boolean): void {
    if (isOpen) this.open.add(id);
    else this.open.delete(id);
    this.#saveView();
  }

  /** Remembers where the reader is; undefined at the end. */
  setAnchor(anchor: ScrollAnchor | undefined): void {
    this.#savedAnchor = anchor;
    this.#saveView();
  }

  /** Asks for the items before the held ones, once at a time. */
  loadOlder(): void {
    const first = this.main.items[0];
    if (this.#isLoading || !this.main.hasOlder || !first) return;
    this.#isLoading = true;
    this.send({ type: "loadPage", thread: mainThread, at: { kind: "before", id: first.id } });
  }

  /** Asks for the items after the held ones, once at a time. */
  loadNewer(): void {
    const last = this.main.items.at(-1);
    if (this.#isLoading || !this.main.hasNewer || !last) return;
    this.#isLoading = true;
    this.send({ type: "loadPage", thread: mainThread, at: { kind: "after", id: last.id } });
  }

  /** Asks for the items around the scroll position to go back to. Returns false when that was asked already: it is gone. */
  seekAnchor(id: string): boolean {
    if (this.#isSeeking) return false;
    this.#isSeeking = true;
    this.send({ type: "loadPage", thread: mainThread, at: { kind: "around", id } });
    return true;
  }

  /** Follows the end again; fetches it where it is not held. */
  follow(): void {
    this.isFollowing = true;
    if (this.main.hasNewer) this.send({ type: "loadPage", thread: mainThread, at: { kind: "end" } });
  }

  #save(): void {
    if (this.#bound === undefined) return;
    this.#host.saveState({ conversation: this.#bound, draft: this.draft, ...this.#view });
  }

  get #view(): ViewState {
    return { open: [...this.open], anchor: this.#savedAnchor, editing: this.edit.current };
  }

  #saveView(): void {
    this.#save();
    if (this.#bound !== undefined) this.#views.set(this.#bound, this.#view);
  }

  #look({ open, anchor, editing }: ViewState): void {
    this.edit.current = editing;
    this.open.clear();
    for (const id of open) this.open.add(id);
    this.anchor = this.#savedAnchor = anchor;
    this.isFollowing = anchor === undefined;
    this.#isSeeking = false;
  }

  #show(conversation: ConversationId, snapshot: Snapshot): void {
    // What was typed before a restart of the editor, and that its host has nothing of, is better kept than lost.
    const unsaved = this.conversation === undefined && conversation === this.#bound && snapshot.draft === "" ? this.draft : "";
    if (conversation !== this.#bound) this.#bind(conversation, snapshot.view);
    this.conversation = snapshot.state;
    this.options = snapshot.options;
    this.isShifting = false;
    this.#isLoading = false;
    this.main.take(snapshot.page);
    this.threads.reopen();
    // The host's draft outlives more than the webview's. Only what was typed since is newer, and a text
    // that the host never got is better kept than lost.
    if (!this.#hasTyped && snapshot.draft !== "") this.draft = snapshot.draft;
    else if (unsaved !== "" && !this.#hasTyped) this.setDraft(unsaved);
    this.#save();
  }

  /** Another conversation begins where it was left, with a draft of its own. */
  #bind(conversation: ConversationId, view: ViewState): void {
    this.#bound = conversation;
    this.#hasTyped = false;
    this.draft = "";
    this.threads.clear();
    this.details.clear();
    this.#look(this.#views.get(conversation) ?? view);
  }

  #take(message: Exclude<ToWebview, Snapshot>): void {
    switch (message.type) {
      case "changes":
        return this.#apply(message.changes);
      case "page":
        return this.#takePage(message.page);
      case "details":
        this.details.set(message.toolId, message.details);
        return;
      case "mentions":
        return this.suggesting.take(message.search, message.found);
      case "focusComposer":
        this.focusRequests++;
        return;
      case "setDraft":
        this.#hasTyped = true;
        this.draft = message.text;
        this.#save();
        this.focusRequests++;
        return;
      case "insertText":
        this.inserted = { text: message.text };
        return;
      case "showRequest":
        this.front = message.requestId;
        return;
      case "sound":
        return playSound(message.at);
      case "options":
        this.options = message.options;
    }
  }

  #takePage(page: Page): void {
    if (page.thread !== mainThread) return this.threads.take(page);
    this.#isLoading = false;
    this.isShifting = this.main.take(page);
  }

  /** Lets old rows go after this update, in one of its own. */
  async #trimLater(): Promise<void> {
    if (this.#isTrimming || !this.isFollowing || !this.main.isOverfull) return;
    this.#isTrimming = true;
    await tick();
    this.#isTrimming = false;
    if (!this.isFollowing) return;
    this.isShifting = true;
    this.main.trim();
  }

  #apply(changes: readonly Change[]): void {
    this.isShifting = false;
    const before = this.conversation;
    const byThread = new Map<string, ItemChange[]>();
    for (const change of changes) {
      if (change.kind === "state") {
        if (this.conversation) this.conversation = patchState(this.conversation, change.set);
      } else if (change.kind === "clear") {
        byThread.clear();
        this.main.clear();
        this.threads.clear();
        this.details.clear();
      } else if (change.kind !== "restored") {
        const list = byThread.get(change.thread);
        if (list) list.push(change);
        else byThread.set(change.thread, [change]);
      }
    }
    for (const [thread, list] of byThread) {
      if (thread === mainThread) this.main.apply(list, this.isFollowing);
      else this.threads.apply(thread, list);
    }
    this.announcement = announcementOf(before, this.conversation) ?? this.announcement;
    void this.#trimLater();
  }
}
