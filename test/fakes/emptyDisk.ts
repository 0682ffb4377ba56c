import type { Files } from "../../extension/core/conversation/ports/ports.ts";
import { decodeDisk } from "../../extension/vscode/files/diskText.ts";

/** A disk without files. */
export const emptyDisk: Files = {
  watch: () => ({ dispose() {} }),
  isDirty: () => false,
  locate: async () => ({ isOutside: false, isReadOnly: false }),
  readDisk: async () => undefined,
  decode: decodeDisk,
};
