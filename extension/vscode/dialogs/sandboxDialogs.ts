import * as vscode from "vscode";
import type { SandboxedQuestions } from "../../core/conversations/isolation/sandboxedAction.ts";
import { sandboxText } from "../../shared/text/settings/sandbox.ts";
import { formatSettingProblem } from "../../shared/text/settings/settingProblems.ts";
import type { Messages } from "./messages.ts";

/** Creates the dialogs about conversations that work alone in a sandbox. */
export const createSandboxDialogs = (messages: Messages): SandboxedQuestions => ({
  confirmSandboxed: async () => {
    const start = sandboxText.start();
    return (
      (await vscode.window.showWarningMessage(
        sandboxText.question(),
        { modal: true, detail: sandboxText.detail() },
        start,
      )) === start
    );
  },
  showNoSandbox: (problem) => {
    const reason = problem.code === "sandboxUnsupported" ? sandboxText.unsupported() : formatSettingProblem(problem);
    messages.showError(sandboxText.unavailable(reason));
  },
});
