import { flushSync, mount, unmount } from "svelte";
import { mainThread } from "../../extension/shared/contract/ids.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import type { ChatState } from "../state/chatState.svelte.ts";
import { toContext } from "../state/context.ts";
import Row from "./Row.svelte";

/** Rows of the kinds that most turns have. The code has no language, because that would load the highlighter. */
const samples: readonly Item[] = [
  { kind: "prompt", id: "sample-prompt", text: "Sample", at: 0 },
  {
    kind: "text",
    id: "sample-text",
    text: "A **sample** of `code`:\n\n- one\n- two\n\n```\nline\n```\n",
    isStreaming: false,
  },
  {
    kind: "tool",
    id: "sample-tool",
    tool: "Read",
    toolKind: "read",
    subject: "sample.ts",
    state: "done",
    threadSize: 0,
    startedAt: 0,
    elapsedMs: 0,
  },
];

/**
 * Renders rows outside the document, so that the browser has compiled what the first reply needs before it comes: that
 * takes 200 ms of the first turn otherwise (Chromium 156).
 */
export function warmUp(chat: ChatState): void {
  const target = document.createElement("div");
  for (const item of samples) {
    const row = mount(Row, { target, props: { item, thread: mainThread }, context: toContext(chat) });
    flushSync();
    void unmount(row);
  }
}
