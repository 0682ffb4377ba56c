import { expect, it } from "vitest";
import { UnreadableText } from "../../../../extension/shared/base/unreadableText.ts";
import { decodeDisk, encodeDisk } from "../../../../extension/vscode/files/diskText.ts";

it("reads UTF-8 and little-endian UTF-16, and writes each as it was", () => {
  for (const bytes of [Buffer.from("\ufeffé\n"), Buffer.from("plain"), Buffer.from("\ufeffwide é\r\n", "utf16le")]) {
    expect(Buffer.from(encodeDisk(decodeDisk(bytes))).equals(bytes)).toBe(true);
  }
  expect(decodeDisk(Buffer.from("\ufeffwide", "utf16le"))).toEqual({ text: "\ufeffwide", isUtf16: true });
});

it("tells big-endian UTF-16 from what is binary", () => {
  const bigEndian = Buffer.from("\ufeffwide", "utf16le").swap16();
  expect(() => decodeDisk(bigEndian)).toThrow(new UnreadableText("bigEndian"));
  expect(() => decodeDisk(Buffer.from([1, 0, 2]))).toThrow(new UnreadableText("binary"));
  // Without a mark nobody can tell the order.
  expect(() => decodeDisk(bigEndian.subarray(2))).toThrow(new UnreadableText("binary"));
});
