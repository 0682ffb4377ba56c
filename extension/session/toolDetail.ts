import { stripControl } from "../base/invisible.ts";
import type { DiffHunk, ToolDetail } from "../contract/items.ts";
import type { ToolRecord } from "./conversationStore.ts";
import { arrayAt, numberAt, stringAt } from "./reduce/read.ts";

/** Characters of a tool's output that cross to the panel when its card is opened. */
const shownOutput = 64_000;

/** What an opened tool card shows. Long output keeps its end, where results are. */
export function toolDetail(id: string, record: ToolRecord): ToolDetail {
  const output = stripControl(record.output ?? "");
  const command = record.tool === "Bash" || record.tool === "PowerShell" ? stringAt(record.input, "command") : undefined;
  return {
    id,
    input: command === undefined ? JSON.stringify(record.input, null, 2) : stripControl(command),
    output: output.slice(-shownOutput),
    outputOmitted: Math.max(0, output.length - shownOutput),
    hunks: hunksOf(record.result),
  };
}

function hunksOf(result: unknown): DiffHunk[] {
  return (arrayAt(result, "structuredPatch") ?? []).map((hunk) => ({
    oldStart: numberAt(hunk, "oldStart") ?? 1,
    newStart: numberAt(hunk, "newStart") ?? 1,
    lines: (arrayAt(hunk, "lines") ?? []).map(String).flatMap((line) => {
      const sign = line[0];
      return sign === " " || sign === "+" || sign === "-" ? [{ sign, text: line.slice(1) }] : [];
    }),
  }));
}
