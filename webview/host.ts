import type { FromWebview } from "../extension/contract/fromWebview.ts";
import type { ToWebview } from "../extension/contract/toWebview.ts";

/** What the page keeps by itself while it is hidden. */
export interface Kept {
  readonly draft: string;
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
