import type { ColoredText, OutputText } from "../../../extension/contract/tools.ts";

/** Returns the number of lines of an output; a line break at its end starts no new line. */
export function countLines({ text }: OutputText): number {
  let count = 1;
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Returns the last lines of an output, with their colors. */
export function lastLines(output: OutputText, count: number): readonly ColoredText[] {
  const { text, colored = [output] } = output;
  let start = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < count && start > 0; line++) start = text.lastIndexOf("\n", start - 1);
  let left = start + 1;
  const pieces: ColoredText[] = [];
  for (const piece of colored) {
    if (left < piece.text.length) pieces.push(left > 0 ? { ...piece, text: piece.text.slice(left) } : piece);
    left = Math.max(0, left - piece.text.length);
  }
  return pieces;
}
