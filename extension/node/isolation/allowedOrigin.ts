import fs from "node:fs";
import os from "node:os";
import type { IsolationRefusal } from "../../shared/contract/changes/isolation.ts";
import { isBelow } from "./planCopy.ts";

/**
 * Returns why no copy of a folder may be made; undefined below one of the roots. `place`: folder of all isolated
 * folders.
 */
export async function refuseOrigin(
  origin: string,
  place: string,
  allowedRoots: readonly string[],
): Promise<IsolationRefusal | undefined> {
  if (await isTooWide(origin, place)) return { code: "homeOrRoot", folder: origin };
  const roots = await Promise.all(allowedRoots.map((root) => fs.promises.realpath(root).catch(() => undefined)));
  return roots.some((root) => root !== undefined && isBelow(root, origin))
    ? undefined
    : { code: "notAllowed", folder: origin };
}

/** Returns true for a folder that contains the home folder or our storage. */
export async function isTooWide(folder: string, place: string): Promise<boolean> {
  const home = await fs.promises.realpath(os.homedir()).catch(() => os.homedir());
  return isBelow(folder, home) || isBelow(folder, place);
}
