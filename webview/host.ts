import type { FromWebview } from "../extension/contract/fromWebview.ts";
import type { ToWebview } from "../extension/contract/toWebview.ts";

/** What the page keeps by itself while it is hidden. */
export interface Kept {
  readonly draft: string;
  /** Ids of the cards that are open. */
  readonly open: readonly string[];
  /** The item at the top of the screen when the end was not followed, and how far it was scrolled past, in pixels. */
  readonly place?: { readonly id: string; readonly offset: number } | undefined;
}

interface EditorApi {
  postMessage(message: FromWebview): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The extension host as the page sees it. */
export interface Host {
  send(message: FromWebview): void;
  onMessage(listener: (message: ToWebview) => void): void;
  keep(state: Kept): void;
  kept(): Kept | undefined;
}

/** Connects to the editor. Call once: acquireVsCodeApi throws the second time. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    send: (message) => api.postMessage(message),
    onMessage: (listener) => window.addEventListener("message", (event: MessageEvent<ToWebview>) => listener(event.data)),
    keep: (state) => api.setState(state),
    kept: () => api.getState(),
  };
}
