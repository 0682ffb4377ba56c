import { mainThread } from "../../contract/ids.ts";
import type { StoreView } from "../reduction.ts";

/**
 * Returns the id of a turn's row, derived from the last message in the turn so that it is the same when it is read back. Uses `other` where that id
 * is taken.
 */
export function getTurnId(store: StoreView, other: string | number): string {
  const id = `turn:${store.lastSaid(mainThread)?.id ?? other}`;
  return store.item(mainThread, id) ? `turn:${other}` : id;
}
