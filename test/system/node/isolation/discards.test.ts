// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { applyClean, listEffects, makeCopy, makeRepository, makeWorktree, openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

function begin() {
  const { place, folder } = makeWorkspace();
  makeRepository(folder);
  return { place, folder, isolation: openIsolation(place, folder) };
}

/** Makes a commit and returns its id. */
function commit(folder: string, name = "by claude"): string {
  write(folder, { "w.txt": name });
  userGit(folder, "add", "w.txt");
  userGit(folder, "commit", "-qm", name);
  return userGit(folder, "rev-parse", "HEAD").trim();
}

it("lists and keeps work in git that no file of a copy shows", async () => {
  const { place, folder, isolation } = begin();
  const copy = await makeCopy(isolation, folder);
  expect((await isolation.compare(copy.id)).work).toEqual([]);
  const git = (...args: string[]): string => userGit(copy.folder, ...args).trim();
  git("stash", "-q");
  const stash = git("rev-parse", "refs/stash");
  const onlyInReflog = commit(copy.folder, "reset away");
  git("reset", "-q", "--hard", "HEAD~1");
  git("checkout", "-qb", "other");
  const onBranch = commit(copy.folder, "on another branch");
  git("checkout", "-q", "--detach", "main");
  const detached = commit(copy.folder, "detached");
  git("init", "-q", "sub");
  const nested = commit(path.join(copy.folder, "sub"), "nested");
  git("init", "-q", "--bare", "x.git");
  git("push", "-q", "x.git", "other:other");
  const ids: Readonly<Record<string, readonly string[]>> = {
    ".git": [stash, onlyInReflog, onBranch, detached],
    "sub/.git": [nested],
    "x.git": [onBranch],
  };

  const { work } = await isolation.compare(copy.id);
  expect(work.map((each) => [each.path, each.isKnown]).sort()).toEqual(Object.keys(ids).map((name) => [name, true]));
  for (const [name, all] of Object.entries(ids))
    for (const id of all)
      expect(work.find((each) => each.path === name)?.commits, name).toContainEqual(
        expect.stringContaining(id.slice(0, 7)),
      );
  await isolation.discard(copy.id);
  expect(fs.existsSync(copy.folder)).toBe(false);
  const kept = isolation.list()[0]?.repositories ?? [];
  expect(kept).toHaveLength(3);
  for (const [index, { path: name }] of work.entries())
    for (const id of ids[name] ?? [])
      expect(userGit(place, `--git-dir=${kept[index]}`, "cat-file", "-t", id).trim(), name).toBe("commit");
  await isolation.remove(copy.id);
  expect(kept.some((folder) => fs.existsSync(folder))).toBe(false);
});

it("keeps a repository that git cannot read", async () => {
  const { folder, isolation } = begin();
  const copy = await makeCopy(isolation, folder);
  fs.writeFileSync(path.join(copy.folder, ".git", "packed-refs"), "not a list of refs\n");
  fs.writeFileSync(path.join(copy.folder, ".git", "config"), "[core\n");
  expect((await isolation.compare(copy.id)).work).toMatchObject([{ path: ".git", isKnown: false }]);
  await isolation.discard(copy.id);
  expect(isolation.list()[0]?.repositories?.map((kept) => fs.existsSync(path.join(kept, "packed-refs")))).toEqual([
    true,
  ]);
});

it("lists no work that the original has meanwhile", async () => {
  const { folder, isolation } = begin();
  const copy = await makeCopy(isolation, folder);
  userGit(copy.folder, "checkout", "-qb", "other");
  commit(copy.folder);
  userGit(folder, "fetch", "-q", copy.folder, "other:other");
  expect((await isolation.compare(copy.id)).work).toEqual([]);
});

it("lists the work of a copy of a folder whose repository lies above it", async () => {
  const { place, folder } = makeWorkspace();
  makeRepository(folder);
  const isolation = openIsolation(place, folder);
  const copy = await makeCopy(isolation, path.join(folder, "dir"));
  fs.mkdirSync(path.join(copy.folder, "sub"));
  userGit(path.join(copy.folder, "sub"), "init", "-q");
  commit(path.join(copy.folder, "sub"));
  expect((await isolation.compare(copy.id)).work).toMatchObject([{ path: "dir/sub/.git", commitCount: 1 }]);
});

it("keeps commits of a worktree that only its reflogs lead to, and names them", async () => {
  const { folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder, { hasUncommitted: false });
  const id = commit(tree.folder);
  userGit(tree.folder, "reset", "-q", "--hard", "HEAD~1");
  expect((await isolation.compare(tree.id)).work).toMatchObject([
    { path: "", commitCount: 1, commits: [expect.stringContaining("by claude")] },
  ]);
  await isolation.discard(tree.id);
  const named = (): string => userGit(folder, "for-each-ref", "--format=%(refname)", "--contains", id).trim();
  expect(named()).toBe(`refs/tandem/${tree.id}/1`);
  await isolation.remove(tree.id);
  expect(named()).toBe("");
});

it("discards a worktree on a detached commit despite an interrupted attempt's branch", async () => {
  const { folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder, { hasUncommitted: false });
  userGit(folder, "branch", `own-${tree.id}-detached`);
  userGit(tree.folder, "checkout", "-q", "--detach");
  const id = commit(tree.folder);
  await isolation.discard(tree.id);
  expect(userGit(folder, "for-each-ref", "--format=%(refname:short)", "--contains", id).trim()).toBe(
    `own-${tree.id}-detached-2`,
  );
});

it.each(["copy", "worktree"] as const)(
  "discards a %s whose files somebody removed, and still applies what was compared last",
  async (kind) => {
    const { folder, isolation } = begin();
    const made = kind === "copy" ? await makeCopy(isolation, folder) : await makeWorktree(isolation, folder);
    write(made.folder, { "a.txt": "by claude\n" });
    expect(await isolation.compare(made.id)).not.toHaveProperty("isGone");
    fs.rmSync(made.folder, { recursive: true });
    expect(await isolation.compare(made.id)).toMatchObject({ isGone: true });
    await isolation.discard(made.id);
    expect(isolation.list()).toMatchObject([{ id: made.id, discardedAt: expect.any(Number) }]);
    expect(await listEffects(isolation, made.id)).toMatchObject({ "a.txt": "clean" });
    await applyClean(isolation, made.id);
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("by claude\n");
    await isolation.remove(made.id);
    expect(isolation.list()).toEqual([]);
  },
);
