import { t } from "@vscode/l10n";

/** Texts about recorded protocol traces. */
export const traceText = {
  record: () => t("Record"),
  recordQuestion: () => t("Record everything that Tandem and claude exchange in this conversation?"),
  recordDetail: () =>
    t(
      "The trace contains your messages, the replies, and the contents of files and commands that claude reads. Recognized secrets are replaced with ***. Run the command again to stop.",
    ),
  recorded: (path: string) => t("Saved the protocol trace to {0}.", path),
  replay: () => t("Replay"),
  open: () => t("Open"),
  failed: (reason: string) => t("Couldn't record the protocol trace: {0}", reason),
  pick: () => t("Replay protocol trace"),
  traces: () => t("Protocol traces"),
  speed: () => t("Replay protocol trace: speed"),
  asRecorded: () => t("As recorded"),
  asRecordedDetail: () => t("Keeps the time between messages, up to 5 seconds"),
  atOnce: () => t("All at once"),
  notATrace: (path: string) => t("{0} is not a protocol trace. Select a file that Record Protocol Trace saved.", path),
  damaged: (path: string, lines: number) =>
    lines === 1
      ? t("1 line of {0} couldn't be read and was skipped.", path)
      : t("{1} lines of {0} couldn't be read and were skipped.", path, lines),
  recording: () => t("Recording trace"),
  stopRecording: () => t("Stop recording the protocol trace"),
  showAll: () => t("Show all"),
};
