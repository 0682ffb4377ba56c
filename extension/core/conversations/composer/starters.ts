import { starterCount } from "../../../shared/contract/panelOptions.ts";
import type { StarterKind } from "../../../shared/text/prompts.ts";

/** Facts about the work in a folder, as its files and the editor show them. */
export interface FolderFacts {
  /** Nothing is in it, apart from hidden files. */
  readonly isEmpty: boolean;
  readonly hasReadme: boolean;
  readonly hasTests: boolean;
  /** The editor reports errors in its files. */
  readonly hasErrors: boolean;
  /** Uncommitted changes; undefined while the editor has not looked. */
  readonly hasChanges: boolean | undefined;
}

/** Returns the suggestions for a conversation without messages, the most useful one first. */
export function chooseStarters({
  isEmpty,
  hasReadme,
  hasTests,
  hasErrors,
  hasChanges,
}: FolderFacts): readonly StarterKind[] {
  if (isEmpty) return ["newProject", "newPage", "newTool"];
  const fitting: readonly (StarterKind | false)[] = [
    hasErrors && "errors",
    hasChanges === true && "changes",
    hasTests && "tests",
    "explain",
    !hasReadme && "readme",
    hasChanges === undefined && "changes",
    "improve",
    "bug",
  ];
  return fitting.filter((kind) => kind !== false).slice(0, starterCount);
}
