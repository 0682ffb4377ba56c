import { t } from "@vscode/l10n";
import type { RewindFailure, RewindProblem } from "../../contract/changes/rewind.ts";
import { formatShortList } from "../shortList.ts";

/** Returns the reason why files cannot be restored. */
export function formatRewindProblem(problem: RewindProblem): string {
  switch (problem.code) {
    case "notRunning":
      return t("claude is not running. Resume the conversation first.");
    case "noCheckpoint":
      return t("The checkpoint no longer exists.");
    case "policy":
      return t(
        "Tandem has no checkpoint for this point, and your organization's policy keeps claude's own checkpoints off.",
      );
    case "changed":
      return problem.path === undefined
        ? t("A file changed in the meantime. Try again.")
        : t("{0} changed in the meantime. Try again.", problem.path);
    case "noUndo":
      return t("Nothing was restored, because the rewind couldn't be undone later: {0}", problem.reason);
    case "refused":
      return problem.reason ?? t("claude gave no reason.");
  }
}

/** Returns the message about a failed rewind. */
export function formatRewindFailure(failure: RewindFailure): string {
  switch (failure.code) {
    case "filesNotRestored":
      return t("Couldn't restore the files: {0}", formatRewindProblem(failure.problem));
    case "partlyRestored":
      return t(
        "Couldn't restore everything: {0}. To try again, open Checkpoints. Not restored: {1}",
        failure.reason,
        formatShortList(failure.files),
      );
    case "conversationNotTruncated":
      return [
        conversationNotTruncated[failure.files](),
        ...(failure.changed?.length
          ? [t("These files changed in the meantime and were kept: {0}", formatShortList(failure.changed))]
          : []),
      ].join(" ");
  }
}

const conversationNotTruncated = {
  unchanged: () => t("The conversation couldn't be rewound to that message. Its messages were not changed."),
  back: () => t("The conversation couldn't be rewound to that message. Its messages and your files are unchanged."),
  restored: () =>
    t(
      "The conversation couldn't be rewound to that message. Its messages were not changed, but the files are restored.",
    ),
} as const;
