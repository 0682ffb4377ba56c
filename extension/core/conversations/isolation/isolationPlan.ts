import { computeChange, type FileChange, getAcceptedText } from "../../review/changeSet.ts";
import { mergeWithMarkers, type SideNames } from "../../review/conflictMarkers.ts";
import { mergeTexts } from "../../review/mergeTexts.ts";
import type { ApplyStep, IsolatedChange, IsolatedFile } from "../isolationPorts.ts";
import type { FileComparison } from "../requests/reviewPorts.ts";

/**
 * Effect of applying a change: "clean" replaces a file that the user did not change since; "merge" also keeps the
 * user's own changes of other lines; "conflict" concerns a file that both changed and that no merge settles; "blocked"
 * cannot be applied.
 */
export type ChangeEffect = "clean" | "merge" | "conflict" | "blocked";

/** A change of an isolated folder that the original does not have. */
export interface PlannedChange {
  readonly change: IsolatedChange;
  readonly effect: ChangeEffect;
  /** The merged text of "merge". */
  readonly merged?: string;
}

/** A change that the user picked, or some hunks of it. */
export interface PickedChange extends PlannedChange {
  /** The text with the picked hunks alone. */
  readonly partialText?: string;
}

/**
 * Returns the hunks of a change between which the user can choose; undefined if there are less than two, or a conflict.
 */
export function getHunkChoices({
  change: { path, mine, theirs },
  effect,
  merged,
}: PlannedChange): FileChange | undefined {
  const isText =
    mine?.text !== undefined && theirs?.text !== undefined && mine.kind !== "link" && theirs.kind !== "link";
  if (!isText || effect === "blocked" || effect === "conflict") return undefined;
  const found = computeChange(path, mine.text, merged ?? theirs.text ?? "");
  return found.hunks.length < 2 ? undefined : found;
}

/** Returns a change with the picked hunks alone; undefined without any. */
export function pickHunks(
  planned: PlannedChange,
  change: FileChange,
  isPicked: readonly boolean[],
): PickedChange | undefined {
  if (!isPicked.includes(true)) return undefined;
  const partialText = isPicked.includes(false) ? getAcceptedText({ change, isAccepted: isPicked }) : undefined;
  return partialText === undefined ? planned : { ...planned, partialText };
}

/** Plans the changes that the original does not have yet. */
export function planChanges(changes: readonly IsolatedChange[]): readonly PlannedChange[] {
  return changes.flatMap((change): PlannedChange[] => {
    const { base, mine, theirs, isBlocked } = change;
    if (!isBlocked && isSame(mine, theirs)) return [];
    if (isBlocked) return [{ change, effect: "blocked" }];
    if (isSame(mine, base)) return [{ change, effect: "clean" }];
    const texts = getMergeTexts(change);
    const merged = texts && mergeTexts(texts.base, texts.mine, texts.theirs);
    return [
      merged && "text" in merged ? { change, effect: "merge", merged: merged.text } : { change, effect: "conflict" },
    ];
  });
}

/** Decision of the user about a file that both sides changed. */
export type BothChoice = "merge" | "editor" | "markers" | "theirs" | "mine";

/** Returns the choices that a file has. */
export function getBothChoices({ change, effect }: PlannedChange, hasMergeEditor: boolean): readonly BothChoice[] {
  if (effect === "merge") return ["merge", "theirs", "mine"];
  if (!getMergeTexts(change)) return ["theirs", "mine"];
  return hasMergeEditor ? ["editor", "markers", "theirs", "mine"] : ["markers", "theirs", "mine"];
}

/** Returns the step for a change; undefined if the file stays as it is. */
export function getStep(
  { change, effect, merged, partialText }: PickedChange,
  choice: BothChoice | undefined,
  names: SideNames,
): ApplyStep | undefined {
  const { path, mine } = change;
  if (effect === "blocked") return undefined;
  if (partialText !== undefined) return { path, expected: mine, text: partialText };
  if (effect === "clean") return { path, expected: mine };
  if (choice === "theirs") return { path, expected: mine };
  if (choice === "merge" && merged !== undefined) return { path, expected: mine, text: merged };
  const texts = getMergeTexts(change);
  if (choice !== "markers" || !texts) return undefined;
  return { path, expected: mine, text: mergeWithMarkers(texts.base, texts.mine, texts.theirs, names).text };
}

/**
 * Returns the comparison of a change for the editor: the original on the left, and the result of applying on the right.
 */
export function compareIsolated({ change, merged }: PlannedChange, absolute: string): FileComparison | undefined {
  const { mine, theirs } = change;
  if ((mine && mine.text === undefined) || (theirs && theirs.text === undefined)) return undefined;
  const text = merged ?? theirs?.text;
  return { path: absolute, before: mine?.text, after: text === undefined ? { kind: "none" } : { kind: "text", text } };
}

/** Returns the texts of a file that both sides have as text; of a file that both created, the common text is empty. */
export function getMergeTexts({
  base,
  mine,
  theirs,
}: IsolatedChange): { readonly base: string; readonly mine: string; readonly theirs: string } | undefined {
  if (mine?.text === undefined || theirs?.text === undefined || (base && base.text === undefined)) return undefined;
  if ([base, mine, theirs].some((file) => file?.kind === "link")) return undefined;
  return { base: base?.text ?? "", mine: mine.text, theirs: theirs.text };
}

function isSame(one: IsolatedFile | undefined, other: IsolatedFile | undefined): boolean {
  return one?.blob === other?.blob && one?.kind === other?.kind;
}
