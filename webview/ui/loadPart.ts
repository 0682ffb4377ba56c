import { panelText } from "../../extension/shared/text/panel.ts";

/** Name of the event of the window when a file could not be loaded for the first time. */
export const partFailed = "partFailed";
/** Errors of the browser that are reported. Each names its file. */
const reported = new Set<string>();

/**
 * Loads a part of the page that is imported on demand. Rejects with finished text if that fails; the host then tells
 * the user which file is missing.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const error = String(cause);
    if (!reported.has(error)) window.dispatchEvent(new Event(partFailed));
    reported.add(error);
    throw new Error(panelText.partFailed(), { cause });
  }
}
