import { decodeText, maxTextBytes } from "../../conversation/files/textBytes.ts";
import type { FileHistory, FileTarget } from "../../conversation/ports/fileHistory.ts";
import { type MarkedText, mergeWithMarkers, type SideNames } from "../../review/conflictMarkers.ts";

/** The texts of a file whose later changes by others are merged into its earlier state. */
export interface FileMerge {
  readonly path: string;
  /** As the conversation left it. */
  readonly base: string;
  /** As it is now. */
  readonly mine: string;
  /** As it was at the point of the rewind. */
  readonly theirs: string;
  /** Both, with marks where they conflict. */
  readonly merged: MarkedText;
}

/**
 * Reads the texts of a merge; undefined where it is not possible: a state is missing, or is not text. The base is the
 * newest state after a turn that differs from the present one.
 */
export async function readMerge(
  history: FileHistory,
  path: string,
  { to, expected }: FileTarget,
  names: SideNames,
): Promise<FileMerge | undefined> {
  const read = async (state: FileTarget["to"]): Promise<string | undefined> =>
    decodeText(await history.read(state, path, maxTextBytes));
  const [mine, theirs] = await Promise.all([read(expected), read(to)]);
  if (mine === undefined || theirs === undefined) return undefined;
  const points = await history.list();
  const start = points.findIndex(({ id }) => id === to);
  const ends = points.slice(start).filter(({ cause }) => cause.kind === "turnEnd" || cause.kind === "call");
  for (const { id } of ends.reverse()) {
    const base = await read(id);
    if (base === undefined) return undefined;
    if (base !== mine) return { path, base, mine, theirs, merged: mergeWithMarkers(base, mine, theirs, names) };
  }
  return undefined;
}
