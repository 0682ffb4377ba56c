// @vitest-environment node
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { ignoresCase } from "../../../../extension/node/git/ignoresCase.ts";
import { describeForModel, getIsolatedEnvironment } from "../../../../extension/node/isolation/describeFolder.ts";
import { forgeIndex } from "../checkpoints/forgeIndex.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import {
  applyClean,
  listEffects,
  makeRepository,
  makeWorktree,
  openIsolation,
  readShared,
  worktreeOf,
  write,
} from "./setup.ts";

const makeWorkspace = useWorkspaces();

function begin() {
  const workspace = makeWorkspace({}, true);
  makeRepository(workspace.folder);
  return { ...workspace, isolation: openIsolation(workspace.place, workspace.folder) };
}

const read = (folder: string, name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
const has = (folder: string, name: string): boolean => fs.existsSync(path.join(folder, name));
const left = (place: string): string[] => fs.readdirSync(path.join(place, "isolated"));

it("holds the uncommitted changes on its own branch, and changes nothing that worktrees share", async () => {
  const { place, folder, isolation } = begin();
  const [before, shared] = [readTree(folder), readShared(folder)];
  const { worktree, ...tree } = await makeWorktree(isolation, folder);
  expect(path.relative(place, tree.folder).split(path.sep)[0]).toBe("isolated");
  expect(userGit(tree.folder, "branch", "--show-current").trim()).toBe("own");
  expect([read(tree.folder, "a.txt"), read(tree.folder, "new.txt"), has(tree.folder, "c.txt")]).toEqual([
    "a2\n",
    "new\n",
    false,
  ]);
  expect([has(tree.folder, "env.local"), has(tree.folder, "cache")]).toEqual([false, false]);
  expect(userGit(tree.folder, "status", "--porcelain")).toBe(userGit(folder, "status", "--porcelain"));
  const { branches, entries, ...rest } = readShared(folder);
  const { branches: branchesBefore, entries: _, ...restBefore } = shared;
  expect(rest).toEqual(restBefore);
  expect(branches).toEqual([...branchesBefore, `refs/heads/own ${worktree?.commit}`]);
  expect(entries).toEqual([path.basename(tree.folder)]);
  const { ".git": _git, ...files } = readTree(folder) as Record<string, unknown>;
  expect(files).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name !== ".git")));
});

it("is created of a partial clone, whose files have no sizes until git fetches them", async () => {
  const { place, folder } = makeWorkspace({}, true);
  const source = path.join(place, "source");
  makeRepository(source);
  userGit(source, "config", "uploadpack.allowFilter", "true");
  userGit(folder, "clone", "-q", "--filter=blob:none", "--sparse", `file://${source}`, ".");
  const tree = await makeWorktree(openIsolation(place, folder), folder, { hasUncommitted: false });
  expect(read(tree.folder, "a.txt")).toBe("a\n");
});

it.skipIf(ignoresCase(os.tmpdir()))("has files that differ in case, whatever core.ignoreCase says", async () => {
  const { folder, isolation } = begin();
  userGit(folder, "config", "core.ignoreCase", "true");
  write(folder, { "A.txt": "another\n" });
  const tree = await makeWorktree(isolation, folder);
  expect(fs.readFileSync(path.join(tree.folder, "A.txt"), "utf8")).toBe("another\n");
});

it("knows unchanged files by their stats at once, even where a repository's filter fails", async () => {
  const { folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder);
  expect(userGit(tree.folder, "diff-files", "--name-only").trim().split("\n")).toEqual(["a.txt", "c.txt"]);
  write(folder, { ".gitattributes": "*.dat filter=broken\n", "x.dat": "x\n" });
  userGit(folder, "add", ".gitattributes", "x.dat");
  userGit(folder, "commit", "-qm", "with an attribute");
  userGit(folder, "config", "filter.broken.clean", "false");
  userGit(folder, "config", "filter.broken.required", "true");
  const { config } = readShared(folder);
  const other = await makeWorktree(isolation, folder, { branch: "other" });
  expect([read(other.folder, "x.dat"), read(other.folder, "a.txt"), readShared(folder).config]).toEqual([
    "x\n",
    "a2\n",
    config,
  ]);
  write(other.folder, { "x.dat": "changed\n" });
  expect(await listEffects(isolation, other.id)).toEqual({ "x.dat": "clean" });
});

