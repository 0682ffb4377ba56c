import { readString } from "../../base/read.ts";

/** When a frame was said: now, or as a saved transcript names it; milliseconds since the epoch. */
export function getFrameTime(frame: object, now: number | undefined): { readonly at?: number } {
  const at = now ?? Date.parse(readString(frame, "timestamp") ?? "");
  return Number.isNaN(at) ? {} : { at };
}
