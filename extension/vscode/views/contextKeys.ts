import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { ConversationList } from "../../core/conversations/list/conversationList.ts";
import type { WaitingRequests } from "../../core/conversations/requests/waitingRequests.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { type ConversationState, canStop } from "../../shared/contract/conversationState.ts";
import type { SettingsProfiles } from "../settings/settingsProfiles.ts";

/** Fields of the state on which the keys depend, besides its status. */
const asked = [
  ...([
    "sessionId",
    "problem",
    "isInterrupted",
    "failure",
    "externalUse",
    "queue",
    "background",
    "attachments",
    "changedFiles",
    "unsaved",
  ] as const),
  ...(["settings", "isolation", "cliVersion", "isLoggedIn"] as const),
];

/** Keeps the `when` context keys of commands and key bindings up to date with the conversations. */
export class ContextKeys implements Disposable {
  readonly #store = new DisposableStore();
  readonly #values = new Map<string, boolean>();

  constructor(
    conversations: Conversations,
    waiting: WaitingRequests,
    list: Pick<ConversationList, "current" | "onDidChange">,
    profiles: Pick<SettingsProfiles, "names" | "onDidChange">,
  ) {
    const update = (): void => this.#updateCurrent(conversations, waiting);
    const updateRewinds = (): void =>
      this.#set("tandem.hasRewound", (conversations.current?.conversation.rewinds.memory.done ?? []).length > 0);
    const updateSaved = (): void => {
      const { current } = list;
      this.#set("tandem.isPinned", current?.isPinned === true);
      this.#set("tandem.isArchived", current?.session?.isArchived === true);
    };
    const updateProfiles = (): void => this.#set("tandem.hasProfiles", profiles.names.length > 0);
    updateProfiles();
    this.#set("tandem.isLoggedIn", false);
    this.#set("tandem.followsSteps", true);
    this.#store.add(profiles.onDidChange(updateProfiles));
    this.#store.add(list.onDidChange(updateSaved));
    this.#store.add(conversations.places.onDidChange(update));
    this.#store.add(conversations.places.onDidChange(updateRewinds));
    // A rewind ends with a notice.
    this.#store.add(conversations.changes.on({ items: ["notice"] }, updateRewinds));
    this.#store.add(conversations.changes.onDidChangeState(["status", "requests", ...asked], update));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #updateCurrent(conversations: Conversations, waiting: WaitingRequests): void {
    const { current } = conversations;
    const state: Partial<Pick<ConversationState, "status" | (typeof asked)[number]>> =
      current?.conversation.state ?? {};
    this.#set("tandem.hasConversation", current !== undefined);
    // `claude` sends its session id with the first turn.
    this.#set("tandem.hasMessages", state.sessionId !== undefined);
    const inPanel = conversations.shown?.conversation.state;
    this.#set("tandem.panelHasMessages", inPanel?.sessionId !== undefined);
    this.#set("tandem.panelHasChanges", (inPanel?.changedFiles ?? []).length > 0);
    this.#set("tandem.hasProblem", state.problem !== undefined);
    this.#set("tandem.isWorking", state.status === "working");
    this.#set(
      "tandem.canStop",
      state.status !== undefined && canStop({ status: state.status, queue: state.queue ?? [] }),
    );
    this.#set("tandem.isInterrupted", state.isInterrupted === true);
    this.#set("tandem.hasFailed", state.failure !== undefined && state.status === "idle");
    this.#set("tandem.isTooLong", state.failure === "tooLong" && state.status === "idle");
    this.#set("tandem.isOverBudget", state.failure === "budget" && state.status === "idle");
    this.#set("tandem.runsElsewhere", state.externalUse !== undefined && state.externalUse.by !== "trace");
    this.#set(
      "tandem.isReplaying",
      state.externalUse?.trace !== undefined && state.externalUse.trace.shown < state.externalUse.trace.total,
    );
    this.#set("tandem.isWaitingElsewhere", state.externalUse?.isWaiting === true);
    this.#set("tandem.hasQueued", (state.queue ?? []).length > 0);
    this.#set(
      "tandem.hasBackground",
      (state.background ?? []).some(({ kind }) => kind !== "schedule"),
    );
    this.#set("tandem.hasAttachment", (state.attachments ?? []).length > 0);
    this.#set("tandem.hasChanges", (state.changedFiles ?? []).length > 0);
    this.#set("tandem.asksToSave", state.unsaved !== undefined);
    this.#set("tandem.hasRequest", waiting.all.length > 0);
    this.#set(
      "tandem.hasOwnChoice",
      Object.values(state.settings ?? {}).some(({ source }) => source.kind === "panel"),
    );
    this.#set("tandem.isIsolated", state.isolation !== undefined);
    this.#set(
      "tandem.hasAttempts",
      conversations.all.some(({ conversation }) => conversation.state.isolation?.attempt !== undefined),
    );
    this.#set("tandem.hasProgram", state.cliVersion !== undefined && state.problem?.code !== "missing");
    // A paused conversation does not know it; the last answer stays, be it about an account or an API key.
    if (state.isLoggedIn !== undefined) this.#set("tandem.isLoggedIn", state.isLoggedIn);
  }

  #set(key: string, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    void vscode.commands.executeCommand("setContext", key, value);
  }
}
