import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Decision, RequestView } from "../../../shared/contract/requests/requests.ts";
import type { Panels } from "../ports.ts";
import type { AnswerSurface } from "./requestDecisions.ts";
import type { WaitingRequest, WaitingRequests } from "./waitingRequests.ts";

/** The decision of the user in a place other than the card. */
export type RequestPrompt =
  | Extract<Decision, { readonly kind: "allow" | "allowAlways" | "deny" }>
  | { readonly kind: "review" };

/** A native dialog in place of the card of a request. */
export interface WholeRequestDialog {
  /**
   * Shows everything that the card shows, in parts where it is long, and offers "allow" only after that. Accepts no
   * answer in the first 0.5 s. `isAlways`: the user wants to allow it from now on.
   */
  askWhole(
    view: RequestView,
    isChangeShown: boolean,
    signal: AbortSignal,
    isAlways: boolean,
  ): Promise<RequestPrompt | undefined>;
}

export interface PagelessRequestsOptions {
  readonly waiting: WaitingRequests;
  readonly panels: Pick<Panels, "focus" | "isBroken">;
  readonly native: WholeRequestDialog;
  /** Opens the document of a request in an editor. Resolves to false if it has none. */
  readonly openDocument: (conversation: ConversationId, id: string) => Promise<boolean>;
  readonly decide: (request: WaitingRequest, decision: Decision, place: AnswerSurface) => Promise<void>;
}

/** Permission requests of which no page can show the card, because the page has ended or did not start. */
export class PagelessRequests {
  readonly #options: PagelessRequestsOptions;

  constructor(options: PagelessRequestsOptions) {
    this.#options = options;
  }

  /** Returns an open permission request without a page that could show its card; undefined for any other. */
  find(conversation: ConversationId, id: string): WaitingRequest | undefined {
    const { waiting, panels } = this.#options;
    const request = waiting.all.find((each) => each.conversation === conversation && each.view.id === id);
    return request?.view.kind === "permission" && panels.isBroken(conversation) ? request : undefined;
  }

  /**
   * Asks about a request in a native dialog, which closes with the request where it can. A change that was not shown
   * has no "allow" there; its document is opened instead.
   */
  async ask(request: WaitingRequest, isAlways = false): Promise<void> {
    const { waiting, native, panels, openDocument, decide } = this.#options;
    const { conversation, view, isChangeShown } = request;
    const controller = new AbortController();
    const following = waiting.onDidChange(() => {
      if (!this.find(conversation, view.id)) controller.abort();
    });
    let chosen: RequestPrompt | undefined;
    try {
      chosen = await native.askWhole(view, isChangeShown, controller.signal, isAlways);
    } finally {
      following.dispose();
    }
    if (chosen?.kind !== "review") return chosen && decide(request, chosen, "command");
    // Beside the chat stands why its page is gone, and how to open it again.
    if (!(await openDocument(conversation, view.id))) await panels.focus(conversation);
  }
}
