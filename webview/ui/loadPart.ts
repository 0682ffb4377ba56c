import { panelText } from "../../extension/shared/text/panel.ts";

/** Name of the event of the window when a part could not be loaded. */
export const partFailed = "partFailed";

/**
 * Loads a part of the page that is imported on demand. Rejects with finished text if that fails; the host then tells
 * the user which file is missing.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    window.dispatchEvent(new Event(partFailed));
    throw new Error(panelText.partFailed(), { cause });
  }
}
