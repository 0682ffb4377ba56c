import { UnreadableText } from "../../base/unreadableText.ts";
import type { DiskText } from "../../review/writeRules.ts";

/** Bytes in which 2.1.329 looks for what no text has. */
const judgedBytes = 8 * 1024;

/**
 * Bytes as the CLI reads them, whatever the editor's own encoding is. Throws, `UnreadableText` for one, for what is no text to it: 2.1.329 refuses that,
 * and the versions before write the parts that they could not read as something else.
 */
export function decodeDisk(bytes: Uint8Array): DiskText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder("utf-16le", { ignoreBOM: true }).decode(bytes), isUtf16: true };
  // No version knows this order: its zeros make it binary to 2.1.329, and the versions before read it as damaged UTF-8.
  if (bytes[0] === 0xfe && bytes[1] === 0xff) throw new UnreadableText("bigEndian");
  if (bytes.subarray(0, judgedBytes).includes(0)) throw new UnreadableText("binary");
  return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), isUtf16: false };
}

/** The bytes that `decodeDisk` reads as a text: its byte-order mark is a letter of it. */
export function encodeDisk({ text, isUtf16 }: DiskText): Uint8Array {
  return isUtf16 ? Buffer.from(text, "utf16le") : Buffer.from(text, "utf8");
}
