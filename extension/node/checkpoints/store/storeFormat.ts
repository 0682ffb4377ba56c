import path from "node:path";
import { readVersion } from "../../../shared/base/savedText.ts";
import { isMissing, readRegular, replaceFileSync } from "../../storage/regularFiles.ts";

/** Version of the format of a store: its log, its journal, and what it keeps in its Git repository. */
const version = 1;

/** Name of the file in a store that names its format. */
const fileName = "format.json";

/** A newer version of Tandem wrote a store. It stays untouched. */
export class NewerStore extends Error {}

/**
 * Names the format of a store that has none yet. Rejects with `NewerStore` for one that only a newer version can read.
 */
export async function claimFormat(store: string): Promise<void> {
  const file = path.join(store, fileName);
  const text = await readRegular(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  assertReadable(store, text ?? "");
  if (text === undefined) replaceFileSync(file, JSON.stringify({ version }));
}

/** Throws `NewerStore` for a text of a store that only a newer version can read. */
export function assertReadable(store: string, text: string): void {
  if (readVersion(text) > version) throw new NewerStore(`a newer version of Tandem wrote ${store}`);
}
