import type { DiskText } from "../../core/review/writeRules.ts";
import { UnreadableText } from "../../shared/base/unreadableText.ts";

/** Number of leading bytes in which CLI 2.1.329 looks for a zero byte, which marks a file as binary. */
const judgedBytes = 8 * 1024;

/**
 * Decodes bytes as `claude` reads them, independent of the editor's encoding. Throws `UnreadableText` if they are not
 * text for `claude`. CLI 2.1.329 refuses such files; earlier versions write the parts that they could not decode as
 * other text.
 */
export function decodeDisk(bytes: Uint8Array): DiskText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder("utf-16le", { ignoreBOM: true }).decode(bytes), isUtf16: true };
  // No version supports this byte order: CLI 2.1.329 treats its zeros as binary, and earlier versions read it as
  // damaged UTF-8.
  if (bytes[0] === 0xfe && bytes[1] === 0xff) throw new UnreadableText("bigEndian");
  if (bytes.subarray(0, judgedBytes).includes(0)) throw new UnreadableText("binary");
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), isUtf16: false };
  } catch {
    throw new UnreadableText("encoding");
  }
}

/**
 * Encodes a text as the bytes that `decodeDisk` reads as the same text. A byte-order mark is a character of the text.
 */
export function encodeDisk({ text, isUtf16 }: DiskText): Uint8Array {
  return isUtf16 ? Buffer.from(text, "utf16le") : Buffer.from(text, "utf8");
}
