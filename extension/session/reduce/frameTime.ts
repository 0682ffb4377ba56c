import { readString } from "../../base/read.ts";

/** Returns the time of a frame in milliseconds since the epoch: `now`, or the timestamp in a saved transcript. */
export function getFrameTime(frame: object, now: number | undefined): { readonly at?: number } {
  const at = now ?? Date.parse(readString(frame, "timestamp") ?? "");
  return Number.isNaN(at) ? {} : { at };
}
