import { AttachmentStore } from "../../extension/core/conversations/composer/attachmentStore.ts";

/** Returns a store that keeps attachments in memory only. */
export function memoryAttachments(): AttachmentStore {
  const texts = new Map<string, string>();
  let count = 0;
  return new AttachmentStore(
    {
      names: () => [...texts.keys()],
      hasUnread: false,
      load: (name) => texts.get(name),
      isKept: () => false,
      save: (name, text) => void texts.set(name, text),
      remove: (name) => void texts.delete(name),
      setAside: (name) => void texts.delete(name),
      flush: async () => {},
    },
    () => `attachment${++count}`,
  );
}
