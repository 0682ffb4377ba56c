import { emptyState } from "../../extension/contract/conversationState.ts";
import { type ConversationId, mainThread } from "../../extension/contract/ids.ts";
import { defaultOptions, type ToWebview } from "../../extension/contract/toWebview.ts";
import type { OutgoingEnvelope } from "../../webview/host.ts";
import { states } from "./states.ts";

const shown = states[new URLSearchParams(location.search).get("state") ?? ""] ?? {};
const conversation = "gallery" as ConversationId;

function say(message: ToWebview): void {
  // As the editor's messages come: later.
  setTimeout(() => window.postMessage({ conversation, message }), 0);
}

function answer({ message }: OutgoingEnvelope): void {
  switch (message.type) {
    case "ready":
      say({
        type: "snapshot",
        state: { ...emptyState("/workspace"), status: "idle", ...shown.state },
        page: { thread: mainThread, at: { kind: "end" }, items: shown.items ?? [], hasOlder: false, hasNewer: false },
        draft: shown.draft ?? "",
        view: { open: shown.open ?? [] },
        options: { ...defaultOptions, ...shown.options },
      });
      for (const each of shown.messages ?? []) say(each);
      return;
    case "openThread":
      return say({
        type: "page",
        page: { thread: message.thread, at: { kind: "end" }, items: shown.threads?.[message.thread] ?? [], hasOlder: false, hasNewer: false },
      });
    case "openDetails": {
      const details = shown.details?.[message.toolId];
      return details && say({ type: "details", toolId: message.toolId, details });
    }
    case "readContext":
      return say({
        type: "context",
        usage: {
          used: 76_000,
          window: 200_000,
          parts: [
            { name: "Messages", tokens: 52_000 },
            { name: "System prompt", tokens: 14_000 },
            { name: "Tools", tokens: 10_000 },
          ],
          largest: [{ name: "CLAUDE.md", tokens: 2_400 }],
        },
      });
    case "lookForFiles":
      return say({ type: "files", there: message.paths.filter((path) => shown.files?.includes(path)), repository: "https://github.com/tandem-chat/tandem" });
    case "findMentions": {
      const mentions = shown.messages?.find((each) => each.type === "mentions");
      return mentions && say({ ...mentions, search: message.search });
    }
  }
}

// Before the page itself, which asks for it at once.
Object.assign(window, {
  acquireVsCodeApi: () => ({ postMessage: answer, getState: () => undefined, setState: () => {} }),
  galleryStates: Object.keys(states),
  galleryPress: shown.press ?? [],
});
void import("../../webview/main.ts");
