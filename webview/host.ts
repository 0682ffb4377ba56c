import type { Envelope } from "../extension/contract/envelope.ts";
import type { FromWebview } from "../extension/contract/fromWebview.ts";
import type { ConversationId } from "../extension/contract/ids.ts";
import type { ToWebview } from "../extension/contract/toWebview.ts";

/** The item at the top of the screen when the end was not followed, and how far it was scrolled past, in pixels. */
export interface ScrollAnchor {
  readonly id: string;
  readonly offset: number;
}

/** What the webview itself keeps of a conversation while it is hidden. */
export interface ViewState {
  readonly conversation: ConversationId;
  readonly draft: string;
  /** Ids of the cards that are open. */
  readonly open: readonly string[];
  readonly anchor?: ScrollAnchor | undefined;
}

export type OutgoingEnvelope = Envelope<FromWebview, ConversationId | null>;
export type IncomingEnvelope = Envelope<ToWebview>;

interface EditorApi {
  postMessage(envelope: OutgoingEnvelope): void;
  getState(): unknown;
  setState(state: ViewState): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The extension host as the webview sees it. */
export interface Host {
  send(envelope: OutgoingEnvelope): void;
  onMessage(listener: (envelope: IncomingEnvelope) => void): void;
  saveViewState(state: ViewState): void;
  savedViewState(): ViewState | undefined;
}

/** Connects to the editor. Call once: acquireVsCodeApi throws the second time. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    send: (envelope) => api.postMessage(envelope),
    onMessage: (listener) => window.addEventListener("message", (event: MessageEvent<IncomingEnvelope>) => listener(event.data)),
    saveViewState: (state) => api.setState(state),
    savedViewState: () => {
      const saved = api.getState();
      return isViewState(saved) ? saved : undefined;
    },
  };
}

/** What an earlier version of the webview kept can be of another shape. */
function isViewState(value: unknown): value is ViewState {
  if (typeof value !== "object" || value === null) return false;
  const { conversation, draft, open, anchor } = value as Partial<Record<keyof ViewState, unknown>>;
  const isAnchor = anchor === undefined || typeof (anchor as ScrollAnchor | null)?.id === "string";
  return typeof conversation === "string" && typeof draft === "string" && Array.isArray(open) && isAnchor;
}
