import { escapePath } from "../../shared/base/invisible.ts";
import type { Notice, NoticeLevel } from "../../shared/contract/notices.ts";
import { toAbsolute } from "./index/paths.ts";
import type { PointCause } from "./points/point.ts";
import type { RestoreOutcome } from "./restore/restore.ts";

/** The outcome of a restore that a crash cut off, with the cause of the checkpoint before it, if there is one. */
export interface RecoveredRestore {
  readonly outcome: RestoreOutcome;
  readonly cause: PointCause | undefined;
}

/**
 * Returns what to tell about a recovered restore in a folder; undefined for a rewind that is as planned, or was taken
 * back: its conversation tells that itself.
 */
export function describeRecovered(
  folder: string,
  { outcome, cause }: RecoveredRestore,
): readonly [NoticeLevel, Notice] | undefined {
  const shown = escapePath(folder);
  const names =
    outcome.kind === "done" ? outcome.different : outcome.kind === "partial" ? outcome.notBack : (outcome.kept ?? []);
  if (cause?.kind === "rewind" && outcome.kind !== "partial" && names.length === 0) return undefined;
  const files = names.map((name) => escapePath(toAbsolute(folder, name)));
  if (outcome.kind === "partial" && names.length === 0) return ["error", { code: "restoreRecordLost", folder: shown }];
  if (outcome.kind === "rolledBack" && files.length > 0)
    return ["warning", { code: "restoreTakenBack", folder: shown, files }];
  if (outcome.kind !== "done") return ["error", { code: "restoreUnfinished", folder: shown, files }];
  return [files.length === 0 ? "info" : "warning", { code: "restoreFinished", folder: shown, files }];
}

/** Keeps what to tell about recovered restores until a conversation of their folder is there to be told. */
export class RecoveredRestores {
  readonly #unreported = new Map<string, RecoveredRestore[]>();

  /** `store`: the store of the folder. */
  note(store: string, recovered: RecoveredRestore): void {
    this.#unreported.set(store, [...(this.#unreported.get(store) ?? []), recovered]);
  }

  /** Returns those of a folder that are not yet reported to the user. */
  take(store: string): readonly RecoveredRestore[] {
    const found = this.#unreported.get(store) ?? [];
    this.#unreported.delete(store);
    return found;
  }
}
