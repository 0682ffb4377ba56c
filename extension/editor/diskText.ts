import type { DiskText } from "../review/writeRules.ts";

/** Bytes in which 2.1.329 looks for what no text has. */
const judgedBytes = 8 * 1024;

/**
 * Bytes as the CLI reads them, whatever the editor's own encoding is. Throws for what is no text to it: 2.1.329 refuses that,
 * and the versions before write the parts that they could not read as something else.
 */
export function decodeDisk(bytes: Uint8Array): DiskText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder("utf-16le", { ignoreBOM: true }).decode(bytes), isUtf16: true };
  if (bytes.subarray(0, judgedBytes).includes(0)) throw new Error("The file is binary.");
  return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), isUtf16: false };
}

/** The bytes that `decodeDisk` reads as a text: its byte-order mark is a letter of it. */
export function encodeDisk({ text, isUtf16 }: DiskText): Uint8Array {
  return isUtf16 ? Buffer.from(text, "utf16le") : Buffer.from(text, "utf8");
}
