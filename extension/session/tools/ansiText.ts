import { parseAnsiSequences } from "ansi-sequence-parser";
import { stripControl } from "../../base/invisible.ts";
import type { AnsiColour, ColouredText } from "../../contract/tools.ts";

const esc = "\u001b";
/** What moves a cursor, clears a line or names a window; colours end with "m". */
const notColour = new RegExp(`${esc}\\[[0-9;?]*[ -/]*[@-ln-~]|${esc}\\][^\\u0007${esc}]*(?:\\u0007|${esc}\\\\)`, "g");
/** The eight colours, then the bright ones, as the table of 256 begins. */
const table: readonly AnsiColour[] = [
  ...(["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const),
  ...(["brightBlack", "brightRed", "brightGreen", "brightYellow", "brightBlue", "brightMagenta", "brightCyan", "brightWhite"] as const),
];

/** The end of a text in the colours that its program gave it, as `stripControl` leaves it otherwise; undefined for one without any. */
export function colouredText(raw: string, most: number): readonly ColouredText[] | undefined {
  if (!raw.includes(`${esc}[`)) return undefined;
  const spans = parseAnsiSequences(raw.replace(notColour, "")).flatMap(({ value, foreground, decorations }): ColouredText[] => {
    const colour = foreground?.type === "named" ? foreground.name : foreground?.type === "table" ? table[foreground.index] : undefined;
    const text = stripControl(value);
    return text === "" ? [] : [{ text, ...(colour ? { colour } : {}), ...(decorations.has("bold") ? { isBold: true } : {}) }];
  });
  if (!spans.some(({ colour, isBold }) => colour || isBold)) return undefined;
  return endOf(spans, most);
}

function endOf(spans: readonly ColouredText[], most: number): readonly ColouredText[] {
  const kept: ColouredText[] = [];
  let left = most;
  for (const span of spans.toReversed()) {
    if (left <= 0) break;
    kept.unshift({ ...span, text: span.text.slice(-left) });
    left -= span.text.length;
  }
  return kept;
}
