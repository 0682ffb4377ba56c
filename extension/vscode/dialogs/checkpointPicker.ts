import * as vscode from "vscode";
import type { CheckpointPicker } from "../../core/conversations/rewind/checkpointComparisons.ts";
import type { ComparedRow } from "../../core/conversations/rewind/checkpointList.ts";
import {
  checkpointRowText,
  formatChangeCounts,
  formatCheckpointLabel,
} from "../../shared/text/changes/checkpointRows.ts";
import { formatAge } from "../../shared/text/conversationList.ts";
import { toLabelText } from "../plainText.ts";

interface Item extends vscode.QuickPickItem {
  readonly point: ComparedRow;
}

/** Returns the picks of checkpoints; `say` shows refusals. */
export function createCheckpointPicker(say: CheckpointPicker["say"], now: () => number): CheckpointPicker {
  const toItem = (point: ComparedRow, files = point.files): Item => ({
    label: toLabelText(formatCheckpointLabel(point)),
    description: [formatChangeCounts(files), formatAge(point.row.at, now())].filter(Boolean).join(" · "),
    point,
  });
  return {
    say,
    pickPoint: async (points) =>
      (
        await vscode.window.showQuickPick(
          points.map((point) => toItem(point)),
          { title: checkpointRowText.pick() },
        )
      )?.point,
    pickOfFile: (path, points) =>
      new Promise((resolve) => {
        const button = { iconPath: new vscode.ThemeIcon("discard"), tooltip: checkpointRowText.restoreFile() };
        const pick = vscode.window.createQuickPick<Item>();
        const end = (value: Awaited<ReturnType<CheckpointPicker["pickOfFile"]>>): void => {
          resolve(value);
          pick.dispose();
        };
        pick.title = checkpointRowText.pick();
        pick.items = points.map((point) => ({
          ...toItem(
            point,
            point.files?.filter((file) => file.path === path),
          ),
          buttons: [button],
        }));
        pick.onDidAccept(() => end(pick.activeItems[0] && { point: pick.activeItems[0].point, action: "open" }));
        pick.onDidTriggerItemButton(({ item }) => end({ point: item.point, action: "restore" }));
        pick.onDidHide(() => end(undefined));
        pick.show();
      }),
  };
}
