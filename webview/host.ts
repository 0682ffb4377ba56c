import type { Envelope } from "../extension/contract/envelope.ts";
import type { FromWebview } from "../extension/contract/fromWebview.ts";
import type { ConversationId } from "../extension/contract/ids.ts";
import type { ScrollAnchor, ToWebview, ViewState } from "../extension/contract/toWebview.ts";

/** What the webview itself keeps of the conversation that it shows. */
export interface WebviewState extends ViewState {
  readonly conversation: ConversationId;
  readonly draft: string;
}

export type OutgoingEnvelope = Envelope<FromWebview, ConversationId | null>;
export type IncomingEnvelope = Envelope<ToWebview>;

interface EditorApi {
  postMessage(envelope: OutgoingEnvelope): void;
  getState(): unknown;
  setState(state: WebviewState): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The extension host as the webview sees it. */
export interface Host {
  send(envelope: OutgoingEnvelope): void;
  onMessage(listener: (envelope: IncomingEnvelope) => void): void;
  saveState(state: WebviewState): void;
  savedState(): WebviewState | undefined;
}

/** Connects to the editor. Call once: acquireVsCodeApi throws the second time. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    send: (envelope) => api.postMessage(envelope),
    onMessage: (listener) => window.addEventListener("message", (event: MessageEvent<IncomingEnvelope>) => listener(event.data)),
    saveState: (state) => api.setState(state),
    savedState: () => {
      const saved = api.getState();
      return isWebviewState(saved) ? saved : undefined;
    },
  };
}

/** What an earlier version of the webview kept can be of another shape. */
function isWebviewState(value: unknown): value is WebviewState {
  if (typeof value !== "object" || value === null) return false;
  const { conversation, draft, open, anchor } = value as Partial<Record<keyof WebviewState, unknown>>;
  const isAnchor = anchor === undefined || typeof (anchor as ScrollAnchor | null)?.id === "string";
  return typeof conversation === "string" && typeof draft === "string" && Array.isArray(open) && isAnchor;
}
