import { stripControl } from "../../base/invisible.ts";
import type { OutputText } from "../../contract/tools.ts";
import type { ToolRecord } from "../reduction.ts";
import { colouredText } from "./ansiText.ts";

/** Characters of a tool's output that cross to the webview when its card is opened. */
const shownOutput = 64_000;

/** What a call put out. Of a long one the end is kept, where results are. */
export function outputOf(call: ToolRecord): OutputText {
  // The CLI's own mark around what it says itself (2.0.77 to 2.1.329).
  return outputText((call.output ?? "").replace(/<\/?tool_use_error>/g, ""));
}

/** The end of a text that a tool put out. */
export function outputText(raw: string): OutputText {
  const text = stripControl(raw);
  const coloured = colouredText(raw, shownOutput);
  return { text: text.slice(-shownOutput), omitted: Math.max(0, text.length - shownOutput), ...(coloured ? { coloured } : {}) };
}
