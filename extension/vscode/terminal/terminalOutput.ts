import { stripControl } from "../../shared/base/invisible.ts";

/**
 * Returns an output as the terminal finally shows it: of a line that was overwritten, such as a progress bar, only the
 * last text.
 */
export function renderOutput(output: string): string {
  return output
    .split(/\r*\n/)
    .map((line) => stripControl(getLastWritten(line)))
    .join("\n");
}

function getLastWritten(line: string): string {
  const written = line.replace(/\r+$/, "");
  return written.slice(written.lastIndexOf("\r") + 1);
}
