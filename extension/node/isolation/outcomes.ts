import type { ApplyOutcome, CopyRequest } from "../../core/conversations/isolationPorts.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { IsolationRefusal } from "../../shared/contract/changes/isolation.ts";
import type { RestoreOutcome } from "../checkpoints/restore/restore.ts";
import { TooManyFiles } from "../checkpoints/snapshots/snapshots.ts";
import { isDiskFull } from "../storage/diskFull.ts";
import { OverBudget } from "./planCopy.ts";

/** Maximum number of files of an isolated folder, without the ignored ones. */
export const maxFiles = 200_000;

/** Returns why a folder was not made. `isFull`: its disk is full; `limit`: maximum size of a copy in bytes. */
export function explainFailure(
  { origin, signal }: CopyRequest,
  error: unknown,
  { isFull, limit }: { readonly isFull: boolean; readonly limit: number },
): IsolationRefusal {
  if (signal.aborted) return { code: "cancelled" };
  if (error instanceof OverBudget) return { code: "overBudget", folder: origin, bytes: error.bytes, limit };
  if (error instanceof TooManyFiles) return { code: "tooManyFiles", limit: maxFiles };
  if (isFull || isDiskFull(error)) return { code: "noSpace", bytes: (error as { readonly bytes?: number }).bytes ?? 0 };
  return { code: "failed", detail: getErrorMessage(error) };
}

/** Turns the failure to stage files on a full disk into an outcome: nothing was applied then. */
export function toFullDisk(error: unknown): ApplyOutcome {
  if (!isDiskFull(error)) throw error;
  return { kind: "refused", path: "", reason: "noSpace" };
}

/** Returns the outcome of a restore as that of an apply. */
export function toOutcome(outcome: RestoreOutcome, files: number): ApplyOutcome {
  if (outcome.kind === "done") return { kind: "applied", files };
  return outcome.kind === "partial" ? outcome : { kind: "refused", path: outcome.path, reason: outcome.reason };
}
