import path from "node:path";
import * as vscode from "vscode";
import type { WorktreeQuestions } from "../../core/conversations/isolation/worktreeActions.ts";
import type { IsolatedFolder } from "../../core/conversations/isolationPorts.ts";
import { escapeLine, escapeLines, escapePath } from "../../shared/base/invisible.ts";
import { formatPaths } from "../../shared/text/changes/isolation.ts";
import { worktreeText as text } from "../../shared/text/changes/worktrees.ts";
import { toLabelText } from "../plainText.ts";
import { askWhole } from "./askWhole.ts";
import { getLabel } from "./isolationDialogs.ts";
import { Messages } from "./messages.ts";

const getBranch = ({ worktree }: IsolatedFolder): string => escapeLine(worktree?.branch ?? "");

/** Creates the dialogs about git worktrees. */
export function createWorktreeDialogs(messages = new Messages()): WorktreeQuestions {
  const inform = (message: string): void => messages.inform(message);
  const warn = (message: string): void => messages.warn(message);
  return {
    chooseWorktree: async (origin, branch, canCreate) => {
      const items = [
        { label: text.withUncommitted(), detail: text.withUncommittedDetail(), hasUncommitted: true },
        { label: text.onlyCommit(), detail: text.onlyCommitDetail(), hasUncommitted: false },
      ];
      const title = toLabelText(text.chooseStart(escapePath(path.basename(origin))));
      const start = await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
      if (!start) return undefined;
      const named = await vscode.window.showInputBox({
        title: text.branchTitle(),
        value: branch,
        ignoreFocusOut: true,
        validateInput: async (value) =>
          (await canCreate(value.trim())) ? undefined : toLabelText(text.branchTaken(escapeLine(value.trim()))),
      });
      return named === undefined ? undefined : { branch: named.trim(), hasUncommitted: start.hasUncommitted };
    },
    confirmSetUp: async (folder, command) => {
      const run = text.setUpRun();
      const skip = text.setUpSkip();
      const detail = text.setUpDetail(escapeLines(command), escapePath(folder.folder));
      const answer = await askWhole(text.setUpQuestion(getLabel(folder)), detail, [run, skip]);
      return answer === run ? "run" : answer === skip ? "skip" : undefined;
    },
    showSetUpFailed: (exitCode) => warn(text.setUpFailed(exitCode)),
    showNoMerge: (folder, reason) =>
      inform(reason === "gone" ? text.mergeGone(getBranch(folder)) : text.mergeNothing(getBranch(folder))),
    showUpdated: (folder, outcome) => {
      const branch = getBranch(folder);
      if (outcome.kind === "updated") return inform(text.updated(outcome.commits, branch));
      if (outcome.kind === "current") return inform(text.updateCurrent(branch));
      if (outcome.kind === "gone") return warn(text.updateGone(branch));
      if (outcome.kind === "otherBranch") return warn(text.updateOtherBranch(branch));
      const names = formatPaths(outcome.paths.map(escapePath)).replaceAll("\n", ", ");
      warn(outcome.kind === "conflicts" ? text.updateConflicts(names) : text.updateUncommitted(names));
    },
    showMerged: (folder, outcome, rest) => {
      if (outcome.kind === "unknown") return warn(text.mergeNoRepository(escapePath(folder.root)));
      if (outcome.kind === "failed") return warn(text.mergeFailed(getBranch(folder), escapeLine(outcome.reason)));
      inform([text.merged(getBranch(folder)), rest > 0 ? text.mergedRest(rest) : ""].filter(Boolean).join(" "));
    },
  };
}
