import { t } from "@vscode/l10n";
import type { IsolationKind, IsolationRecovery, IsolationRefusal } from "../../contract/changes/isolation.ts";
import { formatBytes } from "../numbers.ts";

const refusals: {
  readonly [C in IsolationRefusal["code"]]: (refusal: Extract<IsolationRefusal, { code: C }>) => string;
} = {
  notAllowed: ({ folder }) =>
    t("{0} is neither a folder of this workspace nor in the setting tandem.isolation.roots.", folder),
  homeOrRoot: ({ folder }) => t("{0} contains your home folder or the storage of Tandem.", folder),
  notFolder: ({ folder }) => t("{0} is not a folder.", folder),
  overBudget: ({ folder, bytes, limit }) =>
    t(
      "{0} is too large to copy: at least {1} of {2}. Raise tandem.isolation.maxMegabytes, or exclude files.",
      folder,
      formatBytes(bytes),
      formatBytes(limit),
    ),
  mountOverBudget: ({ folder, bytes, limit }) =>
    t("The mount {0} takes at least {1}, but only {2} is left.", folder, formatBytes(bytes), formatBytes(limit)),
  badMountPath: ({ path }) =>
    t("{0} is not a valid mount path. Use a relative path without “.” parts that no other mount contains.", path),
  mountTaken: ({ path }) => t("The copy already has a file or folder at the mount path {0}.", path),
  mountOverlap: ({ folder }) => t("The mount {0} overlaps the copied folder or another mount.", folder),
  noSpace: ({ bytes }) =>
    bytes > 0 ? t("The disk doesn't have enough free space ({0} needed).", formatBytes(bytes)) : t("The disk is full."),
  tooManyFiles: ({ limit }) => t("The folder has more than {0} files that Git doesn't ignore.", limit),
  noRepository: ({ folder }) =>
    t("{0} is not in a Git repository. “New Conversation in Copy…” works without one.", folder),
  noCommit: ({ folder }) => t("The repository {0} has no commits yet.", folder),
  badBranch: ({ branch }) => t("The branch {0} can't be created: it already exists, or its name is not valid.", branch),
  noGit: () =>
    t("Git was not found. Tandem needs it to compare and apply changes; the folder doesn't have to be a repository."),
  cancelled: () => t("You canceled it."),
  untrusted: () =>
    t(
      "The workspace is not trusted, and Git could run programs that its repository configures. Trust the workspace first.",
    ),
  failed: ({ detail }) => detail,
};

/** Describes the reason why an isolated folder was not created. */
export function formatIsolationRefusal(kind: IsolationKind, refusal: IsolationRefusal): string {
  const reason = (refusals[refusal.code] as (refusal: IsolationRefusal) => string)(refusal);
  return kind === "worktree"
    ? t("Couldn't create the worktree. {0}", reason)
    : t("Couldn't create the copy. {0}", reason);
}

const recoveries: {
  readonly [C in IsolationRecovery["code"]]: (recovery: Extract<IsolationRecovery, { code: C }>) => string;
} = {
  unfinishedRemoved: ({ origin }) =>
    t(
      "Tandem removed a copy or worktree of {0} that was incomplete when the editor closed. The original is unchanged.",
      origin,
    ),
  discardFinished: ({ origin }) =>
    t(
      "Discarding a copy or worktree of {0} was interrupted and is now finished. Its changes can still be applied.",
      origin,
    ),
  applyFinished: ({ origin, files = [] }) =>
    files.length === 0
      ? t("Applying changes to {0} was interrupted and is now finished.", origin)
      : t(
          "Applying changes to {0} was interrupted and is now finished. These files changed since then and were kept: {1}",
          origin,
          files.join(", "),
        ),
  applyTakenBack: ({ origin, files = [] }) =>
    files.length === 0
      ? t("Applying changes to {0} was interrupted. All files are as they were before.", origin)
      : t(
          "Applying changes to {0} was interrupted and undone. These files changed since then and were kept: {1}",
          origin,
          files.join(", "),
        ),
  applyPartial: ({ origin, files }) =>
    t(
      "Applying changes to {0} was interrupted. These files couldn't be changed or restored: {1}",
      origin,
      files.join(", "),
    ),
};

/** Describes work that was finished after a crash. */
export function formatIsolationRecovery(recovery: IsolationRecovery): string {
  return (recoveries[recovery.code] as (recovery: IsolationRecovery) => string)(recovery);
}
