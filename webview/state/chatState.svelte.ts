import { type ConversationState, patchState } from "../../extension/shared/contract/conversationState.ts";
import type { FromWebview, Intentions } from "../../extension/shared/contract/fromWebview.ts";
import { type ConversationId, mainThread } from "../../extension/shared/contract/ids.ts";
import { defaultOptions, type PanelOptions } from "../../extension/shared/contract/panelOptions.ts";
import type { StateDelta } from "../../extension/shared/contract/stateDeltas.ts";
import type { ConversationSnapshot, Page, ToWebview } from "../../extension/shared/contract/toWebview.ts";
import type { ViewState } from "../../extension/shared/contract/viewState.ts";
import { getAnnouncement } from "../../extension/shared/text/announcements.ts";
import { ComposerAttachments } from "../composer/attachments/composerAttachments.ts";
import { SharedSelection } from "../composer/attachments/sharedSelection.svelte.ts";
import { ComposerActions } from "../composer/composerActions.svelte.ts";
import { ComposerState } from "../composer/composerState.svelte.ts";
import { SideQuestions } from "../composer/dock/sideQuestions.svelte.ts";
import { sortTyped } from "../composer/field/sortTyped.ts";
import { Suggestions } from "../composer/field/suggestions.svelte.ts";
import type { Host, IncomingEnvelope } from "../host.ts";
import { CardForms } from "../requests/cardForms.svelte.ts";
import { FindState, type MatchPosition } from "../transcript/find/findState.svelte.ts";
import { OpenDetails } from "../transcript/openDetails.svelte.ts";
import { OpenThreads } from "../transcript/openThreads.svelte.ts";
import { TaskOutputs } from "../transcript/taskOutputs.svelte.ts";
import { ThreadView } from "../transcript/threadView.svelte.ts";
import { playSound } from "../ui/playSound.ts";
import { Draft } from "./draft.svelte.ts";
import { LastKnown } from "./lastKnown.svelte.ts";
import { OpenFeedback } from "./openFeedback.svelte.ts";
import { PathLookup } from "./pathLookup.svelte.ts";
import { SavedView } from "./savedView.svelte.ts";
import { splitChanges } from "./splitChanges.ts";
import { SpokenRows } from "./spokenRows.svelte.ts";
import { ViewStates } from "./viewStates.ts";

