import { textOf } from "../../review/draft.ts";
import type { DiskText } from "../../review/writeRules.ts";
import type { Files } from "../ports.ts";
import { isPermission, type OpenPermission, type OpenRequest } from "./openRequests.ts";
import type { WrittenFiles } from "./writtenFiles.ts";

/** What an edit is shown against. */
export interface EditBase {
  readonly before: DiskText | undefined;
  /** An edit of the same file waits before it: `before` is what that one leaves. */
  readonly isAfterOther: boolean;
}

/** The edits of one file that are asked about before another request, in order of arrival. */
export function editsBefore(path: string, id: string, open: readonly OpenRequest[]): readonly OpenPermission[] {
  const at = open.findIndex((request) => request.id === id);
  return editsOf(path, at === -1 ? open : open.slice(0, at)).filter(({ draft }) => draft !== undefined);
}

/** The edits of a file that are asked about; of every file without a path. */
export function editsOf(path: string | undefined, open: readonly OpenRequest[]): readonly OpenPermission[] {
  const editing = open.filter((request): request is OpenPermission => isPermission(request) && request.path !== undefined);
  return path === undefined ? editing : editing.filter((request) => request.path === path);
}

/** Whether a request is asked about after another; one that is not open yet is the last. */
export function isLater(id: string, other: string, open: readonly OpenRequest[]): boolean {
  const at = open.findIndex((request) => request.id === other);
  return at !== -1 && open.findIndex((request) => request.id === id) > at;
}

/** The file as it will be when an edit runs: after those that wait before it, or were allowed and are not written yet; else as it is on the disk. */
export async function baseOf(
  path: string,
  id: string,
  { files, written, open }: { files: Files; written: WrittenFiles; open: () => readonly OpenRequest[] },
): Promise<EditBase> {
  const disk = await files.readDisk(path);
  const isUtf16 = disk?.isUtf16 ?? false;
  const last = editsBefore(path, id, open()).at(-1);
  if (last?.draft) return { before: { text: textOf(last.draft), isUtf16 }, isAfterOther: true };
  const awaited = written.awaited(path);
  return { before: awaited === undefined ? disk : { text: awaited, isUtf16 }, isAfterOther: false };
}
