import { t } from "@vscode/l10n";
import type { UncoveredReason } from "../../contract/changes/checkpoints.ts";
import { formatBytes } from "../numbers.ts";

const uncovered: { readonly [R in UncoveredReason]: (folder: string) => string } = {
  noGit: (folder) => t("No checkpoints of {0}: Git was not found.", folder),
  tooManyFiles: (folder) =>
    t("No checkpoints of {0}: it has more files than the setting tandem.checkpoints.maxFiles allows. Tandem counts them again every five minutes.", folder),
  homeOrRoot: (folder) => t("No checkpoints of {0}: it is a home folder or the root of a drive.", folder),
  timeout: (folder) => t("The checkpoint of {0} took too long, so the files before this message can't all be restored.", folder),
  noSpace: (folder) => t("No checkpoints of {0}: there is not enough disk space. The status page shows how much space checkpoints use.", folder),
  newerStore: (folder) => t("No checkpoints of {0}: a newer version of Tandem wrote the ones that are there. Update Tandem to use them.", folder),
  failed: (folder) => t("The checkpoint of {0} failed. See the log for the reason.", folder),
};

/** Says that checkpoints do not cover a folder, and what a rewind can still restore. */
export function formatUncovered(folder: string, reason: UncoveredReason): string {
  return `${uncovered[reason](folder)} ${t("A rewind restores only what claude's edit tools changed there.")}`;
}

/** Texts around checkpoints that a user takes. */
export const checkpointText = {
  name: () => t("Name of the checkpoint"),
  nameHint: () => t("For example: before the upgrade"),
  unnamed: () => t("Checkpoint"),
  created: (name: string) => t("Checkpoint “{0}” was created.", name),
  creating: () => t("Creating checkpoint"),
  reading: () => t("Comparing your files with the checkpoint"),
  rewinding: () => t("Rewinding"),
  off: () => t("Checkpoints are turned off. Turn on the setting tandem.checkpoints.enabled to create one."),
  remove: () => t("Remove"),
  removeQuestion: () => t("Remove the checkpoints of all conversations that are not in use?"),
  removeDetail: () =>
    t(
      "Checkpoints are kept for conversations that are open, were used in the last 24 hours, or were deleted but can be restored. The others can no longer restore your files.",
    ),
  cleanedUp: (bytes: number) =>
    bytes > 0 ? t("Removed {0} of checkpoints.", formatBytes(bytes)) : t("No checkpoints were removed, because all of them are in use."),
  nothingCovered: () => t("Couldn't create a checkpoint."),
} as const satisfies Readonly<Record<string, (...values: never[]) => string>>;
