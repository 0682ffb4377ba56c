import type { FileSides } from "../../conversation/files/fileSides.ts";
import type { FileComparison } from "../requests/reviewPorts.ts";

/**
 * Returns the comparison of a file that changed; undefined if it did not. `pending`: its text once a proposal is
 * allowed.
 */
export function toComparison(
  { path, before, now, readBefore }: FileSides,
  pending: string | undefined,
): FileComparison | undefined {
  const earlier = before === undefined ? undefined : (readBefore ?? before?.text);
  if (pending !== undefined) return { path, before: earlier, after: { kind: "text", text: pending } };
  return isUnchanged({ before, now })
    ? undefined
    : { path, before: earlier, after: { kind: now === undefined ? "none" : "file" } };
}

/** Returns whether both sides are the same text. */
export function isUnchanged({ before, now }: Pick<FileSides, "before" | "now">): boolean {
  return before !== null && now !== null && before?.text === now?.text;
}

/** Returns whether both sides can be compared as text. */
export function isShown({ before, now }: Pick<FileSides, "before" | "now">): boolean {
  return before !== null && now !== null;
}
