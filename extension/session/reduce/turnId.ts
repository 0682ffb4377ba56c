import { mainThread } from "../../contract/ids.ts";
import type { StoreView } from "../reduction.ts";

/** Names the row of a turn by what was said last in it, so that it is the same one when it is read back; `other` where that names one already. */
export function getTurnId(store: StoreView, other: string | number): string {
  const id = `turn:${store.lastSaid(mainThread)?.id ?? other}`;
  return store.item(mainThread, id) ? `turn:${other}` : id;
}
