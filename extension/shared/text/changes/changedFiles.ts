import { t } from "@vscode/l10n";
import type { ChangedFile, CommandChange } from "../../contract/changes/changedFiles.ts";

const states: { readonly [S in ChangedFile["state"]]: () => string } = {
  changed: () => "",
  created: () => t("new"),
  deleted: () => t("deleted"),
  opaque: () => t("no diff"),
};

const commandStates: { readonly [S in CommandChange["state"]]: () => string } = {
  changed: () => t("changed"),
  created: () => t("new"),
  deleted: () => t("deleted"),
};

/** Texts about the files that a conversation changed. */
export const changedFilesText = {
  hunks: (): string => t("Hunks"),
  hunksOf: (path: string): string => t("Changes in {0}", path),
  showHunks: (path: string): string => t("Hunks in {0}", path),
  noHunks: (): string => t("No diff available."),
  revertHunk: (): string => t("Revert hunk"),
  reviewAll: (): string => t("Review all"),
  open: (): string => t("Open"),
  count: (count: number): string => (count === 1 ? t("1 file") : t("{0} files", count)),
  reviewed: (count: number): string => t("{0} reviewed", count),
  state: (state: ChangedFile["state"]): string => states[state](),
  decoration: ({ added, removed, isReviewed }: ChangedFile): string => {
    const counts = t("Changed in this conversation: +{0} −{1}", added, removed);
    return isReviewed ? t("{0}, reviewed", counts) : counts;
  },
  commandState: (state: CommandChange["state"]): string => commandStates[state](),
  commandCount: (count: number): string =>
    count === 1 ? t("1 changed by commands") : t("{0} changed by commands", count),
  byCommands: (): string => t("Also changed by commands (use Rewind or Checkpoints to restore them)"),
  onlyByCommands: (): string => t("Changed by commands (use Rewind or Checkpoints to restore them)"),
  isPartial: (): string => t("Some changes by commands may be missing: a checkpoint is missing or incomplete."),
  unknown: (): string => t("Changes by commands unknown"),
  whyUnknown: (): string => t("Changes by commands are unknown here, because no checkpoint was taken after them."),
  committedTitle: (): string => t("last commit"),
  keptTitle: (): string => t("your version ↔ file on disk"),
  title: (title: string): string => (title === "" ? t("Changes in this conversation") : t("Changes: {0}", title)),
} as const;
