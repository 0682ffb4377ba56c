import { t } from "@vscode/l10n";

/** Texts of questions and messages about git worktrees. */
export const worktreeText = {
  chooseStart: (folder: string) => t("What should the worktree of {0} contain?", folder),
  withUncommitted: () => t("With my uncommitted changes"),
  withUncommittedDetail: () => t("Your files as they are now, without ignored ones"),
  onlyCommit: () => t("Only the last commit"),
  onlyCommitDetail: () => t("Without your uncommitted changes"),
  branchTitle: () => t("Name of the new branch"),
  branchTaken: (branch: string) =>
    t("The branch {0} can't be created: it already exists, or its name is not valid.", branch),
  setUpQuestion: (label: string) => t("Run the setup command in {0}?", label),
  setUpDetail: (command: string, folder: string) =>
    t(
      "{0}\n\nIt runs in {1}, without a sandbox. It comes from the setting tandem.worktree.setupCommand.",
      command,
      folder,
    ),
  setUpRun: () => t("Run"),
  setUpSkip: () => t("Start Without Setup"),
  setUpTask: () => t("Set up worktree"),
  setUpFailed: (code: number | undefined) =>
    code === undefined
      ? t("The setup command didn't finish. The terminal shows its output.")
      : t("The setup command failed with exit code {0}. The terminal shows its output.", code),
  mergeNothing: (branch: string) =>
    t(
      "Your workspace already has all commits of the branch {0}. To apply uncommitted changes, use “Apply Changes…”.",
      branch,
    ),
  mergeGone: (branch: string) => t("The branch {0} no longer exists.", branch),
  mergeNoRepository: (folder: string) =>
    t(
      "The editor's Git extension hasn't opened the repository {0}, so the branch can't be merged. Open the repository, then try again.",
      folder,
    ),
  merged: (branch: string) => t("Merged the branch {0}.", branch),
  mergedRest: (count: number) =>
    count === 1
      ? t("1 change is not committed and was not merged.")
      : t("{0} changes are not committed and were not merged.", count),
  updated: (count: number, branch: string) =>
    count === 1 ? t("Merged 1 commit into {0}.", branch) : t("Merged {0} commits into {1}.", count, branch),
  updateCurrent: (branch: string) => t("{0} already has all commits of its base.", branch),
  updateGone: (branch: string) => t("The base of {0}, or its worktree, no longer exists.", branch),
  updateOtherBranch: (branch: string) =>
    t("The worktree is no longer on the branch {0}. Check it out, then try again.", branch),
  updateUncommitted: (names: string) =>
    t("Nothing was merged, because the worktree has uncommitted changes. Commit them first: {0}", names),
  updateConflicts: (names: string) =>
    t("Nothing was merged, because files have conflicts. Ask claude to merge the base branch: {0}", names),
  mergeFailed: (branch: string, detail: string) =>
    t(
      "The branch {0} was not merged completely. Resolve the conflicts in the Source Control view. {1}",
      branch,
      detail,
    ),
} as const;
