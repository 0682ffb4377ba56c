import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import { mainThread } from "../../extension/shared/contract/ids.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import { defaultOptions } from "../../extension/shared/contract/panelOptions.ts";
import type { ConversationSnapshot, Page, ToWebview } from "../../extension/shared/contract/toWebview.ts";
import type { GalleryState } from "./state.ts";

/** Messages with which a page begins. */
export function getSnapshot(shown: GalleryState): ConversationSnapshot {
  return {
    type: "snapshot",
    state: { ...createEmptyState("/workspace"), status: "idle", ...shown.state },
    page: getPage(shown, mainThread, shown.items),
    draft: shown.draft ?? "",
    view: { open: shown.open ?? [] },
    options: { ...defaultOptions, ...shown.options },
  };
}

/** Returns the answers of the host to a message of the page; none to most. */
export function answersTo(shown: GalleryState, message: FromWebview): readonly ToWebview[] {
  switch (message.type) {
    case "openThread":
      return message.isOpen
        ? [{ type: "page", page: getPage(shown, message.thread, shown.threads?.[message.thread]) }]
        : [];
    case "openDetails": {
      const details = shown.details?.[message.toolId];
      return details ? [{ type: "details", toolId: message.toolId, details }] : [];
    }
    case "readContext":
      return shown.context ? [{ type: "context", ...shown.context }] : [];
    case "askAside":
      return shown.aside ? [{ type: "aside", id: message.id, answer: shown.aside }] : [];
    case "find":
      return [{ type: "found", search: message.search, found: shown.found ?? [] }];
    case "findMentions":
      return [{ type: "mentions", search: message.search, found: shown.mentions ?? [], isDone: true }];
    case "openFile":
      return shown.notOpened ? [{ type: "notOpened", target: message.path, reason: shown.notOpened }] : [];
    case "openLink":
      return shown.notOpened ? [{ type: "notOpened", target: message.url, reason: shown.notOpened }] : [];
    case "openAttachment":
      return shown.notOpened ? [{ type: "notOpened", target: message.id, reason: shown.notOpened }] : [];
    case "watchOutput":
      return message.isOpen
        ? [{ type: "taskOutput", taskId: message.taskId, output: shown.outputs?.[message.taskId] }]
        : [];
    case "attach": {
      const { data: _, ...attachment } = message.content;
      const attachments = [...(shown.state?.attachments ?? []), { ...attachment, id: message.id }];
      return [{ type: "changes", deltas: [{ kind: "state", set: { attachments } }] }];
    }
    case "lookForFiles":
      return [
        {
          type: "files",
          found: message.paths.map((path) => ({
            path,
            kind: shown.kinds?.[path] ?? (shown.files?.includes(path) ? "file" : "none"),
          })),
          repository: "https://github.com/tandem-chat/tandem",
        },
      ];
    default:
      return [];
  }
}

function getPage({ beyond }: GalleryState, thread: string, items: readonly Item[] = []): Page {
  return { thread, at: { kind: "end" }, items, hasOlder: false, hasNewer: false, ...beyond?.[thread] };
}
