import { t } from "@vscode/l10n";
import type { Progress } from "../contract/progress.ts";
import { formatActivity } from "./conversation.ts";

export const progressText = {
  /** Accessible name of the line at the end of a running turn. */
  name: () => t("Progress"),
  seconds: (seconds: number) =>
    seconds < 60 ? t("{0} s", seconds) : t("{0} min {1} s", Math.floor(seconds / 60), seconds % 60),
};

/**
 * Formats what a turn does. `model`: name of the model. `now`, in milliseconds since the epoch, is the base of a
 * countdown.
 */
export function formatProgress(progress: Progress, model: string, now?: number): string {
  switch (progress.code) {
    case "starting":
      return t("Starting claude…");
    case "model":
      return model === "" ? t("Waiting for the model…") : t("Waiting for {0}…", model);
    case "thinking":
      return t("Thinking…");
    case "writing":
      return t("Writing…");
    case "activity":
      return formatActivity(progress.activity, now);
    case "calls":
      return formatCalls(progress.running, progress.queued);
    case "user":
      return progress.all > 1
        ? t("{0} of {1} calls done, waiting for you", progress.done, progress.all)
        : t("Waiting for you");
  }
}

function formatCalls(running: number, queued: number): string {
  const waiting = queued === 1 ? t("1 call queued") : t("{0} calls queued", queued);
  if (running === 0) return waiting;
  const begun = running === 1 ? t("Running 1 call…") : t("Running {0} calls…", running);
  return queued === 0 ? begun : t("{0} {1}", begun, waiting);
}
