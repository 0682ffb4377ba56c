/** Maximum number of bytes of a recorded file that is compared or merged as text. */
export const maxTextBytes = 2 * 1024 * 1024;

/** Returns the bytes of a text. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Returns the text of bytes; undefined if they are not UTF-8 text, or too many. */
export function decodeText(bytes: Uint8Array | "tooLarge" | undefined): string | undefined {
  if (!bytes || bytes === "tooLarge" || bytes.length > maxTextBytes || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns whether two contents are the same; undefined stands for a file that does not exist. */
export function isSameContent(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
