import type { ApplyOutcome } from "../../core/conversations/isolationPorts.ts";
import type { RestoreOutcome } from "../checkpoints/restore/restore.ts";
import { isDiskFull } from "../storage/diskFull.ts";

/** Maximum number of files of an isolated folder, without the ignored ones. */
export const maxFiles = 200_000;

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
