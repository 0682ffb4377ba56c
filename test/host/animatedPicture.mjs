// Joins pictures of one size into an animated PNG (W3C, PNG, third edition), which browsers show like any other
// picture.
import { crc32 } from "node:zlib";

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Returns the chunks of a PNG file, in their order. */
function readChunks(file) {
  const chunks = [];
  for (let at = signature.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({ type: file.toString("latin1", at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function makeChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([bigEndian(data.length), body, bigEndian(crc32(body))]);
}

function bigEndian(...numbers) {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}

/**
 * Returns an animated PNG that shows each picture for its time in milliseconds, again and again. Throws for pictures of
 * different sizes or kinds.
 */
export function animate(frames) {
  const pictures = frames.map(({ png }) => readChunks(png));
  const [head] = pictures[0];
  let sequence = 0;
  const parts = [signature, makeChunk("IHDR", head.data), makeChunk("acTL", bigEndian(frames.length, 0))];
  for (const [index, [own, ...chunks]] of pictures.entries()) {
    if (!own.data.equals(head.data)) throw new Error(`Picture ${index + 1} differs from the first in size or kind.`);
    const size = [own.data.readUInt32BE(0), own.data.readUInt32BE(4)];
    // The time is a fraction: milliseconds of 1,000. The picture replaces the one before.
    const time = Buffer.alloc(6);
    time.writeUInt16BE(frames[index].ms);
    time.writeUInt16BE(1_000, 2);
    parts.push(makeChunk("fcTL", Buffer.concat([bigEndian(sequence++, ...size, 0, 0), time])));
    for (const { type, data } of chunks) {
      if (type === "IDAT")
        parts.push(
          index === 0 ? makeChunk("IDAT", data) : makeChunk("fdAT", Buffer.concat([bigEndian(sequence++), data])),
        );
    }
  }
  return Buffer.concat([...parts, makeChunk("IEND", Buffer.alloc(0))]);
}
