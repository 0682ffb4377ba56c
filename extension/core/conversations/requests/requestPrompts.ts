import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { RequestView } from "../../../shared/contract/requests/requests.ts";
import type { Conversations } from "../conversations.ts";
import type { RequestPrompt } from "./pagelessRequests.ts";
import type { RequestActions } from "./requestActions.ts";
import type { AnswerSurface } from "./requestDecisions.ts";
import type { WaitingRequest, WaitingRequests } from "./waitingRequests.ts";

/** Native dialogs about a request. They offer "allow" only where they show everything that the card shows. */
export interface RequestDialogs {
  readonly isWindowFocused: boolean;
  /** Shows a list that accepts no answer in its first 0.5 s. It closes when `signal` aborts. */
  askRequest(view: RequestView, isChangeShown: boolean, signal: AbortSignal): Promise<RequestPrompt | undefined>;
  /** Shows a notification. The extension cannot close it, so the choice may come too late. */
  notifyRequest(view: RequestView, isChangeShown: boolean): Promise<RequestPrompt | undefined>;
}

export interface RequestPromptsOptions {
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly requests: RequestActions;
  readonly dialogs: RequestDialogs;
  /** Returns the surface that asks about a request of a folder in addition to its card. Never throws. */
  readonly prompt: (folder: string) => "panel" | "quickPick" | "both";
  readonly notifications: () => "off" | "whenHidden" | "always";
  /** Plays a sound with each notification, where the user enabled that. */
  readonly sound?: { readonly isOn: () => boolean; readonly play: () => void };
}

/**
 * Asks in places other than the card: a native list, a notification. Each request asks once in each place, in order of
 * arrival. The first decision counts, and a list closes with its request.
 */
export class RequestPrompts implements Disposable {
  readonly #options: RequestPromptsOptions;
  readonly #store = new DisposableStore();
  /** Open requests that `#follow` handled already. */
  #noticed = new Set<string>();
  /** Requests whose list was open once; a request whose list the user closed stays on its card. */
  readonly #asked = new Set<string>();
  #asking: { readonly name: string; readonly controller: AbortController } | undefined;

  constructor(options: RequestPromptsOptions) {
    this.#options = options;
    this.#store.add(options.waiting.onDidChange(() => this.#follow()));
    this.#store.defer(() => this.#asking?.controller.abort());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(): void {
    const { all } = this.#options.waiting;
    const names = new Set(all.map(getName));
    if (this.#asking && !names.has(this.#asking.name)) this.#asking.controller.abort();
    const fresh = all.filter((request) => !this.#noticed.has(getName(request)));
    this.#noticed = names;
    for (const name of this.#asked) if (!names.has(name)) this.#asked.delete(name);
    for (const request of fresh)
      this.#options.conversations.inBackground(this.#notify(request), "a notification of a request");
    // Do not replace an open list while the user reads it; new requests wait their turn.
    if (fresh.length > 0) this.#options.conversations.inBackground(this.#askNext(), "asking about a request");
  }

  async #notify(request: WaitingRequest): Promise<void> {
    const { notifications, dialogs, conversations, sound } = this.#options;
    const when = notifications();
    const isHidden = !dialogs.isWindowFocused || !conversations.places.isVisible(request.conversation);
    if (when === "off" || (when === "whenHidden" && !isHidden)) return;
    if (sound?.isOn()) sound.play();
    await this.#perform(request, await dialogs.notifyRequest(request.view, request.isChangeShown), "notification");
  }

  async #askNext(): Promise<void> {
    const { waiting, prompt, conversations, dialogs } = this.#options;
    if (this.#asking) return;
    const next = waiting.all.find((request) => {
      const folder = conversations.get(request.conversation)?.conversation.state.folder ?? "";
      return prompt(folder) !== "panel" && !this.#asked.has(getName(request));
    });
    if (!next) return;
    this.#asked.add(getName(next));
    const asking = { name: getName(next), controller: new AbortController() };
    this.#asking = asking;
    try {
      await this.#perform(
        next,
        await dialogs.askRequest(next.view, next.isChangeShown, asking.controller.signal),
        "list",
      );
    } finally {
      this.#asking = undefined;
    }
    await this.#askNext();
  }

  async #perform(
    { conversation, view }: WaitingRequest,
    chosen: RequestPrompt | undefined,
    place: AnswerSurface,
  ): Promise<void> {
    const { requests } = this.#options;
    if (chosen?.kind === "review") await requests.reveal(conversation, view.id);
    else if (chosen) await requests.decide(conversation, view.id, view.revision, chosen, place);
  }
}

function getName({ conversation, view }: WaitingRequest): string {
  return `${conversation}\n${view.id}`;
}
