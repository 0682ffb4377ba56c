import { t } from "@vscode/l10n";
import type { UncoveredReason } from "../../contract/changes/checkpoints.ts";
import { formatBytes } from "../numbers.ts";

const uncovered: { readonly [R in UncoveredReason]: (folder: string) => string } = {
  noGit: (folder) => t("No checkpoints for {0}: Git was not found.", folder),
  tooManyFiles: (folder) =>
    t(
      "No checkpoints for {0}: it has more files than tandem.checkpoints.maxFiles allows. Raise it to include this folder.",
      folder,
    ),
  homeOrRoot: (folder) =>
    t("No checkpoints for {0}: it is a home folder, the root of a drive, or contains the storage of Tandem.", folder),
  timeout: (folder) =>
    t("The checkpoint of {0} timed out. Not all files can be restored to before this message.", folder),
  noSpace: (folder) =>
    t(
      "No checkpoints for {0}: there is not enough disk space. The status page shows how much space checkpoints use.",
      folder,
    ),
  newerStore: (folder) =>
    t(
      "No checkpoints for {0}: a newer version of Tandem wrote the ones that are there. Update Tandem to use them.",
      folder,
    ),
  failed: (folder) => t("The checkpoint of {0} failed. See the log for the reason.", folder),
};

/** Says that checkpoints do not cover a folder, and what a rewind can still restore. */
export function formatUncovered(folder: string, reason: UncoveredReason): string {
  return `${uncovered[reason](folder)} ${t("A rewind there restores only edits, not changes made by commands.")}`;
}

/** Texts around checkpoints that a user takes. */
export const checkpointText = {
  name: () => t("Name of the checkpoint"),
  nameHint: () => t("For example: before the upgrade"),
  unnamed: () => t("Checkpoint"),
  created: (name: string) => t("Checkpoint “{0}” was created.", name),
  creating: () => t("Creating checkpoint…"),
  reading: () => t("Comparing your files with the checkpoint…"),
  rewinding: () => t("Rewinding…"),
  off: () => t("Checkpoints are turned off. Turn on the setting tandem.checkpoints.enabled to create one."),
  remove: () => t("Remove"),
  removeQuestion: () => t("Remove the checkpoints of all conversations that are not in use?"),
  removeDetail: () =>
    t(
      "Checkpoints are kept for conversations that are open, were used in the last 24 hours, or were deleted but can be restored. All other checkpoints are removed and can't be used any longer.",
    ),
  cleanedUp: (bytes: number) =>
    bytes > 0 ? t("Freed {0}.", formatBytes(bytes)) : t("No checkpoints were removed, because all of them are in use."),
  nothingCovered: () => t("Couldn't create a checkpoint."),
} as const satisfies Readonly<Record<string, (...values: never[]) => string>>;
