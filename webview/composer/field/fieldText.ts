import { escapeHtml } from "../../../extension/shared/text/escapeHtml.ts";
import { focusElement } from "../../ui/focusElement.ts";

/**
 * Maximum number of lines that are inserted as if typed: Chromium takes 0.4 s for this many, and 4 s for three times as
 * many.
 */
const maxTypedLines = 20_000;

/**
 * Replaces part of a field's text, by default the selected text, as an undoable edit. The field keeps the focus.
 * Returns false, and changes nothing, if the text exceeds `maxTypedLines`.
 */
export function typeInto(
  field: HTMLTextAreaElement,
  text: string,
  start = field.selectionStart,
  end = field.selectionEnd,
): boolean {
  const typed = toFieldText(text).replaceAll("\0", "");
  const lines = typed.split("\n", maxTypedLines + 1).length;
  if (lines > maxTypedLines) return false;
  focusElement(field);
  field.setSelectionRange(start, end);
  // With nothing to delete, the `delete` command would remove the letter before the cursor.
  if (typed === "" && start === end) return true;
  if (!edit(typed, lines > 1)) {
    field.setRangeText(typed, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  // Chromium leaves the cursor before an empty last line.
  if (lines > 1) field.setSelectionRange(start + typed.length, start + typed.length);
  return true;
}

/**
 * Runs the edit command. `insertText` takes quadratic time in the number of lines (1,000 lines: 1.1 s in Chromium); as
 * HTML, of which a field keeps only the text, they take 10 ms.
 */
function edit(text: string, isLong: boolean): boolean {
  if (text === "") return document.execCommand("delete");
  return isLong
    ? document.execCommand("insertHTML", false, escapeHtml(text))
    : document.execCommand("insertText", false, text);
}

/** Returns a text with the line ends of a text area. */
export function toFieldText(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Returns the text, preceded by a space if the cursor follows a word. */
export function separateText(field: HTMLTextAreaElement, text: string): string {
  const before = field.value.slice(0, field.selectionStart);
  return before === "" || /\s$/.test(before) ? text : ` ${text}`;
}
