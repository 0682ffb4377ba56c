import type { ChangesReview } from "../conversations/changesReview.ts";
import type { ChangeMarks } from "../editor/changeMarks.ts";
import { textArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

/** Shows everything that the current conversation changed; an argument names a prompt to look from. */
export function reviewChangesCommand(changes: ChangesReview): Command {
  return { run: (argument) => changes.openAll(undefined, textArgument(argument)) };
}

/** Puts the file at the cursor back to what it was. */
export function revertFileCommand(changes: ChangesReview): Command {
  return { run: (argument) => changes.revertFile(undefined, textArgument(argument)) };
}

/** Puts the part of the file at the cursor back to what it was. */
export function revertHunkCommand(changes: ChangesReview): Command {
  return { run: () => changes.revertHunk() };
}

/** Shows in the gutter what changed since before the conversation, or no more. */
export function toggleMarksCommand(marks: ChangeMarks): Command {
  return { run: () => marks.toggle() };
}
