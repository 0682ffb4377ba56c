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

/** What was typed before the page was there. */
export interface Typed {
  /** Prompts that were sent, oldest first. */
  readonly sent: readonly string[];
  /** What stood in the field, which had the cursor or had not. */
  readonly text: string;
  readonly hasFocus: boolean;
}

/** What the document does before the page is there (`early.ts`). */
export interface EarlyPage {
  readonly api: EditorApi;
  /** Hands over what the host has said until now, and all that it says from then on. Once. */
  onMessage(listener: (envelope: IncomingEnvelope) => void): void;
  /** What was typed; its field goes. Undefined where there is none, or none any more. */
  take(): Typed | undefined;
}

declare global {
  interface Window {
    earlyPage?: EarlyPage;
  }
}

/** The extension host as the webview sees it. */
export interface Host {
  send(envelope: OutgoingEnvelope): void;
  onMessage(listener: (envelope: IncomingEnvelope) => void): void;
  /** What was typed before the page was there, once. */
  takeTyped(): Typed | undefined;
  saveState(state: WebviewState): void;
  savedState(): WebviewState | undefined;
}

/** Takes over from the document, which has connected to the editor and asked for a snapshot. */
export function connectHost(early: EarlyPage): Host {
  const { api } = early;
  return {
    send: (envelope) => api.postMessage(envelope),
    onMessage: (listener) => early.onMessage(listener),
    takeTyped: () => early.take(),
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
