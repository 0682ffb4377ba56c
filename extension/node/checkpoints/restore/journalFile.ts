import fs from "node:fs";
import path from "node:path";
import { setAside } from "../../storage/ownFile.ts";
import { openRegular } from "../../storage/regularFiles.ts";
import { syncFolder } from "../../storage/syncFolder.ts";
import { assertReadable } from "../store/storeFormat.ts";
import { hasJournal, journalName } from "./leftRestore.ts";
import { type Journal, parseJournal, serializeJournal } from "./restoreModel.ts";

/** Writes the journal of a restore, and makes it durable. */
export async function writeJournal(folder: string, journal: Journal): Promise<void> {
  const target = path.join(folder, journalName);
  const beside = `${target}.${journal.id}`;
  const handle = await fs.promises.open(beside, "wx", 0o600);
  try {
    await handle.writeFile(serializeJournal(journal));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.promises.rename(beside, target);
  await syncFolder(folder);
}

export async function removeJournal(folder: string): Promise<void> {
  if (!hasJournal(folder)) return;
  await fs.promises.rm(path.join(folder, journalName), { force: true });
  await syncFolder(folder);
}

/** Sets a damaged journal aside. */
export async function setJournalAside(folder: string): Promise<void> {
  setAside(path.join(folder, journalName));
  await syncFolder(folder);
}

/**
 * Returns undefined without a journal. Rejects with `NewerStore` for one of a newer version. A journal has no size
 * limit, unlike other files of Tandem.
 */
export async function readJournal(folder: string): Promise<Journal | "damaged" | undefined> {
  const handle = await openRegular(path.join(folder, journalName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  const text = await handle?.readFile("utf8").finally(() => handle.close());
  if (text === undefined) return undefined;
  assertReadable(folder, text);
  return parseJournal(text) ?? "damaged";
}
