import fs from "node:fs";

/**
 * Makes the entries of a folder, or the permissions of a file, durable, where the system can. Never waits for a pipe.
 */
export async function syncFolder(folder: string, flags = 0): Promise<void> {
  // Windows knows neither flag.
  // regular: opened without waiting for the writer of a pipe
  const handle = await fs.promises.open(folder, (fs.constants.O_NONBLOCK ?? 0) | flags).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
