import * as vscode from "vscode";
import type { TraceQuestions } from "../../core/conversations/actions/traceActions.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import { traceText } from "../../shared/text/trace.ts";
import type { Messages } from "./messages.ts";

/** What `createTraceDialogs` needs: `say` shows refusals, `messages` what became of a trace. */
export interface TraceMessages {
  readonly say: TraceQuestions["say"];
  readonly messages: Messages;
}

/** Returns the questions and reports about traces. `folder` contains the traces. */
export function createTraceDialogs(folder: vscode.Uri, { say, messages }: TraceMessages): TraceQuestions {
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
      const said = traceText.recorded(escapePath(path));
      const answer = await messages.ask("information", said, [replay, open]).answer;
      if (answer === open) await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(path));
      return answer === replay;
    },
    reportTraceFailed: (reason) => messages.showError(traceText.failed(reason)),
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
      messages.warn(message);
    },
  };
}
