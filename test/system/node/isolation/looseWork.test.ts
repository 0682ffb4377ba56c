import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { program, userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { makeCopy, makeRepository, makeWorktree, openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

function begin() {
  const workspace = makeWorkspace({}, true);
  makeRepository(workspace.folder);
  return { ...workspace, isolation: openIsolation(workspace.place, workspace.folder) };
}

function commitAlone(folder: string, message: string, more = ""): string {
  const [tree, parent] = ["HEAD^{tree}", "HEAD"].map((name) => userGit(folder, "rev-parse", name).trim());
  const person = "a <a@example.com> 1 +0000";
  const text = `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\n${more}\n${message}\n`;
  return execFileSync(program, ["hash-object", "-t", "commit", "-w", "--stdin"], {
    cwd: folder,
    input: text,
    encoding: "utf8",
  }).trim();
}

it.each(["copy", "worktree"])("lists and keeps what a rebase put aside in a %s", async (kind) => {
  const { folder, isolation } = begin();
  userGit(folder, "checkout", "-q", "--", ".");
  const made =
    kind === "copy"
      ? await makeCopy(isolation, folder)
      : await makeWorktree(isolation, folder, { hasUncommitted: false });
  const git = (...args: string[]): string => userGit(made.folder, ...args);
  const commit = (text: string): void => {
    write(made.folder, { "a.txt": `${text}\n` });
    git("commit", "-qam", text);
  };
  git("checkout", "-q", "-b", "feature");
  commit("feature");
  git("checkout", "-q", "-b", "other", "HEAD~1");
  commit("other");
  git("checkout", "-q", "feature");
  write(made.folder, { "dir/b.txt": "an hour of work\n" });
  expect(() => git("rebase", "--autostash", "other")).toThrow();
  const stash = fs
    .readFileSync(path.resolve(made.folder, git("rev-parse", "--git-dir").trim(), "rebase-merge/autostash"), "utf8")
    .trim();
  const { work } = await isolation.compare(made.id);
  expect(work.flatMap(({ commits }) => commits).some((line) => line.includes(stash.slice(0, 7)))).toBe(true);
  await isolation.discard(made.id);
  if (kind === "worktree") expect(userGit(folder, "for-each-ref", "--contains", stash)).not.toBe("");
  else expect(isolation.list().find(({ id }) => id === made.id)?.repositories).not.toEqual([]);
});

it("lists and keeps commits that only a worktree's own refs lead to", async () => {
  const { folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder, { hasUncommitted: false });
  const id = commitAlone(tree.folder, "only here");
  userGit(tree.folder, "update-ref", "refs/worktree/mine", id);
  const { work } = await isolation.compare(tree.id);
  expect(work.flatMap(({ commits }) => commits)).toEqual([expect.stringContaining("only here")]);
  await isolation.discard(tree.id);
  expect(userGit(folder, "for-each-ref", "--contains", id)).not.toBe("");
});

it("runs no program for signatures", async () => {
  const { place, folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder);
  const [mark, evil] = [path.join(place, "ran"), path.join(place, "evil.sh")];
  fs.writeFileSync(evil, `#!/bin/sh\necho "$@" >> '${mark}'\nexit 1\n`, { mode: 0o755 });
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n";
  userGit(tree.folder, "reset", "-q", "--soft", commitAlone(tree.folder, "signed", signature));
  userGit(folder, "config", "log.showSignature", "true");
  userGit(folder, "config", "gpg.program", evil);
  await isolation.compare(tree.id);
  expect(fs.existsSync(mark)).toBe(false);
});

it("compares a copy of which the store lost a content", async () => {
  const { place, folder, isolation } = begin();
  const copy = await makeCopy(isolation, folder);
  write(copy.folder, { "a.txt": "changed\n", "dir/b.txt": "changed b\n" });
  const { changes } = await isolation.compare(copy.id);
  const blob = changes.find((each) => each.path === "a.txt")?.base?.blob ?? expect.fail();
  for (const name of ["objects", "borrowed"])
    fs.rmSync(path.join(place, "isolated", copy.id, "store", name, blob.slice(0, 2), blob.slice(2)), { force: true });
  for (const each of [isolation, openIsolation(place, folder)])
    expect((await each.compare(copy.id)).changes.map((change) => change.path)).toEqual(["a.txt", "dir/b.txt"]);
});

it("lists and keeps branches and tags that lead to no new commit, and no others", async () => {
  const { folder, isolation } = begin();
  for (const name of ["old", "moved"]) userGit(folder, "tag", "-m", "as it was", name);
  const copy = await makeCopy(isolation, folder);
  expect((await isolation.compare(copy.id)).work).toEqual([]);
  const git = (...args: string[]): string => userGit(copy.folder, ...args).trim();
  git("tag", "-m", "Notes of an hour", "v1.0");
  git("tag", "-f", "-m", "Other notes", "moved");
  git("tag", "text", "HEAD:a.txt");
  git("branch", "release");
  const { work } = await isolation.compare(copy.id);
  expect(work).toEqual([
    { path: ".git", commits: [], commitCount: 0, isKnown: true, refs: ["release", "moved", "text", "v1.0"] },
  ]);
  await isolation.discard(copy.id);
  const [kept = expect.fail()] = isolation.list().find(({ id }) => id === copy.id)?.repositories ?? [];
  expect(userGit(kept, "cat-file", "tag", "v1.0")).toContain("Notes of an hour");
});

it("lists and keeps commits of a worktree's submodule, whose repository lies beside the worktree", async () => {
  const { place, folder, isolation } = begin();
  const inner = path.join(place, "inner");
  fs.mkdirSync(inner);
  makeRepository(inner);
  const allowed = ["-c", "protocol.file.allow=always"];
  userGit(folder, ...allowed, "submodule", "add", "-q", inner, "sub");
  userGit(folder, "commit", "-qm", "with a submodule");
  const tree = await makeWorktree(isolation, folder, { hasUncommitted: false });
  userGit(tree.folder, ...allowed, "submodule", "update", "-q", "--init");
  expect((await isolation.compare(tree.id)).work).toEqual([]);
  const sub = path.join(tree.folder, "sub");
  userGit(sub, "reset", "-q", "--soft", commitAlone(sub, "an hour of work"));
  const id = userGit(sub, "rev-parse", "HEAD").trim();
  const { work } = await isolation.compare(tree.id);
  expect(work).toMatchObject([{ path: ".git/modules/sub", commits: [expect.stringContaining("an hour of work")] }]);
  await isolation.discard(tree.id);
  const [kept = expect.fail()] = isolation.list().find((each) => each.id === tree.id)?.repositories ?? [];
  userGit(folder, "fetch", "-q", kept, `${id}:refs/heads/rescued`);
});

it("lists and keeps commits of a worktree made from another one that is gone", async () => {
  const { place, folder } = begin();
  const other = path.join(place, "other");
  userGit(folder, "worktree", "add", "-q", "--detach", other);
  const isolation = openIsolation(place, other);
  const tree = await makeWorktree(isolation, other, { hasUncommitted: false });
  const [inReflog, detached] = [commitAlone(tree.folder, "reset away"), commitAlone(tree.folder, "detached")];
  userGit(tree.folder, "reset", "-q", "--soft", inReflog);
  userGit(tree.folder, "reset", "-q", "--soft", "HEAD~1");
  userGit(tree.folder, "checkout", "-q", "--detach", detached);
  userGit(folder, "worktree", "remove", "--force", other);
  const { work } = await isolation.compare(tree.id);
  expect(work.flatMap(({ commits }) => commits)).toContainEqual(expect.stringContaining("reset away"));
  await isolation.discard(tree.id);
  for (const id of [inReflog, detached]) expect(userGit(folder, "for-each-ref", "--contains", id)).not.toBe("");
});

it("compares, updates and discards a worktree with a file named HEAD", async () => {
  const { folder, isolation } = begin();
  write(folder, { HEAD: "a file\n" });
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "second");
  const tree = await makeWorktree(isolation, folder, { hasUncommitted: false });
  const lost = commitAlone(tree.folder, "reset away");
  userGit(tree.folder, "reset", "-q", "--soft", lost);
  userGit(tree.folder, "reset", "-q", "--soft", "HEAD~1");
  userGit(folder, "commit", "-q", "--allow-empty", "-m", "third");
  expect(await isolation.updateWorktree(tree.id)).toEqual({ kind: "updated", commits: 1 });
  expect((await isolation.compare(tree.id)).work).toHaveLength(1);
  await isolation.discard(tree.id);
  expect(userGit(folder, "for-each-ref", "--contains", lost)).not.toBe("");
});

it("names files and keeps repositories that a copy's conversation put beside its folder", async () => {
  const { place, folder } = begin();
  const origin = path.join(folder, "dir");
  const isolation = openIsolation(place, origin);
  const copy = await makeCopy(isolation, origin);
  expect(await isolation.compare(copy.id)).toMatchObject({ others: [], work: [] });
  write(copy.folder, { "../above.txt": "a", "../../notes/plan.md": "an hour of work" });
  userGit(copy.folder, "init", "-q", "../../clone");
  const clone = path.join(copy.folder, "../../clone");
  userGit(clone, "commit", "-q", "--allow-empty", "-m", "by claude");
  const { others, work } = await isolation.compare(copy.id);
  expect(others).toEqual(["../../notes/plan.md", "../above.txt"]);
  expect(work.map((each) => [each.path, each.commitCount])).toEqual([["../clone/.git", 1]]);
  await isolation.discard(copy.id);
  const kept = isolation.list()[0]?.repositories ?? [];
  expect(kept.map((repository) => userGit(repository, "log", "--format=%s").trim())).toEqual(["by claude"]);
});

it("names files that a worktree's conversation put beside its folder", async () => {
  const { folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder, {});
  userGit(tree.folder, "worktree", "add", "-q", "--detach", "../second");
  write(tree.folder, { "../second/new.txt": "an hour of work" });
  expect((await isolation.compare(tree.id)).others).toContain("../second/new.txt");
});
