import * as vscode from "vscode";
import { toLabelText } from "./plainText.ts";

/** Time in milliseconds after which work counts as slow: until then a notification would only flash. */
const slowMs = 700;

/** Runs work, and shows it in a notification with a title once it is slow. Resolves to undefined when the user cancels it there. */
export async function showSlowWork<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const controller = new AbortController();
  const running = work(controller.signal);
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title: toLabelText(title), cancellable: true };
    void vscode.window.withProgress(options, async (_, token) => {
      token.onCancellationRequested(() => controller.abort());
      await running.catch(() => {});
    });
  }, slowMs);
  try {
    return await running;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
