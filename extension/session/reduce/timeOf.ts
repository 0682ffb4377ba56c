import { stringAt } from "../../base/read.ts";

/** When a frame was said: now, or as a saved transcript names it; milliseconds since the epoch. */
export function timeOf(frame: object, now: number | undefined): { readonly at?: number } {
  const at = now ?? Date.parse(stringAt(frame, "timestamp") ?? "");
  return Number.isNaN(at) ? {} : { at };
}
