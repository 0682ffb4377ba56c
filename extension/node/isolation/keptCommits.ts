import fs from "node:fs";
import { askRepository } from "../git/askRepository.ts";
import { changeRepository } from "../git/changeRepository.ts";
import { readLooseHeads } from "./looseHeads.ts";
import type { IsolationRecord, WorktreeRecord } from "./record.ts";
import { getDetachedName, getEntry, getRepository, readCommit, readHead } from "./worktreeBranch.ts";

/**
 * Gives the commit of a detached HEAD that no branch has a branch of its own, so that removing the worktree does not
 * lose it.
 */
export async function keepDetached(program: string, record: IsolationRecord, worktree: WorktreeRecord): Promise<void> {
  const { branch } = worktree;
  const top = getRepository(worktree);
  const head = await readHead(program, record, worktree);
  if (
    head === undefined ||
    (await askRepository(program, top, ["for-each-ref", "--count=1", "--contains", head])).trim() !== ""
  )
    return;
  await createRef(
    program,
    top,
    (number) => `refs/heads/${getDetachedName(record, branch)}${number === 1 ? "" : `-${number}`}`,
    head,
  );
}

/** Refs that each worktree has for itself. */
const ownRefs = ["refs/worktree", "refs/bisect", "refs/rewritten"];

/** A commit of a worktree that nothing outside of it leads to. */
interface Unreachable {
  readonly id: string;
  readonly parents: readonly string[];
  /** Short hash and subject. */
  readonly subject: string;
}

/**
 * Lists the commits that only the reflogs of a worktree and of its branch, its own refs, or a rebase in progress lead
 * to, which end with it: no branch, no tag, no remote, and no stash has them.
 */
export async function listUnreachable(
  program: string,
  record: IsolationRecord,
  worktree: WorktreeRecord,
): Promise<readonly Unreachable[]> {
  const entry = getEntry(record, worktree);
  if (!fs.existsSync(entry)) return [];
  const ask = (args: readonly string[], input = ""): Promise<string> =>
    askRepository(program, getRepository(worktree), [`--git-dir=${entry}`, ...args], input);
  const logs = await Promise.all(
    ["HEAD", `refs/heads/${worktree.branch}`].map((name) =>
      ask(["log", "-g", "--format=%H", name, "--"]).catch(() => ""),
    ),
  );
  const own = await ask(["for-each-ref", "--format=%(objectname)", ...ownRefs]).catch(() => "");
  const ids = [
    ...new Set([...[...logs, own].flatMap((text) => text.split("\n")), ...(await readLooseHeads(entry))]),
  ].filter(Boolean);
  if (ids.length === 0) return [];
  const kept = [`--glob=${getKeptRefs(record)}*`, "--branches", "--tags", "--remotes", "--glob=refs/stash*", "HEAD"];
  const args = [
    "log",
    "--ignore-missing",
    "--no-show-signature",
    "--format=%H%x00%P%x00%h %s",
    "--stdin",
    "--not",
    ...kept,
    // A file can have the name of a commit, such as HEAD.
    "--",
  ];
  const lines = (await ask(args, `${ids.join("\n")}\n`)).split("\n").filter(Boolean);
  return lines.map((line) => {
    const [id = "", parents = "", subject = ""] = line.split("\0");
    return { id, parents: parents.split(" "), subject };
  });
}

/** Names the commits of `listUnreachable`, so that git keeps them. */
export async function keepUnreachable(
  program: string,
  record: IsolationRecord,
  worktree: WorktreeRecord,
): Promise<void> {
  const lost = await listUnreachable(program, record, worktree);
  const parents = new Set(lost.flatMap((each) => each.parents));
  for (const { id } of lost.filter((each) => !parents.has(each.id)))
    await createRef(program, getRepository(worktree), (number) => `${getKeptRefs(record)}${number}`, id);
}

/** Takes the names away again. */
export async function forgetUnreachable(
  program: string,
  record: IsolationRecord,
  worktree: WorktreeRecord,
): Promise<void> {
  const top = getRepository(worktree);
  if (!fs.existsSync(top)) return;
  const names = (await askRepository(program, top, ["for-each-ref", "--format=%(refname)", getKeptRefs(record)]))
    .split("\n")
    .filter(Boolean);
  for (const name of names) await changeRepository(program, top, ["update-ref", "-d", name]);
}

/** Creates a ref for a commit, with the first number from 1 on that is free. */
async function createRef(
  program: string,
  top: string,
  name: (number: number) => string,
  commit: string,
): Promise<void> {
  let number = 1;
  while ((await readCommit(program, top, name(number))) !== undefined) number++;
  await changeRepository(program, top, ["update-ref", name(number), commit, ""]);
}

/** Returns what the names of kept commits begin with. */
function getKeptRefs({ id }: IsolationRecord): string {
  return `refs/tandem/${id}/`;
}
