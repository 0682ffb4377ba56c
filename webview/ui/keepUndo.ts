import { consumeKey } from "./consumeKey.ts";
import { isComposing } from "./isComposing.ts";
import { isLetterKey } from "./isLetterKey.ts";

/** Returns the command of a key: undo or redo, as the system has them. */
function getCommand(event: KeyboardEvent, agent: string): "undo" | "redo" | undefined {
  const isMac = agent.includes("Macintosh");
  const isChord = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!isChord || event.altKey) return undefined;
  if (isLetterKey(event, "z")) return event.shiftKey ? "redo" : "undo";
  return !isMac && !event.shiftKey && isLetterKey(event, "y") ? "redo" : undefined;
}

/**
 * Undoes and redoes in the fields of a page. The editor, which receives the keys of a page, would do it in its active
 * editor, which can be the user's file: beside a preview (VS Code 1.106 to 1.139).
 */
export function keepUndo(page: Window, agent: string = navigator.userAgent): void {
  page.addEventListener(
    "keydown",
    (event) => {
      const command = getCommand(event, agent);
      if (command === undefined || isComposing(event)) return;
      // Also outside of a field: the key was pressed here, so it changes nothing elsewhere.
      consumeKey(event);
      page.document.execCommand(command);
    },
    { capture: true },
  );
}
