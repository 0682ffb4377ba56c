/** Lines up to which a text can be undone: Chromium takes a tenth of a second for so many, and four times that for twice as many. */
const mostTyped = 200;

/** Puts text into a field in place of a part of it, of what is chosen where none is named, as if it were typed: so it can be undone, unless it is very long. The field keeps the focus. */
export function typeInto(field: HTMLTextAreaElement, text: string, start = field.selectionStart, end = field.selectionEnd): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Nothing for nothing: the editor would take away the letter before it.
  if (text === "" && start === end) return;
  const isShort = text.split("\n", mostTyped + 1).length <= mostTyped;
  if (isShort && document.execCommand(text === "" ? "delete" : "insertText", false, text)) return;
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Puts text at the cursor of a field, apart from the word before it. */
export function typeWordInto(field: HTMLTextAreaElement, text: string): void {
  const before = field.value.slice(0, field.selectionStart);
  typeInto(field, before === "" || /\s$/.test(before) ? text : ` ${text}`);
}
