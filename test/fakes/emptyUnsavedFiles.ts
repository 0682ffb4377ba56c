import type { UnsavedFiles } from "../../extension/core/conversation/ports/ports.ts";

/** An editor without unsaved files. */
export const emptyUnsavedFiles: UnsavedFiles = {
  autosave: () => "always",
  remember: async () => false,
  list: () => [],
  save: async () => [],
};
