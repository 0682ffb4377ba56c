import fs from "node:fs";
import path from "node:path";
import { ownFiles } from "../../git/ownRepository.ts";
import type { PrivateGit } from "../../git/privateGit.ts";
import { readRegular, replaceFileSync } from "../../storage/regularFiles.ts";

/**
 * Sets the git folder of a store aside if it is one of another kind, which another program made: the next snapshot
 * begins a new one. Files of ours that are damaged are written again. Call under the lock of the store.
 */
export async function setAsideOther(git: PrivateGit): Promise<void> {
  if (!fs.existsSync(git.folder)) return;
  const files = Object.entries(ownFiles).map(([name, text]) => ({ file: path.join(git.folder, name), text }));
  const changed: typeof files = [];
  for (const each of files) if ((await readRegular(each.file).catch(() => undefined)) !== each.text) changed.push(each);
  if (changed.length === 0) return;
  for (const { file, text } of changed) if (!(await isSound(git, file))) replaceFileSync(file, text);
  // Git before 2.25 prints the option itself; it knows no other format.
  const format = await git.run(["rev-parse", "--show-object-format"]).catch(() => undefined);
  if (!format || format.toString("utf8").trim() === "sha256")
    await fs.promises.rename(git.folder, `${git.folder}.set-aside-${Date.now()}`);
}

/** Returns whether git can read the configuration of a repository; nothing else is sound that is not as we wrote it. */
async function isSound(git: PrivateGit, file: string): Promise<boolean> {
  if (path.basename(file) !== "config" || !fs.existsSync(file)) return false;
  return git.run(["config", "--file", file, "--list"]).then(
    () => true,
    () => false,
  );
}
