import * as vscode from "vscode";
import type { TraceQuestions } from "../../core/conversations/actions/traceActions.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import { traceText } from "../../shared/text/trace.ts";
import { toMessageText } from "../plainText.ts";

/** Returns the questions and reports about traces; `say` shows refusals. `folder` contains the traces. */
export function createTraceDialogs(folder: vscode.Uri, say: TraceQuestions["say"]): TraceQuestions {
  return {
    say,
    confirmRecording: async () => {
      const record = traceText.record();
      return (
        (await vscode.window.showInformationMessage(
          traceText.recordQuestion(),
          { modal: true, detail: traceText.recordDetail() },
          record,
        )) === record
      );
    },
    reportTrace: async (path) => {
      const replay = traceText.replay();
      const open = traceText.open();
      const answer = await vscode.window.showInformationMessage(
        toMessageText(traceText.recorded(escapePath(path))),
        replay,
        open,
      );
      if (answer === open) await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(path));
      return answer === replay;
    },
    reportTraceFailed: (reason) => void vscode.window.showErrorMessage(toMessageText(traceText.failed(reason))),
    pickTrace: async () => {
      const filters = { [traceText.traces()]: ["jsonl"] };
      const [file] =
        (await vscode.window.showOpenDialog({
          title: traceText.pick(),
          defaultUri: folder,
          canSelectMany: false,
          filters,
        })) ?? [];
      return file?.fsPath;
    },
    pickSpeed: async () => {
      const recorded = {
        label: traceText.asRecorded(),
        detail: traceText.asRecordedDetail(),
        speed: "recorded",
      } as const;
      const atOnce = { label: traceText.atOnce(), speed: "atOnce" } as const;
      return (await vscode.window.showQuickPick([recorded, atOnce], { title: traceText.speed() }))?.speed;
    },
    reportTraceUnreadable: (path, lines) => {
      const message =
        lines === undefined ? traceText.notATrace(escapePath(path)) : traceText.damaged(escapePath(path), lines);
      void vscode.window.showWarningMessage(toMessageText(message));
    },
  };
}
