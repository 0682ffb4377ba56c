import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import { computeChange, type FileChange } from "../../review/changeSet.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { Files } from "../ports/ports.ts";
import { type FileBefore, matchDiskFormat } from "./fileBefore.ts";
import type { RecordedBaseline, RecordedFiles } from "./recordedFiles.ts";

/**
 * A changed file before the conversation, or before one of its messages, and now. A side is undefined for no file, null
 * for one that is not text.
 */
export interface FileSides {
  readonly path: string;
  readonly before: DiskText | undefined | null;
  readonly now: DiskText | undefined | null;
  /** The checkpoint with the former state; undefined if none covers the file. */
  readonly point?: CheckpointId | undefined;
  /** Reads the former text again, so that it need not be kept; undefined if no checkpoint covers the file. */
  readonly readBefore?: (() => Promise<string>) | undefined;
  /** False if only a saved result claims the former text, and any program can write such a result. */
  readonly isSeen: boolean;
}

/** The former state of a file: in a checkpoint, or as a text. */
export type Baseline = { readonly recorded: RecordedBaseline } | { readonly kept: FileBefore };

/** Reads both sides of a file. `now`: the present text, where that is known. */
export async function readSides(
  baseline: Baseline,
  files: Pick<Files, "readDisk">,
  recorded: RecordedFiles,
  now?: FileSides["now"],
): Promise<FileSides> {
  const { path } = "kept" in baseline ? baseline.kept : baseline.recorded;
  const present = now === undefined ? await readNow(files, path) : now;
  if ("recorded" in baseline) {
    const { point } = baseline.recorded;
    const readBefore = async (): Promise<string> => (await recorded.read(baseline.recorded))?.text ?? "";
    return { path, before: await recorded.read(baseline.recorded), now: present, point, readBefore, isSeen: true };
  }
  return {
    path,
    before: matchDiskFormat(baseline.kept, present ?? undefined),
    now: present,
    isSeen: baseline.kept.isSeen,
  };
}

/** Returns the text of a file on disk; null if it is not text. */
export async function readNow(files: Pick<Files, "readDisk">, path: string): Promise<FileSides["now"]> {
  return files.readDisk(path).catch(() => null);
}

/** Returns the change of a file; undefined if one of its sides is not text, or it no longer exists. */
export function getChange({ path, before, now }: FileSides): FileChange | undefined {
  return before === null || !now ? undefined : computeChange(path, before?.text, now.text);
}
