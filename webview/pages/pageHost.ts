import type { FromPage, ToPage } from "../../extension/contract/pages.ts";

/** The extension host from the view of a page. */
export interface PageHost {
  send(message: FromPage): void;
  onMessage(listener: (message: ToPage) => void): void;
}

interface EditorApi {
  postMessage(message: FromPage): void;
}
declare const acquireVsCodeApi: () => EditorApi;

/** Connects to the extension host. May be called once. */
export function connectPageHost(): PageHost {
  const api = acquireVsCodeApi();
  return {
    send: (message) => api.postMessage(message),
    onMessage: (listener) => window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => data.type === "content" && listener(data)),
  };
}
