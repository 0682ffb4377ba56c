import { stripControl } from "../../base/invisible.ts";

/** What a terminal shows of an output in the end: of a line that was written over, as a progress bar is, what was written last. */
export function renderOutput(output: string): string {
  return output
    .split(/\r*\n/)
    .map((line) => stripControl(lastWritten(line)))
    .join("\n");
}

function lastWritten(line: string): string {
  const written = line.replace(/\r+$/, "");
  return written.slice(written.lastIndexOf("\r") + 1);
}