it.each([true, false])(
  "is refused where its git would work in the original, which stays unchanged (uncommitted: %s)",
  async (hasUncommitted) => {
    const { folder, isolation, place } = begin();
    // As in a submodule: the work tree is in the configuration that all worktrees share.
    userGit(folder, "config", "extensions.worktreeConfig", "true");
    userGit(folder, "config", "core.worktree", folder);
    const before = readTree(folder);
    const result = await worktreeOf(isolation, folder, { hasUncommitted });
    expect(result).toMatchObject({
      code: "failed",
      detail: expect.stringContaining("instead of a new worktree. Use a copy."),
    });
    const { ".git": _, ...files } = readTree(folder) as Record<string, unknown>;
    const { ".git": _before, ...filesBefore } = before as Record<string, unknown>;
    expect(files).toEqual(filesBefore);
    expect(left(place)).toEqual([]);
    expect(readShared(folder).entries).toEqual([]);
  },
);

it("has only the last commit if asked, and says so", async () => {
  const { folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder, { hasUncommitted: false });
  expect([read(tree.folder, "a.txt"), has(tree.folder, "new.txt"), read(tree.folder, "c.txt")]).toEqual([
    "a\n",
    false,
    "c\n",
  ]);
  expect(userGit(tree.folder, "status", "--porcelain")).toBe("");
  expect(await listEffects(isolation, tree.id)).toEqual({});
  expect(describeForModel(tree)).toContain("Uncommitted changes of the original are not in it");
});

it("copies ignored files that .worktreeinclude or the setting names, and no others", async () => {
  const { place, folder, isolation } = begin();
  write(folder, {
    ".worktreeinclude": "# kept\n*.local\nnew.txt\n!not.local\n",
    "not.local": "no",
    "deep/x.local": "x",
    "cache/deps/a": "a",
    "cache/deps/b": "b",
  });
  write(place, { "outside/secret.local": "s" });
  fs.symlinkSync(path.join(place, "outside"), path.join(folder, "out.local"));
  for (const [branch, hasUncommitted] of [
    ["one", true],
    ["two", false],
  ] as const) {
    const tree = await makeWorktree(isolation, folder, { branch, hasUncommitted, include: ["/cache/deps/"] });
    expect(
      [read(tree.folder, "env.local"), read(tree.folder, "deep/x.local"), read(tree.folder, "cache/deps/b")],
      branch,
    ).toEqual(["SECRET=1\n", "x", "b"]);
    expect(
      [has(tree.folder, "not.local"), has(tree.folder, "cache/big"), has(tree.folder, "out.local")],
      branch,
    ).toEqual([false, false, false]);
    // It is not ignored, so it comes only with the uncommitted changes.
    expect(has(tree.folder, "new.txt"), branch).toBe(hasUncommitted);
    expect(tree.leftOut, branch).toContainEqual({ path: "out.local", reason: "linkOutside" });
    expect(await listEffects(isolation, tree.id), branch).toEqual({});
  }
});

