import type { RevertFailure } from "../../../shared/contract/changes/changedFiles.ts";
import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import {
  type FileHistory,
  getUncoveredReason,
  isCovering,
  type RestoreResult,
  type RestoreStep,
} from "../ports/fileHistory.ts";
import { isSameContent } from "./textBytes.ts";

/** Content of a file; undefined if it does not exist. */
type Content = Uint8Array | "tooLarge" | undefined;

/** A file that a checkpoint covers, and its content for which the revert was planned. */
export interface CoveredFile {
  readonly path: string;
  readonly point: CheckpointId;
  readonly now: Content;
}

/** A revert that is done, with the checkpoint that undoes it, or that is not. */
export type RevertResult =
  | Extract<RestoreResult, { readonly kind: "done" }>
  | { readonly kind: "failed"; readonly failure: RevertFailure };

/**
 * Reverts a file, or writes other content in its place, after a checkpoint. Refuses to if the file is no longer as
 * planned.
 */
export async function revertFile(
  history: FileHistory,
  { path, point, now }: CoveredFile,
  content?: Uint8Array,
): Promise<RevertResult> {
  const expected = await history.take({ kind: "preview" });
  if (!isCovering(expected))
    return { kind: "failed", failure: { code: "notCovered", reason: getUncoveredReason(expected) } };
  if (!isSame(await history.read(expected.id, path), now)) return { kind: "failed", failure: { code: "changed" } };
  const step: RestoreStep = content === undefined ? { path, kind: "restore" } : { path, kind: "write", content };
  const result = await history.restore(point, [step], expected.id, { kind: "revert" });
  if (result.kind === "done") return result;
  if (result.kind === "partial") return { kind: "failed", failure: { code: "partial", reason: result.message } };
  return {
    kind: "failed",
    failure: result.reason === "changed" ? { code: "changed" } : { code: result.reason, reason: result.message },
  };
}

/** Takes back a revert that left `reverted` behind. */
export async function undoRevert(
  history: FileHistory,
  path: string,
  { undo }: { readonly undo: { readonly id: CheckpointId } },
  reverted: Content,
): Promise<RevertResult> {
  return revertFile(history, { path, point: undo.id, now: reverted });
}

function isSame(one: Content, other: Content): boolean {
  return one === "tooLarge" || other === "tooLarge" ? one === other : isSameContent(one, other);
}
