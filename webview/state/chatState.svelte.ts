import { tick } from "svelte";
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Change, StateChange } from "../../extension/contract/changes.ts";
import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { ToolDetail } from "../../extension/contract/items.ts";
import type { PanelOptions, ToWebview } from "../../extension/contract/toWebview.ts";
import type { Host, Kept } from "../host.ts";
import { ThreadWindow } from "./threadWindow.svelte.ts";

const mainThread = "";

/** What the page shows: state that the host sent, and what only concerns the view. */
export class ChatState {
  /** Undefined until the first snapshot. */
  conversation: ConversationState | undefined = $state.raw();
  options: PanelOptions = $state.raw({ sendKey: "enter", starters: [] });
  draft = $state("");
  readonly main = new ThreadWindow();
  /** Threads of opened subagent cards. */
  readonly threads = new SvelteMap<string, ThreadWindow>();
  /** Details of opened tool cards, by tool-use id. */
  readonly details = new SvelteMap<string, ToolDetail>();
  /** Cards that are open, by item id: rows come and go with scrolling, this stays. */
  readonly open = new SvelteSet<string>();
  /** The reader is at the end of the transcript. */
  isFollowing = $state(true);
  /** Where the reader was when the page went away; until it was gone back to. */
  place: Kept["place"] = $state.raw();
  /** What a screen reader is told, politely. */
  announcement = $state("");
  /** Counts requests to put the cursor into the composer. */
  focusRequests = $state(0);
  /** Items went in front of the ones on the screen with the last update. */
  isShifting = $state(false);
  readonly #host: Host;
  #keptPlace: Kept["place"];
  #isLoadingOlder = false;
  #hasTyped = false;
  #isTrimming = false;

  constructor(host: Host) {
    this.#host = host;
    const kept = host.kept();
    this.draft = kept?.draft ?? "";
    for (const id of kept?.open ?? []) this.open.add(id);
    this.place = this.#keptPlace = kept?.place;
    if (kept?.place) this.isFollowing = false;
  }

  send(message: FromWebview): void {
    this.#host.send(message);
  }

  receive(message: ToWebview): void {
    switch (message.type) {
      case "snapshot":
        // Another conversation begins at its end.
        if (this.conversation && this.conversation.sessionId !== message.state.sessionId) this.isFollowing = true;
        this.conversation = message.state;
        this.options = message.options;
        this.isShifting = false;
        this.#isLoadingOlder = false;
        this.main.show(message.page);
        for (const thread of this.threads.keys()) this.send({ type: "openThread", thread, isOpen: true });
        // The host's draft outlives more than the page's. Only what was typed since is newer, and a text
        // that the host never got is better kept than lost.
        if (!this.#hasTyped && message.draft !== "") this.draft = message.draft;
        return;
      case "changes":
        return this.#apply(message.changes);
      case "page": {
        const { thread } = message.page;
        if (thread === mainThread) {
          this.#isLoadingOlder = false;
          this.isShifting = this.main.take(message.page);
        } else this.threads.get(thread)?.take(message.page);
        return;
      }
      case "detail":
        this.details.set(message.detail.id, message.detail);
        return;
      case "focusComposer":
        this.focusRequests++;
        return;
      case "setDraft":
        this.setDraft(message.text);
        this.focusRequests++;
        return;
      case "options":
        this.options = message.options;
    }
  }

  /** Changes the draft here and in both places that keep it. */
  setDraft(text: string): void {
    this.#hasTyped = true;
    this.draft = text;
    this.#keep();
    this.send({ type: "draft", text });
  }

  /** Sends a prompt: what is in the composer, which is then empty, or another text beside it. */
  submit(text: string): void {
    this.follow();
    this.send({ type: "submit", text });
    if (text !== this.draft) return;
    this.draft = "";
    this.#keep();
  }

  setOpen(id: string, isOpen: boolean): void {
    if (isOpen) this.open.add(id);
    else this.open.delete(id);
    this.#keep();
  }

  /** Remembers where the reader is; undefined at the end. */
  setPlace(place: Kept["place"]): void {
    this.#keptPlace = place;
    this.#keep();
  }

  /** Asks for the items before the held ones, once at a time. */
  loadOlder(): void {
    if (this.#isLoadingOlder || !this.main.hasOlder) return;
    this.#isLoadingOlder = true;
    this.send({ type: "loadOlder", thread: mainThread, before: this.main.start });
  }

  /** Follows the end again; fetches it where it is not held. */
  follow(): void {
    this.isFollowing = true;
    if (this.main.isDetached) this.send({ type: "ready" });
  }

  /** Has the items of a subagent's thread sent, as long as its card is open. */
  ensureThread(thread: string): void {
    if (this.threads.has(thread)) return;
    this.threads.set(thread, new ThreadWindow());
    this.send({ type: "openThread", thread, isOpen: true });
  }

  closeThread(thread: string): void {
    this.threads.delete(thread);
    this.send({ type: "openThread", thread, isOpen: false });
  }

  /** Asks for earlier items of a subagent's thread. */
  loadOlderIn(thread: string): void {
    const window = this.threads.get(thread);
    if (window?.hasOlder) this.send({ type: "loadOlder", thread, before: window.start });
  }

  #keep(): void {
    this.#host.keep({ draft: this.draft, open: [...this.open], place: this.#keptPlace });
  }

  /** Says what a reader who sees nothing must know: a request, an end, problem. */
  #announce(before: ConversationState | undefined, after: ConversationState | undefined): void {
    const request = after?.requests.find(({ id }) => !before?.requests.some((known) => known.id === id));
    if (request)
      this.announcement = request.kind === "permission" ? `Waiting for you: ${request.title} ${request.subject}` : `Waiting for you: a ${request.kind}`;
    else if (before?.status === "working" && after?.status === "idle") this.announcement = "The turn is over";
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
    const byThread = new Map<string, Exclude<Change, { kind: "state" } | { kind: "clear" }>[]>();
    for (const change of changes) {
      if (change.kind === "state") {
        if (this.conversation) this.conversation = withState(this.conversation, change.set);
      } else if (change.kind === "clear") {
        byThread.clear();
        this.main.clear();
        this.threads.clear();
        this.details.clear();
      } else {
        const list = byThread.get(change.thread);
        if (list) list.push(change);
        else byThread.set(change.thread, [change]);
      }
    }
    for (const [thread, list] of byThread) {
      if (thread === mainThread) this.main.apply(list, this.isFollowing);
      else this.threads.get(thread)?.apply(list, false);
    }
    this.#announce(before, this.conversation);
    void this.#trimLater();
  }
}

/** ConversationState with some replaced; null clears. */
function withState(conversation: ConversationState, set: StateChange["set"]): ConversationState {
  const next: Record<string, unknown> = { ...conversation, ...set };
  for (const key of Object.keys(set)) if (next[key] === null) delete next[key];
  return next as unknown as ConversationState;
}
