import * as vscode from "vscode";
import type { CheckpointQuestions } from "../../core/conversations/rewind/checkpointActions.ts";
import { cutText } from "../../shared/base/cutText.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import { checkpointText, formatUncovered } from "../../shared/text/changes/checkpoints.ts";
import { Messages } from "./messages.ts";

/** Maximum length of the name of a checkpoint. */
const maxName = 100;

/** Returns the questions and reports about checkpoints; `say` shows refusals. */
export function createCheckpointDialogs(
  say: CheckpointQuestions["say"],
  messages = new Messages(),
): CheckpointQuestions {
  return {
    say,
    askName: async () => {
      const name = await vscode.window.showInputBox({
        prompt: checkpointText.name(),
        placeHolder: checkpointText.nameHint(),
      });
      return name === undefined ? undefined : cutText(name.trim(), maxName) || checkpointText.unnamed();
    },
    whileTaking: (work) => messages.showSlowWork(checkpointText.creating(), work),
    confirmCleanUp: async () => {
      const remove = checkpointText.remove();
      const detail = checkpointText.removeDetail();
      return (
        (await vscode.window.showWarningMessage(checkpointText.removeQuestion(), { modal: true, detail }, remove)) ===
        remove
      );
    },
    reportCleanUp: (bytes) => messages.inform(checkpointText.cleanedUp(bytes)),
    reportOff: () => messages.inform(checkpointText.off()),
    report: (name, { folders }) => {
      const gaps = folders.flatMap(({ folder, uncovered }) =>
        uncovered === undefined ? [] : [formatUncovered(escapePath(folder), uncovered)],
      );
      const isTaken = folders.some(({ snapshot }) => snapshot !== undefined);
      const texts = [isTaken ? checkpointText.created(name) : checkpointText.nothingCovered(), ...gaps];
      const text = texts.join(" ");
      if (gaps.length > 0) messages.warn(text);
      else messages.inform(text);
    },
  };
}
