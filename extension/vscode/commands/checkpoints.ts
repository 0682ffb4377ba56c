import * as vscode from "vscode";
import type { CheckpointComparisons, ChosenPoint } from "../../core/conversations/rewind/checkpointComparisons.ts";
import type { Later } from "../../shared/base/later.ts";
import { commandTable } from "./commandTable.ts";

export interface CheckpointCommandsOptions {
  readonly comparisons: Later<CheckpointComparisons>;
}

/** Returns the commands for points in time. The argument is a row of their tree; without one the user picks a point. */
export function createCheckpointCommands({ comparisons }: CheckpointCommandsOptions) {
  return commandTable({
    "checkpoints.compareWithNow": (argument) => comparisons.compareWithNow(readPointArgument(argument)),
    "checkpoints.compareWith": (argument) => comparisons.compareWith(readPointArgument(argument)),
    "checkpoints.restore": (argument) => comparisons.restore(readPointArgument(argument)),
    "checkpoints.openChange": (argument) => {
      const chosen = readPointArgument(argument);
      return chosen && comparisons.openChange(chosen);
    },
    "checkpoints.openFile": (argument) => {
      const chosen = readPointArgument(argument);
      return chosen && comparisons.openFile(chosen);
    },
    "checkpoints.showOlder": () => comparisons.showOlder(),
    // The menus pass the URI of the file; the palette applies to the active editor.
    "checkpoints.ofFile": (argument) => {
      const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
      return comparisons.ofFile(uri?.scheme === "file" ? uri.fsPath : undefined);
    },
  });
}

function readPointArgument(argument: unknown): ChosenPoint | undefined {
  return isPoint(argument) ? argument : undefined;
}

function isPoint(argument: unknown): argument is ChosenPoint {
  return typeof argument === "object" && argument !== null && "point" in argument;
}
