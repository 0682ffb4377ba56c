import { escapeHtml } from "../../extension/text/escapeHtml.ts";

/** Lines up to which a text is put in as if it were typed: for so many Chromium takes 0.4 s, for three times as many 4 s. */
const maxTypedLines = 20_000;

/**
 * Puts text into a field in place of a part of it, of what is chosen where none is named, as if it were typed: so it can be undone. The
 * field keeps the focus. Returns false, and changes nothing, where the text is too long for that.
 */
export function typeInto(field: HTMLTextAreaElement, text: string, start = field.selectionStart, end = field.selectionEnd): boolean {
  const typed = toFieldText(text).replaceAll("\0", "");
  const lines = typed.split("\n", maxTypedLines + 1).length;
  if (lines > maxTypedLines) return false;
  field.focus();
  field.setSelectionRange(start, end);
  // Nothing for nothing: the editor would take away the letter before it.
  if (typed === "" && start === end) return true;
  if (!edit(typed, lines > 1)) {
    field.setRangeText(typed, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  // Chromium leaves the cursor before a last line that is empty.
  if (lines > 1) field.setSelectionRange(start + typed.length, start + typed.length);
  return true;
}

/** Lines one by one cost Chromium their square: 1,000 take 1.1 s, and 10 ms as HTML, of which a field keeps the text. */
function edit(text: string, isLong: boolean): boolean {
  if (text === "") return document.execCommand("delete");
  return isLong ? document.execCommand("insertHTML", false, escapeHtml(text)) : document.execCommand("insertText", false, text);
}

/** A text as a field has it. */
export function toFieldText(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** A text apart from the word before the cursor of a field. */
export function separateText(field: HTMLTextAreaElement, text: string): string {
  const before = field.value.slice(0, field.selectionStart);
  return before === "" || /\s$/.test(before) ? text : ` ${text}`;
}
