import { openRegular } from "../storage/regularFiles.ts";
import { isMessage, parseEntries } from "./transcriptSummary.ts";

/** Number of messages up to an offset in a transcript, which is the end of a line. */
export interface MessageCount {
  /** In bytes. */
  readonly upTo: number;
  readonly messages: number;
}

/** Maximum number of bytes that are read to count. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Counts prompts and replies, continuing from an earlier count; undefined where that is too much to read. Rejects when
 * the file cannot be read.
 */
export async function countMessages(
  file: string,
  { upTo, messages }: MessageCount = { upTo: 0, messages: 0 },
): Promise<MessageCount | undefined> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    // A file that became shorter was rewritten.
    if (size < upTo) return await countMessages(file);
    if (size - upTo > maxBytes) return undefined;
    let [end, count] = [upTo, messages];
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of handle.createReadStream({ start: upTo, autoClose: false }) as AsyncIterable<Buffer>) {
      const last = chunk.lastIndexOf(10);
      if (last === -1) {
        rest = Buffer.concat([rest, chunk]);
        continue;
      }
      const lines = Buffer.concat([rest, chunk.subarray(0, last + 1)]);
      rest = chunk.subarray(last + 1);
      end += lines.length;
      for (const line of lines.toString("utf8").split("\n"))
        if (isCandidate(line)) count += parseEntries(line).filter(isMessage).length;
    }
    return { upTo: end, messages: count };
  } finally {
    await handle.close();
  }
}

/**
 * Returns true for a line that is worth parsing: most lines of a transcript, and most of their bytes, are the output of
 * tools.
 */
function isCandidate(line: string): boolean {
  return /"type":\s*"(?:user|assistant|queued_command)"/.test(line) && !/"type":\s*"tool_result"/.test(line);
}
