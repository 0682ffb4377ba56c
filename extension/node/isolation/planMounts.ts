import fs from "node:fs";
import path from "node:path";
import type { MountRequest } from "../../core/conversations/isolationPorts.ts";
import type { IsolationRefusal } from "../../shared/contract/changes/isolation.ts";
import { isBelow } from "./insidePaths.ts";
import type { CopyPlan } from "./planCopy.ts";
import { isMountPath, type MountRecord } from "./record.ts";

/**
 * Returns the mounts of a copy with their folders, links resolved, or the reason why one of them is refused. `origin`:
 * the copied folder, links resolved. `check`: refuses a folder that may not be copied. No file on disk belongs to two
 * of them, and no place in the copy does.
 */
export async function planMounts(
  origin: string,
  requests: readonly MountRequest[],
  isFollowingLinks: boolean,
  check: (folder: string) => Promise<IsolationRefusal | undefined>,
): Promise<readonly MountRecord[] | IsolationRefusal> {
  const mounts: MountRecord[] = [];
  for (const { path: asked, mountPath, include = [], exclude = [], readOnly = false } of requests) {
    const named = path.resolve(origin, asked);
    const folder = await fs.promises.realpath(named).catch(() => undefined);
    if (folder === undefined || !fs.statSync(folder).isDirectory()) return { code: "notFolder", folder: named };
    const refusal = await check(folder);
    if (refusal) return refusal;
    if (
      [origin, ...mounts.map((each) => each.origin)].some((other) => isBelow(other, folder) || isBelow(folder, other))
    )
      return { code: "mountOverlap", folder };
    const place = mountPath ?? path.basename(folder);
    if (!isMountPath(place) || mounts.some((each) => isSameOrIn(each.path, place) || isSameOrIn(place, each.path)))
      return { code: "badMountPath", path: place };
    mounts.push({
      path: place,
      origin: folder,
      isReadOnly: readOnly,
      rules: { include: [...include], exclude: [...exclude], isFollowingLinks },
    });
  }
  return mounts;
}

/**
 * Returns the first of the mounts whose place is taken by an entry of the copied folder, or lies below one that is no
 * folder.
 */
export function findTaken(mounts: readonly MountRecord[], { entries }: CopyPlan): MountRecord | undefined {
  return mounts.find(({ path: place }) =>
    entries.some(({ path: name, kind }) => isSameOrIn(place, name) || (kind !== "folder" && isSameOrIn(name, place))),
  );
}

/**
 * Returns true if a place in a copy is another one or lies in it. Case does not count, since it does not on every disk.
 */
export function isSameOrIn(folder: string, name: string): boolean {
  const [outer, inner] = [folder.toLowerCase(), name.toLowerCase()];
  return inner === outer || inner.startsWith(`${outer}/`);
}
