import type { UnsavedFiles } from "../../extension/session/ports.ts";

/** An editor in which everything is saved. */
export const emptyUnsavedFiles: UnsavedFiles = { autosave: () => "always", list: () => [], save: async () => [] };