/** State of the webview: the conversation state that the host sends, and state of the view alone. */
export class ChatState {
  readonly #say = (message: FromWebview): void => this.send(message);
  /** Undefined until the first snapshot. */
  conversation: ConversationState | undefined = $state.raw();
  options: PanelOptions = $state.raw(defaultOptions);
  readonly thread = new ThreadView(mainThread, this.#say);
  readonly main = this.thread.window;
  readonly threads = new OpenThreads(this.#say);
  /** Details of open tool cards, by tool-use id. */
  readonly details = new OpenDetails(this.#say);
  readonly outputs = new TaskOutputs(this.#say);
  readonly view = new SavedView({
    onChange: () => this.#saveView(),
    onCloseCard: (id) => this.details.close(id),
  });
  /** The request whose card is shown in front of earlier ones. */
  front: string | undefined = $state();
  readonly forms = new CardForms();
  readonly known = new LastKnown(() => this.#save());
  readonly composerActions = new ComposerActions();
  readonly suggestions = new Suggestions(() => this.conversation, this.#say);
  readonly composer = new ComposerState();
  readonly selection = new SharedSelection();
  readonly paths = new PathLookup((paths) => this.send({ type: "lookForFiles", paths }));
  readonly feedback = new OpenFeedback(this.#say);
  readonly draftAttachments = new ComposerAttachments(
    () => this.conversation,
    this.#say,
    () => this.#bound,
  );
  readonly findState = new FindState(this.#say, (place) => this.showMatch(place));
  readonly asides = new SideQuestions(this.#say);
  /** Text for a polite live region; a new object each time, so that equal texts are announced again. */
  announcement: { readonly text: string } | undefined = $state.raw();
  readonly rows = new SpokenRows(() => this.#save());
  focusRequests = $state(0);
  readonly #host: Host;
  /** The conversation that is shown; messages for any other are dropped. */
  #bound: ConversationId | undefined;
  readonly #views: ViewStates;
  readonly #draft: Draft;

  constructor(host: Host) {
    this.#host = host;
    // The host drops messages for a conversation that it no longer shows in this webview, so a late view is kept here
    // only.
    this.#views = new ViewStates((conversation, view) =>
      host.send({ conversation, message: { type: "saveView", view } }),
    );
    const saved = host.savedState();
    this.#bound = saved?.conversation;
    this.#draft = new Draft(saved?.draft ?? "");
    if (saved) this.#restoreView(saved);
    this.known.restore(saved?.known);
    if (saved) this.rows.restore(saved.conversation, saved.spoken);
  }

  /** Text in the composer. */
  get draft(): string {
    return this.#draft.text;
  }

  /** Sends a message about the conversation that is shown. */
  send(message: FromWebview): void {
    if (this.#bound !== undefined) this.#host.send({ conversation: this.#bound, message });
  }

  receive({ conversation, message }: IncomingEnvelope): void {
    if (message.type === "snapshot") this.#show(conversation, message);
    else if (conversation === this.#bound) this.#take(message);
  }

  /** Changes the draft here, in the webview's own state and in the host. */
  setDraft(text: string): void {
    this.#draft.set(text);
    this.#save();
    this.send({ type: "draft", text });
  }

  /** Sends a prompt. Clears the composer if `text` is its draft; any other text leaves the draft unchanged. */
  submit(text: string, beside: Omit<Intentions["submit"], "text"> = {}): void {
    this.follow();
    this.composer.sent.note(this.conversation);
    this.send({ type: "submit", text, ...beside });
    if (text !== this.draft) return;
    this.#draft.text = "";
    this.#save();
  }

  /** Ends the edit of an earlier prompt, and resends the edited prompt if `isSent`. */
  endEdit(isSent: boolean): void {
    const edited = this.view.edit.end();
    if (!isSent || !edited) return;
    const { id: promptId, text, without } = edited;
    this.send({ type: "resend", promptId, text, ...(without ? { without } : {}) });
  }

  /** Scrolls to an item of the main thread. */
  showItem(id: string): void {
    this.thread.isFollowing = false;
    this.thread.pages.stopSeeking();
    this.view.anchor = { id, offset: 0 };
  }

  /** Scrolls to a match and opens the cards that contain it. */
  showMatch({ id, agents }: Pick<MatchPosition, "id" | "agents">): void {
    for (const card of [...agents, id]) this.view.setOpen(card, true);
    this.showItem(agents[0] ?? id);
  }

  /** Follows the end again; fetches the newest items if they are not loaded. */
  follow(): void {
    // A pending scroll position would move the view away from the end again.
    this.view.anchor = undefined;
    this.view.setAnchor(undefined);
    this.thread.follow();
  }

  #save(): void {
    if (this.#bound === undefined) return;
    this.#host.saveState({
      conversation: this.#bound,
      draft: this.draft,
      ...this.view.current,
      known: this.known.current,
      spoken: this.rows.of(this.#bound),
    });
  }

  #saveView(): void {
    this.#save();
    if (this.#bound !== undefined) this.#views.set(this.#bound, this.view.current);
  }

  #restoreView(view: ViewState): void {
    this.view.restore(view);
    this.thread.isFollowing = view.anchor === undefined;
    this.thread.pages.stopSeeking();
  }

  #show(conversation: ConversationId, snapshot: ConversationSnapshot): void {
    const isFirst = this.conversation === undefined && conversation === this.#bound;
    // Another conversation starts at its newest page.
    const reading = conversation === this.#bound ? this.view.savedAnchor?.id : undefined;
    if (conversation !== this.#bound) this.#bind(conversation, snapshot.view);
    this.conversation = snapshot.state;
    this.options = snapshot.options;
    this.thread.retake(snapshot.page, reading);
    this.threads.reopen();
    const unsent = this.#draft.take(snapshot, isFirst);
    if (unsent !== undefined) this.setDraft(unsent);
    this.rows.take(conversation, snapshot.state);
    this.#save();
    this.#takeTyped(snapshot.state);
  }

  /** Processes text that the user typed before the page was loaded: sends the prompts and inserts the rest. */
  #takeTyped(state: ConversationState): void {
    const typed = this.#host.takeTyped();
    if (!typed) return;
    const { prompts, written } = sortTyped(typed, state);
    for (const text of prompts) this.submit(text);
    if (state.externalUse && written !== "") this.setDraft([this.draft, written].filter(Boolean).join("\n"));
    else if (written !== "") this.composer.insert(written);
    else if (typed.hasFocus) this.focusRequests++;
  }

  /** Switches to another conversation, and restores its view. */
  #bind(conversation: ConversationId, view: ViewState): void {
    for (const part of [this.suggestions, this.composer]) part.show(conversation, this.#bound);
    this.#bound = conversation;
    this.#draft.reset();
    this.findState.close();
    for (const part of [
      this.threads,
      this.asides,
      this.details,
      this.draftAttachments,
      this.paths,
      this.selection,
      this.outputs,
      this.feedback,
    ])
      part.clear();
    this.#restoreView(this.#views.get(conversation) ?? view);
  }

  #take(message: Exclude<ToWebview, ConversationSnapshot>): void {
    switch (message.type) {
      case "changes":
        return this.#apply(message.deltas);
      case "page":
        return this.#takePage(message.page);
      case "details":
        return this.details.take(message.toolId, message.details);
      case "taskOutput":
        return this.outputs.take(message.taskId, message.output);
      case "found":
        return this.findState.take(message.search, message.found);
      case "openFind":
        return this.findState.open();
      case "showItem":
        return this.showItem(message.id);
      case "context":
      case "aside":
      case "fileHunks":
        return this.asides.take(message);
      case "mentions":
        return this.suggestions.take(message.search, message.found, message.isDone);
      case "selection":
        return this.selection.take(message.selection);
      case "files":
        return this.paths.take(message);
      case "banners":
        this.rows.takeBanners(message.banners);
        return this.feedback.take(message);
      case "notOpened":
      case "refused":
        return this.feedback.take(message);
      case "notMentioned":
        return this.draftAttachments.leaveOut(message.problems);
      case "focusComposer":
        return void this.focusRequests++;
      case "setDraft":
        this.#draft.set(message.text);
        this.#save();
        return void this.focusRequests++;
      case "insertText":
        return this.composer.insert(message.text);
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
    // The user has scrolled to the end since the request: the view stays there.
    if (page.at.kind === "around" && this.thread.isFollowing) return this.follow();
    this.thread.take(page);
    if (page.at.kind === "around") this.view.anchor ??= this.view.savedAnchor;
  }

  #apply(changes: readonly StateDelta[]): void {
    const before = this.conversation;
    const { patches, isCleared, threads } = splitChanges(changes);
    if (before) this.conversation = patches.reduce(patchState, before);
    if (this.conversation) this.composer.sent.settle(this.conversation);
    if (isCleared) for (const part of [this.main, this.threads, this.details]) part.clear();
    this.thread.apply(threads.get(mainThread) ?? []);
    for (const [thread, list] of threads) if (thread !== mainThread) this.threads.apply(thread, list);
    if (before?.status === "working" && this.conversation?.status !== "working") this.paths.refresh();
    const text = getAnnouncement(before, this.conversation, threads.get(mainThread) ?? []);
    if (text !== undefined) this.announcement = { text };
    if (this.#bound !== undefined && this.conversation !== before) this.rows.take(this.#bound, this.conversation);
  }
}
