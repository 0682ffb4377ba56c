import type { FromPage, PageContent, ToPage } from "../../extension/shared/contract/pages/pages.ts";

/** The extension host from the view of a page. */
export interface PageHost {
  /** The content that the document came with. */
  readonly first?: PageContent | undefined;
  send(message: FromPage): void;
  onMessage(listener: (message: PageContent) => void): void;
}

interface EditorApi {
  postMessage(message: FromPage): void;
}
declare const acquireVsCodeApi: () => EditorApi;

/** Connects to the extension host. May be called once. */
export function connectPageHost(): PageHost {
  const api = acquireVsCodeApi();
  window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if (data.type === "ping") api.postMessage({ type: "runs" });
  });
  const first = document.getElementById("content")?.textContent;
  return {
    first: first ? JSON.parse(first) : undefined,
    send: (message) => api.postMessage(message),
    onMessage: (listener) =>
      window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => data.type === "content" && listener(data)),
  };
}
