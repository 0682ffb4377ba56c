import { expect, it, vi } from "vitest";
import { connectPageHost } from "../../webview/pages/pageHost.ts";

it("answers at once that the page is there, and hands over contents only", () => {
  const sent: unknown[] = [];
  const shown: unknown[] = [];
  vi.stubGlobal("acquireVsCodeApi", () => ({ postMessage: (message: unknown) => sent.push(message) }));
  connectPageHost().onMessage((message) => shown.push(message));
  const content = { type: "content", kind: "usage", content: {} };
  for (const data of [{ type: "ping" }, content]) window.dispatchEvent(new MessageEvent("message", { data }));
  expect([sent, shown]).toEqual([[{ type: "runs" }], [content]]);
  vi.unstubAllGlobals();
});
