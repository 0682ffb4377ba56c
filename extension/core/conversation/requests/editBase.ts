import { getReviewedText } from "../../review/reviewedProposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { WriteVerifier } from "../files/writeVerifier.ts";
import type { Files } from "../ports/ports.ts";
import type { OpenPermission } from "./openPermission.ts";
import { isPermission } from "./openRequests.ts";
import type { OpenRequest } from "./requestKinds.ts";

/** The text that an edit is shown against. */
export interface EditBase {
  readonly before: DiskText | undefined;
  /** True if an edit of the same file waits before this one: `before` is the result of that edit. */
  readonly isAfterOther: boolean;
}

/** Returns the open edits of one file before another request, in order of arrival. */
export function findEditsBefore(path: string, id: string, open: readonly OpenRequest[]): readonly OpenPermission[] {
  const at = open.findIndex((request) => request.id === id);
  return findEdits(path, at === -1 ? open : open.slice(0, at)).filter(({ proposal }) => proposal !== undefined);
}

/** Returns the open edits of a file; of all files if `path` is undefined. */
export function findEdits(path: string | undefined, open: readonly OpenRequest[]): readonly OpenPermission[] {
  const editing = open.filter(
    (request): request is OpenPermission => isPermission(request) && request.path !== undefined,
  );
  return path === undefined ? editing : editing.filter((request) => request.path === path);
}

/** Returns whether a request arrived after another; a request that is not open yet counts as the last. */
export function isLater(id: string, other: string, open: readonly OpenRequest[]): boolean {
  const at = open.findIndex((request) => request.id === other);
  return at !== -1 && open.findIndex((request) => request.id === id) > at;
}

/**
 * Returns the file as it will be when an edit runs: after the edits that wait before it, or that were allowed and are
 * not written yet; else as it is on disk.
 */
export async function computeEditBase(
  path: string,
  id: string,
  { files, written, open }: { files: Files; written: WriteVerifier; open: () => readonly OpenRequest[] },
): Promise<EditBase> {
  const disk = await files.readDisk(path);
  const isUtf16 = disk?.isUtf16 ?? false;
  const last = findEditsBefore(path, id, open()).at(-1);
  if (last?.proposal) return { before: { text: getReviewedText(last.proposal), isUtf16 }, isAfterOther: true };
  const awaited = written.awaited(path);
  return { before: awaited === undefined ? disk : { text: awaited, isUtf16 }, isAfterOther: false };
}
