import { type Color, parseAnsiSequences } from "ansi-sequence-parser";
import { stripControl } from "../../../shared/base/invisible.ts";
import type { AnsiColor, ColoredText } from "../../../shared/contract/tools.ts";
import { findNearestColor, getTableColor } from "./nearestColor.ts";

const esc = "\u001b";
/**
 * Matches sequences that move the cursor, clear a line, set a window title or select a character set; color sequences
 * end with "m".
 */
const notColor = new RegExp(
  `${esc}\\[[0-9;?]*[ -/]*[@-ln-~]|${esc}[\\]PX^_][^\\u0007${esc}]*(?:\\u0007|${esc}\\\\)|${esc}[()*+][A-Z0-9]|${esc}[=>78]`,
  "g",
);

/** Matches sequences that set a color or a weight; `reset` matches those that end all of them. */
const setting = new RegExp(`${esc}\\[[0-9;:]*m`, "g");
const reset = new RegExp(`^${esc}\\[0*m$`);

/**
 * Returns at most the last `most` characters of a text in its ANSI colors, otherwise cleaned like `stripControl`;
 * undefined for a text without color or weight.
 */
export function parseAnsi(raw: string, most: number): readonly ColoredText[] | undefined {
  if (!raw.includes(`${esc}[`)) return undefined;
  // Reads only as much of a long text as the view shows; the escape sequences between the characters decide how much
  // that is.
  for (let size = 2 * most; ; size *= 2) {
    const spans = getSpans(endOfRaw(raw, size));
    if (size < raw.length && getLength(spans) < most) continue;
    return spans.some(({ color, isBold }) => color || isBold) ? getEnd(spans, most) : undefined;
  }
}

/** Returns whole lines from the end of a text, with the color sequences in effect before them. */
function endOfRaw(raw: string, size: number): string {
  if (size >= raw.length) return raw;
  const start = raw.lastIndexOf("\n", raw.length - size) + 1;
  const before = raw.slice(0, start).match(setting) ?? [];
  return before.slice(before.findLastIndex((mark) => reset.test(mark)) + 1).join("") + raw.slice(start);
}

function getSpans(raw: string): readonly ColoredText[] {
  const spans: ColoredText[] = [];
  for (const { value, foreground, decorations } of parseAnsiSequences(raw.replace(notColor, ""))) {
    const color = foreground ? themeColor(foreground) : undefined;
    const isBold = decorations.has("bold");
    const text = stripControl(value);
    const last = spans.at(-1);
    if (text === "") continue;
    if (last && last.color === color && (last.isBold ?? false) === isBold)
      spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push({ text, ...(color ? { color } : {}), ...(isBold ? { isBold } : {}) });
  }
  return spans;
}

function themeColor(color: Color): AnsiColor | undefined {
  switch (color.type) {
    case "named":
      return color.name;
    case "table":
      return getTableColor(color.index);
    case "rgb":
      return findNearestColor(color.rgb);
  }
}

function getLength(spans: readonly ColoredText[]): number {
  return spans.reduce((sum, { text }) => sum + text.length, 0);
}

function getEnd(spans: readonly ColoredText[], most: number): readonly ColoredText[] {
  const kept: ColoredText[] = [];
  let left = most;
  for (const span of spans.toReversed()) {
    if (left <= 0) break;
    kept.push({ ...span, text: span.text.slice(-left) });
    left -= span.text.length;
  }
  return kept.reverse();
}
