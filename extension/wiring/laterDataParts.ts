import type { DataPartsOptions } from "./dataParts.ts";

/** Returns the deletion of Tandem's own data, which is loaded when it is asked for. */
export function createDeleteData(options: DataPartsOptions): () => Promise<void> {
  return async () => (await import("./dataParts.ts")).createDeleteDataAction(options).run();
}
