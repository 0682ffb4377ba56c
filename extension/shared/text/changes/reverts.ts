import { t } from "@vscode/l10n";
import type { RevertFailure } from "../../contract/changes/changedFiles.ts";
import { gaps } from "./gaps.ts";

/** Returns the message about a file that was not reverted. `path`: as it is shown. */
export function formatRevertFailure(path: string, failure: RevertFailure): string {
  switch (failure.code) {
    case "changed":
      return t("Nothing was reverted: {0} changed in the meantime. Review it, then try again.", path);
    case "notCovered":
      return t(
        "{0} was not changed, because the revert couldn't be undone later: {1}",
        path,
        gaps[failure.reason ?? "failed"](),
      );
    case "noUndo":
      return t("{0} was not changed, because the revert couldn't be undone later: {1}", path, failure.reason);
    case "failed":
      return t("Couldn't revert {0}: {1}. Nothing was changed.", path, failure.reason);
    case "partial":
      return t(
        "{0} was reverted only in part: {1}. Its content before the revert is in Checkpoints.",
        path,
        failure.reason,
      );
  }
}
