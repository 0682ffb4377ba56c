import fs from "node:fs";
import path from "node:path";
import { changeRepository } from "../git/changeRepository.ts";
import { keepDetached, keepUnreachable } from "./keptCommits.ts";
import { getRepositoryPlace, type IsolationRecord, writeRecord } from "./record.ts";
import { removeFolder } from "./removeFolder.ts";
import { findGitFolders, listUnlistedWork, locateRepository } from "./unlistedWork.ts";
import { detachWorktree } from "./worktreeBranch.ts";

/**
 * Removes the files of an isolated folder whose last snapshot its record names. What its repositories have and the
 * original has not is kept: git folders are moved out of the way of the removal, and commits of a worktree that nothing
 * names get a name. Can be cut off at any step: `finishDiscard` goes on.
 */
export async function discardFiles(
  program: string,
  place: string,
  record: IsolationRecord,
  now: number,
): Promise<void> {
  const { worktree } = record;
  if (worktree && fs.existsSync(worktree.common)) {
    await keepDetached(program, record, worktree);
    await keepUnreachable(program, record, worktree);
  }
  const names = (await listUnlistedWork(program, place, record)).flatMap(({ path: name }) => name || []);
  // A git folder in another one moves with it.
  const repositories = names.filter((name) => !names.some((other) => name.startsWith(`${other}/`)));
  const discarding: IsolationRecord = {
    ...record,
    ...(repositories.length > 0 ? { repositories } : {}),
    state: "discarding",
  };
  writeRecord(place, discarding);
  await finishDiscard(program, place, discarding, now);
}

/**
 * Goes on with a discard that a crash can have cut off. Call under the lock of the folder. `program`: path of git, if
 * there is one.
 */
export async function finishDiscard(
  program: string | undefined,
  place: string,
  record: IsolationRecord,
  now: number,
): Promise<void> {
  for (const [index, name] of (record.repositories ?? []).entries()) {
    const [from, to] = [locateRepository(place, record, name), getRepositoryPlace(place, index)];
    if (!fs.existsSync(to) && fs.existsSync(from)) {
      await fs.promises.mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
      await moveFolder(from, to);
    }
    if (program !== undefined) await forgetWorkTrees(program, to);
  }
  await removeFolder(path.join(place, "files"));
  await detachWorktree(program, record);
  writeRecord(place, { ...record, state: "discarded", discardedAt: now });
}

/** Lets git read repositories whose work trees, as those of submodules, are gone. */
async function forgetWorkTrees(program: string, place: string): Promise<void> {
  // Most name none.
  for (const git of await findGitFolders(place)) {
    const args = ["config", "--file", path.join(git, "config"), "--unset-all", "core.worktree"];
    // Called in the repository itself, git fails; most name none.
    await changeRepository(program, path.dirname(place), args).catch(() => {});
  }
}

/** Moves a folder, also to another disk, where the repository of a worktree can be; whole or not at all. */
async function moveFolder(from: string, to: string): Promise<void> {
  try {
    await fs.promises.rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const part = `${to}.part`;
    await removeFolder(part);
    // regular: it rejects for a pipe
    await fs.promises.cp(from, part, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await fs.promises.rename(part, to);
  }
}
