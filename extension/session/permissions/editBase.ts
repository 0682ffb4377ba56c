import { getReviewedText } from "../../review/reviewedProposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { WriteVerifier } from "../files/writeVerifier.ts";
import type { Files } from "../ports.ts";
import { isPermission, type OpenPermission, type OpenRequest } from "./openRequests.ts";

/** What an edit is shown against. */
export interface EditBase {
  readonly before: DiskText | undefined;
  /** An edit of the same file waits before it: `before` is what that one leaves. */
  readonly isAfterOther: boolean;
}

/** The edits of one file that are asked about before another request, in order of arrival. */
export function findEditsBefore(path: string, id: string, open: readonly OpenRequest[]): readonly OpenPermission[] {
  const at = open.findIndex((request) => request.id === id);
  return findEdits(path, at === -1 ? open : open.slice(0, at)).filter(({ proposal }) => proposal !== undefined);
}

/** The edits of a file that are asked about; of every file without a path. */
export function findEdits(path: string | undefined, open: readonly OpenRequest[]): readonly OpenPermission[] {
  const editing = open.filter((request): request is OpenPermission => isPermission(request) && request.path !== undefined);
  return path === undefined ? editing : editing.filter((request) => request.path === path);
}

/** Whether a request is asked about after another; one that is not open yet is the last. */
export function isLater(id: string, other: string, open: readonly OpenRequest[]): boolean {
  const at = open.findIndex((request) => request.id === other);
  return at !== -1 && open.findIndex((request) => request.id === id) > at;
}

/** The file as it will be when an edit runs: after those that wait before it, or were allowed and are not written yet; else as it is on the disk. */
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
