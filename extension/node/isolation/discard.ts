import fs from "node:fs";
import path from "node:path";
import { keepDetached, keepUnreachable } from "./keptCommits.ts";
import { getRepositoryPlace, getTopFolder, type IsolationRecord, writeRecord } from "./record.ts";
import { removeFolder } from "./removeFolder.ts";
import { listUnlistedWork } from "./unlistedWork.ts";
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
  if (worktree && fs.existsSync(worktree.top)) {
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
    const [from, to] = [path.join(getTopFolder(place, record), ...name.split("/")), getRepositoryPlace(place, index)];
    if (fs.existsSync(to) || !fs.existsSync(from)) continue;
    await fs.promises.mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await fs.promises.rename(from, to);
  }
  await removeFolder(path.join(place, "files"));
  await detachWorktree(program, record);
  writeRecord(place, { ...record, state: "discarded", discardedAt: now });
}
