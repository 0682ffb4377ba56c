import * as z from "zod";
import { parseJson } from "../../../shared/base/read.ts";

/** First line of a trace. Times are in milliseconds; `startedAt` counts since the epoch. */
const traceHeader = z.looseObject({
  trace: z.literal(1),
  startedAt: z.number(),
  /** Version of Tandem. */
  tandem: z.string(),
});
export type TraceHeader = z.infer<typeof traceHeader>;

const at = z.number().nonnegative();
const entry = z.union([
  z.strictObject({ at, from: z.enum(["claude", "tandem"]), frame: z.record(z.string(), z.unknown()) }),
  /** Output that is not a JSON object. */
  z.strictObject({ at, from: z.enum(["claude", "tandem"]), text: z.string() }),
  z.strictObject({ at, stderr: z.string() }),
  /** An event of the conversation, as its listeners got it. */
  z.strictObject({ at, event: z.record(z.string(), z.unknown()) }),
  /** A process started. */
  z.strictObject({ at, started: z.string() }),
  /** The process ended, with the reason if it failed. */
  z.strictObject({ at, ended: z.string() }),
]);
/** A line of a trace after the first. `at` counts from the start of the recording. */
export type TraceEntry = z.infer<typeof entry>;

export interface Trace {
  readonly header: TraceHeader;
  readonly entries: readonly TraceEntry[];
  /** Number of lines that could not be read, such as a last line that was cut off. */
  readonly damaged: number;
}

/** Formats a line of a trace for a line of the wire, which must be masked already. */
export function formatTracedLine(time: number, from: "claude" | "tandem", line: string): string {
  const isFrame = line.startsWith("{") && isJson(line);
  return isFrame ? `{"at":${time},"from":"${from}","frame":${line}}` : JSON.stringify({ at: time, from, text: line });
}

/** Reads a trace. Returns undefined for a text whose first line is not that of a trace. */
export function parseTrace(text: string): Trace | undefined {
  const [first = "", ...lines] = text.split("\n");
  const header = traceHeader.safeParse(parseJson(first));
  if (!header.success) return undefined;
  const filled = lines.filter((line) => line.trim() !== "");
  const entries = filled.flatMap((line) => {
    const result = entry.safeParse(parseJson(line));
    return result.success ? [result.data] : [];
  });
  return { header: header.data, entries, damaged: filled.length - entries.length };
}

function isJson(line: string): boolean {
  return parseJson(line) !== undefined;
}
