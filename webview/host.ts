import type { Envelope } from "../extension/shared/contract/envelope.ts";
import type { FromWebview } from "../extension/shared/contract/fromWebview.ts";
import type { ConversationId } from "../extension/shared/contract/ids.ts";
import type { ToWebview } from "../extension/shared/contract/toWebview.ts";
import type { ScrollAnchor, ViewState } from "../extension/shared/contract/viewState.ts";
import type { KnownChoices } from "./state/lastKnown.svelte.ts";
import type { SpokenTexts } from "./state/spokenRows.svelte.ts";

/** State that the webview itself stores for the shown conversation. */
export interface WebviewState extends ViewState {
  readonly conversation: ConversationId;
  readonly draft: string;
  readonly known?: KnownChoices;
  readonly spoken?: SpokenTexts;
}

export type OutgoingEnvelope = Envelope<FromWebview, ConversationId | null>;
export type IncomingEnvelope = Envelope<ToWebview>;

interface EditorApi {
  postMessage(envelope: OutgoingEnvelope): void;
  getState(): unknown;
  setState(state: WebviewState): void;
}

/** Input of the user before the page was loaded. */
export interface TypedInput {
  /** Prompts that were sent, oldest first. */
  readonly sent: readonly string[];
  /** Text of the field; `hasFocus` is true if the field had the cursor. */
  readonly text: string;
  readonly hasFocus: boolean;
}

/** Interface of the document before the page is loaded (`early.ts`). */
export interface EarlyPage {
  readonly api: EditorApi;
  /** Passes on the host's messages, those received until now and all later ones. May be called once. */
  onMessage(listener: (envelope: IncomingEnvelope) => void): void;
  /** Returns the typed text and removes its field. Undefined if the field does not exist or was already removed. */
  take(): TypedInput | undefined;
}

declare global {
  interface Window {
    earlyPage?: EarlyPage;
  }
}

/** The extension host from the view of the webview. */
export interface Host {
  send(envelope: OutgoingEnvelope): void;
  onMessage(listener: (envelope: IncomingEnvelope) => void): void;
  /** Returns the input from before the page was loaded, once. */
  takeTyped(): TypedInput | undefined;
  saveState(state: WebviewState): void;
  savedState(): WebviewState | undefined;
}

/** Takes over from the document, which has connected to the editor and requested a snapshot. */
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

/**
 * Returns whether a stored state has the current shape: an earlier version of the webview may have stored another one.
 */
function isWebviewState(value: unknown): value is WebviewState {
  if (typeof value !== "object" || value === null) return false;
  const { conversation, draft, open, anchor } = value as Partial<Record<keyof WebviewState, unknown>>;
  const isAnchor = anchor === undefined || typeof (anchor as ScrollAnchor | null)?.id === "string";
  return typeof conversation === "string" && typeof draft === "string" && Array.isArray(open) && isAnchor;
}
