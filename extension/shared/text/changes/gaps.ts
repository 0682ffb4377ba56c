import { t } from "@vscode/l10n";
import type { GapReason, UncoveredReason } from "../../contract/changes/checkpoints.ts";
import { formatBytes } from "../numbers.ts";

/** Reasons why a checkpoint does not cover something, for a list. */
export const gaps: { readonly [R in GapReason | UncoveredReason]: () => string } = {
  tooLarge: () => t("too large"),
  unreadable: () => t("couldn't be read"),
  ignored: () => t("ignored by Git"),
  deleted: () => t("deleted since"),
  taken: () => t("something else is in its place"),
  lost: () => t("lost from the stored checkpoints"),
  outside: () => t("outside the workspace"),
  notIncluded: () => t("not part of the checkpoint"),
  changing: () => t("changed while it was read"),
  name: () => t("unsupported name"),
  noGit: () => t("Git was not found"),
  tooManyFiles: () => t("too many files"),
  homeOrRoot: () => t("home folder, root of a drive, or with the storage of Tandem"),
  timeout: () => t("the checkpoint took too long"),
  noSpace: () => t("not enough disk space"),
  newerStore: () => t("a newer version of Tandem wrote the checkpoints"),
  failed: () => t("the checkpoint failed"),
};

/** Returns why a file is not covered, with its size in bytes where that is known. */
export function formatGapReason(reason: GapReason | UncoveredReason, size: number | undefined): string {
  return [gaps[reason](), size === undefined ? "" : formatBytes(size)].filter(Boolean).join(", ");
}
