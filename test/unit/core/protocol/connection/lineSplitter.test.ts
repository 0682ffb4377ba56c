import fc from "fast-check";
import { expect, it } from "vitest";
import { ChunkDecoder } from "../../../../../extension/core/protocol/connection/chunkDecoder.ts";
import { LineSplitter } from "../../../../../extension/core/protocol/connection/lineSplitter.ts";
import { fuzzRuns } from "../../../../fuzz/runs.ts";

/** Cuts bytes at the given places, wherever they fall. */
function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
}

it("returns the same lines however the bytes are divided", () => {
  const line = fc
    .string({ unit: "binary", minLength: 1 })
    .filter((text) => !text.includes("\n") && text.trim() !== "" && text.isWellFormed() && !text.includes("\ufeff"));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat()), fc.boolean(), (lines, cuts, endsWithNewline) => {
      const bytes = new TextEncoder().encode(lines.join("\n") + (endsWithNewline ? "\n" : ""));
      const seen: string[] = [];
      const splitter = new LineSplitter((text) => seen.push(text));
      for (const chunk of split(bytes, cuts)) splitter.push(chunk);
      splitter.end();
      expect(seen).toEqual(lines);
    }),
    { numRuns: fuzzRuns(10) },
  );
});

it("drops blank lines", () => {
  const seen: string[] = [];
  const splitter = new LineSplitter((text) => seen.push(text));
  splitter.push(new TextEncoder().encode("\n  \r\n{}\n\n"));
  splitter.end();
  expect(seen).toEqual(["{}"]);
});

it("joins the pieces of a line of 6 MB, or of 100 MB with fuzzing", () => {
  const count = Math.min(fuzzRuns(100), 1_600);
  const chunk = new Uint8Array(64 * 1024).fill(97);
  let length = 0;
  const splitter = new LineSplitter((text) => {
    length = text.length;
  });
  for (let i = 0; i < count; i++) splitter.push(chunk);
  splitter.push(new Uint8Array([10]));
  expect(length).toBe(count * 64 * 1024);
});

it("fails clearly when a line is longer than the cap", () => {
  const splitter = new LineSplitter(() => {}, 10);
  splitter.push(new TextEncoder().encode("12345678"));
  expect(() => splitter.push(new TextEncoder().encode("90ab"))).toThrow(
    expect.objectContaining({ code: "corruptLine" }),
  );
});

it("reads any bytes as one decoder of all of them does, however they are cut", () => {
  const byte = fc.oneof(
    fc.nat(255),
    fc.constantFrom(
      0xc3,
      0xa9,
      0xe2,
      0x82,
      0xac,
      0xf0,
      0x9f,
      0x98,
      0x80,
      0xef,
      0xbb,
      0xbf,
      0xed,
      0xa0,
      0xf4,
      0x90,
      0x0a,
    ),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 12 }), (values, cuts) => {
      const bytes = Uint8Array.from(values);
      const decoder = new ChunkDecoder();
      const text =
        split(bytes, cuts)
          .map((chunk) => decoder.decode(chunk))
          .join("") + decoder.end();
      expect(text).toBe(new TextDecoder().decode(bytes));
    }),
    { numRuns: fuzzRuns(500) },
  );
});
