import { t } from "@vscode/l10n";
import type { DataGroup } from "../contract/ownData.ts";
import { formatBytes } from "./numbers.ts";

const groups: { readonly [G in DataGroup]: readonly [name: () => string, description: () => string] } = {
  conversations: [
    () => t("Drafts and open conversations"),
    () =>
      t(
        "Drafts, queued messages, comments, and the list of open conversations of all workspaces. The history itself belongs to claude and is kept.",
      ),
  ],
  checkpoints: [
    () => t("Checkpoints"),
    () => t("Without them, a rewind restores only what claude's edit tools changed."),
  ],
  isolated: [
    () => t("Copies and worktrees"),
    () => t("The folders of isolated conversations, with changes that were not applied. Branches are kept."),
  ],
  deleted: [() => t("Deleted conversations"), () => t("Kept for 30 days. Without this data, they can't be restored.")],
  traces: [() => t("Recorded traces"), () => t("Recordings that you made for bug reports.")],
  decisions: [
    () => t("Your decisions"),
    () =>
      t(
        "What repositories and extensions may do, pinned conversations, profiles of conversations, and what rewinds can be undone.",
      ),
  ],
  secrets: [
    () => t("Secrets of MCP servers"),
    () => t("They are in the editor's secret storage. Tandem asks again for those that a server needs."),
  ],
  caches: [() => t("Caches"), () => t("Tandem creates them again when it needs them.")],
};

export const nameData = (group: DataGroup): string => groups[group][0]();
export const describeData = (group: DataGroup): string => groups[group][1]();
export const formatDataSize = (bytes: number | undefined): string => (bytes === undefined ? "" : formatBytes(bytes));

/** Texts around deleting Tandem's own data. */
export const dataText = {
  title: () => t("Delete all data of Tandem"),
  placeholder: () => t("Select what to delete. Settings, and everything that belongs to claude, stay."),
  remove: () => t("Delete"),
  removeQuestion: () => t("Delete what you selected? This can't be undone."),
  removeDetail: (names: readonly string[], copies: number) =>
    [names.join(", "), copiesDetail(copies), t("The window reloads afterwards.")]
      .filter((each) => each !== "")
      .join("\n\n"),
  nothing: () => t("Tandem has saved nothing on this computer."),
  working: () => t("claude is working in this window. Stop it, then delete the data."),
  usedElsewhere: () => t("Another window with Tandem is open. Close the other windows, then delete the data."),
  left: () => t("Some files couldn't be deleted. Delete them yourself once no program uses them."),
} as const satisfies Readonly<Record<string, (...values: never[]) => string>>;

function copiesDetail(copies: number): string {
  if (copies === 0) return "";
  return copies === 1
    ? t("1 copy or worktree is deleted with all changes in it that were not applied.")
    : t("{0} copies and worktrees are deleted with all changes in them that were not applied.", copies);
}
