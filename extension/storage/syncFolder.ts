import fs from "node:fs";

/** Makes the entries of a folder durable, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.promises.open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