it("creates no file outside a worktree or in its git folder", async () => {
  const { place, folder, isolation } = begin();
  for (const name of ["../aaaaaa/", ".git/aaaa/"]) {
    write(folder, { [`${name}x.txt`]: "outside", "abcdefghi/x.txt": "inside" });
    userGit(folder, "add", "abcdefghi");
    fs.rmSync(path.join(folder, "abcdefghi"), { recursive: true });
    forgeIndex(path.join(folder, ".git/index"), "abcdefghi/", name);
    const tree = await makeWorktree(isolation, folder, { branch: name.replace(/\W/g, "") });
    expect(fs.readdirSync(path.dirname(tree.folder))).toEqual([path.basename(tree.folder)]);
    expect(fs.statSync(path.join(tree.folder, ".git")).isFile()).toBe(true);
    expect(read(tree.folder, "a.txt")).toBe("a2\n");
    userGit(folder, "reset", "-q");
  }
  expect(left(place)).toHaveLength(2);
});

it("contains no link that leads out, and keeps tracked ones from being deleted by commits", async () => {
  const { place, folder, isolation } = begin();
  write(place, { "outside/secret.txt": "s" });
  fs.symlinkSync("../outside", path.join(folder, "out"));
  fs.symlinkSync("dir", path.join(folder, "inside"));
  userGit(folder, "add", "out", "inside");
  userGit(folder, "commit", "-qm", "links");
  // In the original, a folder has the place of the link now, with an ignored file.
  fs.rmSync(path.join(folder, "out"));
  write(folder, { "out/x.local": "x" });
  const committed = await makeWorktree(isolation, folder, {
    branch: "committed",
    hasUncommitted: false,
    include: ["*.local"],
  });
  fs.rmSync(path.join(folder, "out"), { recursive: true });
  fs.symlinkSync("../outside", path.join(folder, "out"));
  const copied = await makeWorktree(isolation, folder, { branch: "copied" });
  expect(read(committed.folder, "out/x.local")).toBe("x");
  expect(fs.readdirSync(path.join(place, "outside"))).toEqual(["secret.txt"]);
  for (const tree of [committed, copied]) {
    expect(fs.readlinkSync(path.join(tree.folder, "inside"))).toBe("dir");
    expect(tree.leftOut).toContainEqual({ path: "out", reason: "linkOutside" });
    write(tree.folder, { "b.txt": "b" });
    userGit(tree.folder, "add", "-A");
    userGit(tree.folder, "commit", "-qm", "all");
    expect(userGit(tree.folder, "ls-tree", "--name-only", "HEAD").split("\n")).toContain("out");
  }
});

it("runs no hook, and leaves tracking and relative paths out of the shared configuration", async () => {
  const { place, folder, isolation } = begin();
  for (const name of ["post-checkout", "reference-transaction", "post-index-change"]) {
    write(folder, { [`.git/hooks/${name}`]: `#!/bin/sh\necho ${name} >> "${path.join(place, "hooks")}"\n` });
    fs.chmodSync(path.join(folder, ".git/hooks", name), 0o755);
  }
  userGit(folder, "config", "branch.autoSetupMerge", "always");
  userGit(folder, "config", "worktree.useRelativePaths", "true");
  fs.rmSync(path.join(place, "hooks"), { force: true });
  const before = read(folder, ".git/config");
  const tree = await makeWorktree(isolation, folder);
  await isolation.discard(tree.id);
  expect(read(folder, ".git/config")).toBe(before);
  expect(has(place, "hooks")).toBe(false);
});

it("works in the same subfolder of the repository, and applies changes of all of it", async () => {
  const { place, folder } = begin();
  const isolation = openIsolation(place, path.join(folder, "dir"));
  const tree = await makeWorktree(isolation, path.join(folder, "dir"));
  expect([tree.origin, tree.root, path.basename(tree.folder)]).toEqual([path.join(folder, "dir"), folder, "dir"]);
  expect(isolation.find(tree.folder)?.id).toBe(tree.id);
  write(tree.folder, { "b.txt": "B\n", "../above.txt": "above\n" });
  expect(await listEffects(isolation, tree.id)).toEqual({ "dir/b.txt": "clean", "above.txt": "clean" });
  expect(await applyClean(isolation, tree.id)).toEqual({ kind: "applied", files: 2 });
  expect([read(folder, "dir/b.txt"), read(folder, "above.txt")]).toEqual(["B\n", "above\n"]);
});

