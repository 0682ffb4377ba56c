import type { FileChange } from "./port.ts";
import type { ToolContext } from "./tool.ts";

/** Maximum number of changed lines that a preview contains. The rest is counted by file. */
const maxLines = 400;

/**
 * Describes changes of files for the user who approves them: each file, with its lines before ("-") and after ("+"). The same changes always have
 * the same description.
 */
export function describeChanges(changes: readonly FileChange[]): readonly string[] {
  let left = maxLines;
  return changes.flatMap(({ path, before, after }) => {
    const lines = compare(before.split("\n"), after.split("\n"));
    if (lines.length <= left) {
      left -= lines.length;
      return [path, ...lines];
    }
    return [`${path}: ${lines.length} changed lines, not shown (${computeChecksum(after)})`];
  });
}

/** Returns the lines that differ, without those that both begin and end with. Line numbers count from 1. */
function compare(before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.length === after.length)
    return before.flatMap((line, index) => (line === after[index] ? [] : [`${index + 1} - ${line}`, `${index + 1} + ${after[index]}`]));
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const list = (lines: readonly string[], sign: string): string[] =>
    lines.slice(start, lines.length - end).map((line, index) => `${start + index + 1} ${sign} ${line}`);
  return [...list(before, "-"), ...list(after, "+")];
}

/** A short checksum, so that changes whose lines are not shown are still told apart. It protects from accidents, not from forgery. */
function computeChecksum(text: string): string {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return (sum >>> 0).toString(16);
}

/** Plans the changes of a call, each time anew from the state of the files at that time. */
export type ChangePlan = (context: ToolContext) => Promise<readonly FileChange[]>;

/** Applies a plan if its changes are those that the user was shown. `shown` is undefined where `claude` does not let the preview be added to the input. */
export async function applyPlan(plan: ChangePlan, shown: readonly string[] | undefined, context: ToolContext): Promise<readonly FileChange[]> {
  const changes = checkChanges(await plan(context));
  if (shown !== undefined && JSON.stringify(describeChanges(changes)) !== JSON.stringify(shown))
    throw new Error("Nothing was changed: the files or the result are not what was shown when the call was allowed. Call the tool again.");
  if (changes.length > 0) await context.editor.changes.apply(changes);
  return changes;
}

/** Returns the changes. Throws for a file that must not be changed. */
export function checkChanges(changes: readonly FileChange[]): readonly FileChange[] {
  const outside = changes.find(({ isInside }) => !isInside);
  if (outside) throw new Error(`Nothing was changed: ${outside.path} is outside the workspace.`);
  const dirty = changes.find(({ isDirty }) => isDirty);
  if (dirty) throw new Error(`Nothing was changed: the user has unsaved changes in ${dirty.path}.`);
  return changes;
}
