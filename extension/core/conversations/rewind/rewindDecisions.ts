import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import {
  type FileChoice,
  findMoves,
  type PlannedFile,
  type RewindPreview,
} from "../../../shared/contract/changes/rewind.ts";
import { decodeText, encodeText, maxTextBytes } from "../../conversation/files/textBytes.ts";
import type { FileHistory, RestoreStep } from "../../conversation/ports/fileHistory.ts";
import { getSteps, keepTaken, withFileChoices } from "../../conversation/rewind/restorePlan.ts";
import type { SideNames } from "../../review/conflictMarkers.ts";
import { type FileMerge, readMerge } from "./fileMerge.ts";
import type { PlannedRewind } from "./plannedRewind.ts";
import type { RewindEditors, RewindQuestions } from "./rewindQuestions.ts";

/** A file of which only a part is restored. */
export interface PartialFile {
  /** The text from which the part was chosen; undefined for a file that did not exist. */
  readonly now: string | undefined;
  readonly content: Uint8Array;
}

/** Decisions of the user about files in a preview, by path. */
export interface PartialFiles {
  readonly leftOut: ReadonlySet<string>;
  /** Files that others changed, and that are restored anyway. */
  readonly restored: ReadonlySet<string>;
  readonly contents: ReadonlyMap<string, PartialFile>;
  /** The rewind as the preview shows it: `paths` are the files whose changes it shows. */
  readonly shown?: { readonly planned: PlannedRewind; readonly paths: ReadonlySet<string> };
}

export const noPartialFiles: PartialFiles = { leftOut: new Set(), restored: new Set(), contents: new Map() };

export interface DecisionOptions {
  /** Decisions of the user in a preview. */
  readonly partial?: PartialFiles | undefined;
  /** Aborted when the conversation is closed; then lists of files close too. */
  readonly closed: AbortSignal;
}

/** Decisions about the files of a rewind. */
export interface FileDecisions {
  readonly steps: readonly RestoreStep[];
  /** Files that do not come back, because files that are kept are in their place. */
  readonly taken: readonly string[];
  /** Files whose unsaved changes the user gives up, once the rewind is done. */
  readonly discarded: readonly string[];
  /** Merges to open after the rewind. */
  readonly merges: readonly FileMerge[];
  readonly hasMergeEditor: boolean;
}

export const noFileDecisions: FileDecisions = {
  steps: [],
  taken: [],
  discarded: [],
  merges: [],
  hasMergeEditor: false,
};

export interface FileDeciderOptions {
  readonly dialogs: RewindQuestions;
  readonly editors: RewindEditors;
  /** Returns the names of the two sides of a conflict for the marks in a file. */
  readonly sideNames: () => SideNames;
}

/**
 * Asks about files that a rewind must not change without the user: those that others changed, and those with unsaved
 * changes.
 */
export class FileDecider {
  readonly #options: FileDeciderOptions;

  constructor(options: FileDeciderOptions) {
    this.#options = options;
  }

