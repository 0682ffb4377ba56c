import * as vscode from "vscode";
import { toLabelText } from "./plainText.ts";

/** Time in milliseconds after which work counts as slow: until then a notification would only flash. */
const slowMs = 700;

/** Runs work, and shows it in a notification with a title once it is slow. Resolves to undefined when the user cancels it there. */
export async function showSlowWork<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const controller = new AbortController();
  try {
    return await showOnceSlow(title, work(controller.signal), controller);
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  }
}

/** Shows work that runs in a notification with a title once it is slow. `controller`: cancels it; without one it cannot be canceled. */
export async function showOnceSlow<T>(title: string, running: Promise<T>, controller?: AbortController): Promise<T> {
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title: toLabelText(title), cancellable: controller !== undefined };
    void vscode.window.withProgress(options, async (_, token) => {
      token.onCancellationRequested(() => controller?.abort());
      await running.catch(() => {});
    });
  }, slowMs);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}