it("tells the model each worktree's branch, base, distance, missing files and own ports", async () => {
  const { place, folder, isolation } = begin();
  userGit(folder, "init", "-q", "--bare", path.join(place, "remote"));
  userGit(folder, "remote", "add", "origin", path.join(place, "remote"));
  userGit(folder, "push", "-q", "-u", "origin", "main");
  userGit(folder, "commit", "-q", "--allow-empty", "-m", "more");
  const blocker = net.createServer();
  await new Promise<void>((resolve) => blocker.listen(20_003, "127.0.0.1", resolve));
  const one = await makeWorktree(isolation, folder, { branch: "one" });
  const two = await makeWorktree(isolation, folder, { branch: "two" });
  blocker.close();
  const about = describeForModel(one);
  expect(about).toContain(`its own branch "one"`);
  expect(about).toContain(
    `commit ${userGit(folder, "rev-parse", "HEAD").slice(0, 12)} of the branch "main", which was 1 commits ahead of "origin/main" and 0 behind`,
  );
  expect(about).toContain("Ignored files such as installed packages");
  const [first, second] = [one.worktree?.ports, two.worktree?.ports];
  expect(first?.first).not.toBe(20_000);
  expect(second?.first).toBeGreaterThan(first?.last ?? Number.POSITIVE_INFINITY);
  expect(getIsolatedEnvironment(place, one)).toMatchObject({
    TANDEM_PORT_FIRST: String(first?.first),
    TANDEM_PORT_LAST: String(first?.last),
  });
});

it.each([
  ["a folder without a repository", "other", {}, "noRepository"],
  ["a repository without a commit", "empty", {}, "noCommit"],
  ["a branch that exists", "workspace", { branch: "main" }, "badBranch"],
  ["a branch that looks like an option", "workspace", { branch: "--force" }, "badBranch"],
  ["a branch with ..", "workspace", { branch: "a/../b" }, "badBranch"],
  ["a folder outside of the allowed ones, by ..", "workspace/../outside", {}, "notAllowed"],
] as const)("refuses %s, and leaves nothing", async (_name, origin, options, code) => {
  const { place, folder } = begin();
  for (const name of ["other", "empty", "outside"]) fs.mkdirSync(path.join(place, name));
  userGit(path.join(place, "empty"), "init", "-q");
  const isolation = openIsolation(place, folder, {
    allowedRoots: () => [folder, path.join(place, "other"), path.join(place, "empty")],
  });
  const before = readShared(folder);
  expect(await worktreeOf(isolation, path.join(place, origin), options)).toMatchObject({ code });
  expect(readShared(folder)).toEqual(before);
  expect(has(place, "isolated") ? left(place) : []).toEqual([]);
});

