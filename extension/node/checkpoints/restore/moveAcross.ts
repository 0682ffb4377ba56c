import fs from "node:fs";
import path from "node:path";
import { syncFiles } from "../../processes/durable.ts";
import { linkTarget } from "../disk/linkTarget.ts";
import { giveToOwner } from "./owners.ts";

/**
 * Returns the path beside a file under which a staged one is copied: the same for each attempt, so that one which was
 * cut off leaves nothing.
 */
export function getBeside(staged: string, full: string): string {
  return path.join(path.dirname(full), `.tandem-${path.basename(path.dirname(staged))}-${path.basename(staged)}`);
}

/**
 * Moves a staged file or link into place where another disk, or the same one in another place, is mounted: a copy
 * beside the file replaces it at once. Rejects like `fs.rename`; then nothing is left.
 */
export async function moveAcross(staged: string, full: string): Promise<void> {
  const beside = getBeside(staged, full);
  fs.rmSync(beside, { force: true });
  try {
    const stats = fs.lstatSync(staged);
    if (stats.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(staged, linkTarget), beside);
    else {
      // regular: staged by the restore itself
      await fs.promises.copyFile(staged, beside, fs.constants.COPYFILE_EXCL);
      giveToOwner(beside, staged);
      fs.chmodSync(beside, stats.mode & 0o7777);
      await syncFiles(path.dirname(full), [beside]);
    }
    await fs.promises.rename(beside, full);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}
