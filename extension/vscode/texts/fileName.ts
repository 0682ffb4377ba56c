import { cutText } from "../../shared/base/cutText.ts";

/** Maximum number of characters of a suggested file name, without its extension. */
const nameLength = 60;

/** Returns a title as a file name without extension; empty if no character of it can be in one. */
export function toFileName(title: string): string {
  return cutText(title.replace(/[^\p{L}\p{N} _-]+/gu, " ").trim(), nameLength);
}