it("removes a worktree that is too large or cancelled, but no branch of the user", async () => {
  const { place, folder, isolation } = begin();
  write(folder, { "large.bin": "x".repeat(5000) });
  const before = readShared(folder);
  const small = openIsolation(place, folder, { maxBytes: () => 1000 });
  for (const hasUncommitted of [true, false]) {
    if (!hasUncommitted) userGit(folder, "add", "large.bin");
    if (!hasUncommitted) userGit(folder, "commit", "-qm", "large");
    expect(await worktreeOf(small, folder, { hasUncommitted })).toMatchObject({ code: "overBudget", limit: 1000 });
    expect(left(place)).toEqual([]);
    expect(readShared(folder).entries).toEqual(before.entries);
  }
  const controller = new AbortController();
  const cancelled = await worktreeOf(isolation, folder, {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  expect(cancelled).toEqual({ code: "cancelled" });
  expect(left(place)).toEqual([]);
  expect(readShared(folder)).toMatchObject({ entries: [], config: before.config });
  expect(readShared(folder).branches).toHaveLength(1);
});

it("removes worktree and branch when it is discarded without commits, and still applies the changes", async () => {
  const { place, folder, isolation } = begin();
  const before = readShared(folder);
  userGit(folder, "worktree", "add", "-q", path.join(place, "users"), "-b", "users");
  // The user's other worktree is on a disk that is not there now.
  fs.renameSync(path.join(place, "users"), path.join(place, "away"));
  const tree = await makeWorktree(isolation, folder);
  write(tree.folder, { "a.txt": "A\n" });
  expect(await isolation.describeBranch(tree.id)).toEqual({ branch: "own", exists: true, commits: [], commitCount: 0 });
  await isolation.discard(tree.id);
  expect(has(tree.folder, ".")).toBe(false);
  expect(readShared(folder)).toEqual({
    ...before,
    branches: [...before.branches, before.branches[0]?.replace("main", "users")],
    entries: ["users"],
  });
  expect(isolation.list()).toMatchObject([{ id: tree.id, kind: "worktree" }]);
  expect(await applyClean(isolation, tree.id)).toEqual({ kind: "applied", files: 1 });
  expect(read(folder, "a.txt")).toBe("A\n");
});

it("keeps a branch with commits, names unpushed ones, and gives a detached commit a branch", async () => {
  const { folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder);
  userGit(tree.folder, "commit", "-qam", "own work");
  userGit(tree.folder, "checkout", "-q", "--detach");
  userGit(tree.folder, "commit", "-q", "--allow-empty", "-m", "detached work");
  const branch = await isolation.describeBranch(tree.id);
  expect(branch).toMatchObject({ exists: true, commitCount: 2 });
  expect(branch?.commits.map((line) => line.replace(/^\w+ /, ""))).toEqual(["detached work", "own work"]);
  await isolation.discard(tree.id);
  expect(userGit(folder, "log", "-1", "--format=%s", "own").trim()).toBe("own work");
  expect(userGit(folder, "log", "-1", "--format=%s", `own-${tree.id}-detached`).trim()).toBe("detached work");
  await isolation.remove(tree.id);
  expect(userGit(folder, "log", "-1", "--format=%s", "own").trim()).toBe("own work");
  expect(readShared(folder).entries).toEqual([]);
});

it("removes a branch whose commits were merged", async () => {
  const { folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder);
  write(tree.folder, { "dir/b.txt": "B\n" });
  userGit(tree.folder, "commit", "-qm", "own work", "dir/b.txt");
  userGit(folder, "merge", "-q", "own");
  expect(await isolation.describeBranch(tree.id)).toMatchObject({ exists: true, commitCount: 0 });
  await isolation.discard(tree.id);
  expect(readShared(folder).branches).toEqual([expect.stringContaining("refs/heads/main ")]);
  expect(await isolation.describeBranch(tree.id)).toMatchObject({ exists: false });
});

it("trusts no .git that a conversation put into its worktree", async () => {
  const { place, folder, isolation } = begin();
  const tree = await makeWorktree(isolation, folder);
  const trap = path.join(place, "trap");
  fs.rmSync(path.join(tree.folder, ".git"));
  userGit(tree.folder, "init", "-q");
  const run = `sh -c 'touch ${trap}; cat'`;
  for (const name of ["core.fsmonitor", "filter.evil.clean", "filter.evil.smudge", "diff.external", "gpg.program"])
    userGit(tree.folder, "config", name, run);
  userGit(tree.folder, "config", "core.hooksPath", place);
  write(tree.folder, { ".gitattributes": "* filter=evil\n", "a.txt": "changed\n" });
  expect(await isolation.describeBranch(tree.id)).toMatchObject({ exists: true, commitCount: 0 });
  expect(await listEffects(isolation, tree.id)).toMatchObject({ "a.txt": "clean" });
  await isolation.discard(tree.id);
  expect(has(place, "trap")).toBe(false);
  expect(readShared(folder).entries).toEqual([]);
});
