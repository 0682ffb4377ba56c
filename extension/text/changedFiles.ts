import { t } from "@vscode/l10n";
import type { ChangedFile } from "../contract/changedFiles.ts";

const states: { readonly [S in ChangedFile["state"]]: () => string } = {
  changed: () => "",
  created: () => t("new"),
  deleted: () => t("deleted"),
  opaque: () => t("no text"),
};

/** Words about the files that a conversation changed. */
export const changedFilesText = {
  count: (count: number): string => (count === 1 ? t("1 file") : t("{0} files", count)),
  reviewed: (count: number): string => t("{0} reviewed", count),
  state: (state: ChangedFile["state"]): string => states[state](),
  decoration: ({ added, removed, isReviewed }: ChangedFile): string => {
    const counts = t("Changed by the conversation: +{0} −{1}", added, removed);
    return isReviewed ? t("{0}, reviewed", counts) : counts;
  },
  keptTitle: (): string => t("yours, and what is there"),
  title: (title: string): string => (title === "" ? t("Changes of this conversation") : t("Changes: {0}", title)),
} as const;