  /** Resolves to "changed" if files were saved, so that the plan is out of date; to undefined if the user cancels. */
  async decide(
    { preview, target }: PlannedRewind,
    history: FileHistory | undefined,
    folder: string,
    { partial = noPartialFiles, closed }: DecisionOptions,
  ): Promise<FileDecisions | "changed" | undefined> {
    if (preview.kind === "possible") {
      const discarded = await this.#options.editors.getUnsaved(preview.files);
      return (await this.#settleUnsaved(preview.files, folder, false)) === "discard"
        ? { ...noFileDecisions, discarded }
        : undefined;
    }
    if (preview.kind === "impossible" || !target || !history) return noFileDecisions;
    if (await this.#isOutdated(history, target.expected, partial)) return void this.#options.dialogs.say("fileChanged");
    const decided = getChoices(partial);
    let plan = withFileChoices(preview.plan, decided);
    const foreign = plan.files.filter(({ path, isForeign }) => isForeign && !decided.has(path));
    const merges = new Map<string, FileMerge>();
    const canMerge = async ({ path, effect }: PlannedFile): Promise<boolean> => {
      if (effect !== "change" || merges.has(path)) return merges.has(path);
      const merge = await readMerge(history, path, target, this.#options.sideNames());
      if (merge) merges.set(path, merge);
      return merge !== undefined;
    };
    if (foreign.length > 0) {
      const choices = await this.#options.dialogs.chooseForeign(
        foreign.map((file) => ({ file, canMerge: () => canMerge(file) })),
        folder,
        closed,
      );
      if (!choices) return undefined;
      plan = withFileChoices(plan, choices);
    }
    // Before the question about unsaved changes: a file that stays keeps them.
    const first = keepTaken(plan);
    const affected = first.plan.files.flatMap(({ path, choice }) => (choice === "keep" ? [] : [path]));
    const unsaved = await this.#options.editors.getUnsaved(affected);
    const answer = await this.#settleUnsaved(affected, folder, true);
    if (answer === undefined || answer === "save") return answer && "changed";
    const left = answer === "leaveOut" ? unsaved : [];
    const last = keepTaken(withFileChoices(first.plan, new Map(left.map((path) => [path, "keep"] as const))));
    const { files } = last.plan;
    for (const file of files) if (file.choice === "merge") await canMerge(file);
    const chosen = files.flatMap(({ path, choice }) => (choice === "merge" ? (merges.get(path) ?? []) : []));
    const hasMergeEditor = chosen.length > 0 && (await this.#options.editors.hasMergeEditor());
    // The rewind leaves a file with conflicts as it is; the merge editor puts marks into it.
    const isWritten = ({ merged }: FileMerge): boolean => merged.conflicts === 0 || !hasMergeEditor;
    const parts = [...partial.contents].map(([path, { content }]) => [path, content] as const);
    const contents = new Map([
      ...parts,
      ...chosen.filter(isWritten).map(({ path, merged }) => [path, encodeText(merged.text)] as const),
    ]);
    return {
      steps: getSteps(last.plan, contents),
      taken: [...first.taken, ...last.taken],
      discarded: answer === "discard" ? unsaved : [],
      merges: chosen.filter(({ merged }) => merged.conflicts > 0),
      hasMergeEditor,
    };
  }

  /** Carries out what the user decided for the time after the rewind: unsaved changes go, and merges open. */
  async end({ discarded, merges, hasMergeEditor }: FileDecisions): Promise<void> {
    const { dialogs, editors } = this.#options;
    if (discarded.length > 0 && (await editors.discard(discarded)).length > 0) dialogs.say("unsavedFile");
    for (const merge of merges) await editors.openMerge(merge, hasMergeEditor);
  }

  /** Returns whether a file of which a part was chosen changed since then: its text would be lost. */
  async #isOutdated(history: FileHistory, expected: CheckpointId, { contents }: PartialFiles): Promise<boolean> {
    for (const [path, { now }] of contents)
      if (decodeText(await history.read(expected, path, maxTextBytes)) !== now) return true;
    return false;
  }

  /**
   * Resolves to "discard" if there are no unsaved changes, or if the user gives them up. They stay until the rewind is
   * done.
   */
  async #settleUnsaved(
    paths: readonly string[],
    folder: string,
    canLeaveOut: boolean,
  ): Promise<"save" | "discard" | "leaveOut" | undefined> {
    const { dialogs, editors } = this.#options;
    const unsaved = await editors.getUnsaved(paths);
    if (unsaved.length === 0) return "discard";
    const answer = await dialogs.askUnsaved(unsaved, folder, canLeaveOut);
    if (answer === "save" && (await editors.save(unsaved)).length > 0) return void dialogs.say("unsavedFile");
    return answer;
  }
}

/** Returns the number of files that a rewind restored, with a move as one file, as its question lists it. */
export function countFiles(preview: RewindPreview, { steps }: Pick<FileDecisions, "steps">): number {
  if (preview.kind !== "planned") return preview.kind === "possible" ? preview.files.length : 0;
  const paths = new Set(steps.map(({ path }) => path));
  const restored = preview.plan.files.filter(({ path }) => paths.has(path));
  return restored.length - findMoves(restored).size;
}

/** Returns the preview of a plan with what the user decided about its files, and with those that were shown. */
export async function withDecisions(
  { preview, target }: PlannedRewind,
  partial: PartialFiles,
  history: FileHistory | undefined,
): Promise<RewindPreview> {
  if (preview.kind !== "planned") return preview;
  const { shown } = partial;
  const plan = withFileChoices(preview.plan, getChoices(partial));
  const then = shown?.planned.target;
  if (!then || !target || then.to !== target.to) return { ...preview, plan };
  // Without the checkpoint of that time any file may have changed.
  const changes = await history?.compare(then.expected, target.expected).catch(() => undefined);
  const changed = changes && new Set(changes.differences.map(({ path }) => path));
  const isShown = (path: string): boolean => changed?.has(path) === false && shown.paths.has(path);
  const files = plan.files.map((file) => (isShown(file.path) ? { ...file, isShown: true } : file));
  return { ...preview, plan: { ...plan, files } };
}

/** Returns whether the user saw all that restoring these files does, and fails to do. */
export function isSeen(preview: RewindPreview): boolean {
  if (preview.kind !== "planned") return false;
  const { files, uncovered, folders = 0 } = preview.plan;
  return uncovered.length + folders === 0 && files.every(({ choice, isShown }) => choice === "keep" || isShown);
}

function getChoices({ leftOut, restored, contents }: PartialFiles): ReadonlyMap<string, FileChoice> {
  const restore = [...restored, ...contents.keys()].map((path) => [path, "restore"] as const);
  return new Map<string, FileChoice>([...restore, ...[...leftOut].map((path) => [path, "keep"] as const)]);
}
