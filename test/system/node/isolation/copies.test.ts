// @vitest-environment node
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readTree } from "../checkpoints/readTree.ts";
import { program, userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { copyOf, makeCopy, openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

function begin(files: Readonly<Record<string, string>> = { "a.txt": "one\n" }) {
  const workspace = makeWorkspace(files);
  return { ...workspace, isolation: openIsolation(workspace.place, workspace.folder) };
}

const left = (place: string): string[] =>
  fs.existsSync(path.join(place, "isolated")) ? fs.readdirSync(path.join(place, "isolated")) : [];

it("copies a folder with uncommitted, untracked and ignored files, and leaves the original unchanged", async () => {
  const { folder, isolation } = begin({
    "a.txt": "one\n",
    ".gitignore": "ignored/\n",
    "ignored/big.bin": "x",
    "deep/er/b.txt": "b",
  });
  userGit(folder, "init", "-q");
  userGit(folder, "add", "a.txt");
  userGit(folder, "commit", "-qm", "first");
  write(folder, { "a.txt": "two\n" });
  fs.chmodSync(path.join(folder, "a.txt"), 0o755);
  const before = readTree(folder);
  const copy = await makeCopy(isolation, folder);
  expect(readTree(copy.folder)).toEqual(before);
  expect(readTree(folder)).toEqual(before);
  expect(path.basename(copy.folder)).toBe(path.basename(folder));
  expect(userGit(copy.folder, "status", "--porcelain")).toBe(userGit(folder, "status", "--porcelain"));
  expect(fs.statSync(path.join(copy.folder, "a.txt")).mtimeMs).toBeCloseTo(
    fs.statSync(path.join(folder, "a.txt")).mtimeMs,
    -1,
  );
  expect(isolation.find(copy.folder)).toMatchObject({ id: copy.id, origin: folder });
  expect(isolation.find(path.join(copy.folder, "deep"))?.id).toBe(copy.id);
  expect(isolation.find(folder)).toBeUndefined();
});

it("shares no file with the original: a write to either does not reach the other", async () => {
  const { folder, isolation } = begin();
  fs.linkSync(path.join(folder, "a.txt"), path.join(folder, "same.txt"));
  const copy = await makeCopy(isolation, folder);
  for (const name of ["a.txt", "same.txt"]) expect(fs.statSync(path.join(copy.folder, name)).nlink, name).toBe(1);
  fs.appendFileSync(path.join(copy.folder, "same.txt"), "more\n");
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one\n");
});

describe("leaves out a git folder with which git in the copy would work elsewhere", () => {
  const configurations: Readonly<Record<string, (git: string, outside: string) => void>> = {
    "a work tree on one line": (git, outside) =>
      fs.appendFileSync(path.join(git, "config"), `[core] worktree = ${outside}\n`),
    "a relative work tree": (git) =>
      fs.appendFileSync(path.join(git, "config"), "[core]\n\tworktree = ../../../outside\n"),
    "a configuration of the worktree": (git, outside) => {
      fs.appendFileSync(
        path.join(git, "config"),
        "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n",
      );
      fs.writeFileSync(path.join(git, "config.worktree"), `[core]\n\tworktree = ${outside}\n`);
    },
  };

  it.each(Object.entries(configurations))("%s", async (_, configure) => {
    const { place, folder, isolation } = begin({ "in/a.txt": "a", "own/b.txt": "b" });
    const outside = path.join(place, "outside");
    write(place, { "outside/secret.txt": "s" });
    for (const name of ["in", "own"]) userGit(path.join(folder, name), "init", "-q");
    configure(path.join(folder, "in", ".git"), outside);
    const copy = await makeCopy(isolation, folder);
    expect(copy.leftOut).toEqual([{ path: "in/.git", reason: "gitElsewhere" }]);
    expect(fs.existsSync(path.join(copy.folder, "in/.git"))).toBe(false);
    expect(fs.readFileSync(path.join(copy.folder, "in/a.txt"), "utf8")).toBe("a");
    // A repository of its own stays one.
    expect(userGit(path.join(copy.folder, "own"), "rev-parse", "--show-toplevel").trim()).toBe(
      fs.realpathSync(path.join(copy.folder, "own")),
    );
  });
});

it("leaves out links that lead out of the folder, and git folders of repositories elsewhere", async () => {
  const { place, folder, isolation } = begin({ "in/a.txt": "a" });
  write(place, { "outside/secret.txt": "s" });
  const link = (target: string, name: string): void => fs.symlinkSync(target, path.join(folder, name));
  link("in/a.txt", "good");
  link("../workspace/in/a.txt", "throughOutside");
  link(path.join(folder, "in/a.txt"), "absolute");
  link("../outside/secret.txt", "out");
  link("../outside", "folderOut");
  link("../nowhere/new.txt", "brokenOut");
  link("notYet.txt", "brokenInside");
  link("in", "folderIn");
  link("folderIn/../../outside/secret.txt", "twisted");
  write(folder, {
    "module/.git": "gitdir: /elsewhere/.git/modules/module\n",
    "strange/.git/config": "[core]\n\tworktree = /elsewhere\n",
  });
  execFileSync("mkfifo", [path.join(folder, "pipe")]);
  const copy = await makeCopy(isolation, folder);
  const reasons = Object.fromEntries(copy.leftOut.map((each) => [each.path, each.reason]));
  expect(reasons).toEqual({
    throughOutside: "linkOutside",
    absolute: "linkOutside",
    out: "linkOutside",
    folderOut: "linkOutside",
    brokenOut: "linkOutside",
    twisted: "linkOutside",
    "module/.git": "gitElsewhere",
    "strange/.git": "gitElsewhere",
    pipe: "special",
  });
  for (const name of ["good", "brokenInside", "folderIn"])
    expect(fs.lstatSync(path.join(copy.folder, name)).isSymbolicLink(), name).toBe(true);
  for (const name of Object.keys(reasons)) expect(fs.existsSync(path.join(copy.folder, name)), name).toBe(false);
});

it("does not take over what lets git act on other worktrees of the original", async () => {
  const { place, folder, isolation } = begin();
  userGit(folder, "init", "-q");
  userGit(folder, "add", ".");
  userGit(folder, "commit", "-qm", "first");
  userGit(folder, "worktree", "add", "-q", path.join(place, "linked"));
  userGit(folder, "clone", "-q", ".", "sub");
  userGit(path.join(folder, "sub"), "worktree", "add", "-q", path.join(place, "linkedToo"));
  const copy = await makeCopy(isolation, folder);
  for (const name of ["", "sub"])
    expect(userGit(path.join(copy.folder, name), "worktree", "list").trim().split("\n"), name).toHaveLength(1);
  // The linked worktree itself, whose .git file leads to the original.
  const ofLinked = openIsolation(place, path.join(place, "linked"));
  const second = await makeCopy(ofLinked, path.join(place, "linked"));
  expect(second.leftOut).toEqual([{ path: ".git", reason: "gitElsewhere" }]);
});

it("lets git work in a copy that was made while git worked in the original", async () => {
  const { folder, isolation } = begin();
  userGit(folder, "init", "-q");
  write(folder, { ".git/index.lock": "", ".git/refs/heads/main.lock": "", "package.lock": "{}" });
  const copy = await makeCopy(isolation, folder);
  userGit(copy.folder, "add", "package.lock");
  userGit(copy.folder, "commit", "-qm", "in the copy");
  expect(copy.leftOut).toEqual([]);
});

it("reads what a copied repository borrows from one elsewhere that a relative path names", async () => {
  const { place, folder, isolation } = begin({ "in/a.txt": "a" });
  const [lender, borrower] = [path.join(place, "lender"), path.join(folder, "in")];
  userGit(place, "init", "-q", "lender");
  userGit(lender, "commit", "-q", "--allow-empty", "-m", "lent");
  for (const name of ["in", "own"]) userGit(folder, "clone", "-q", "-s", lender, `${name}/clone`);
  const alternates = (of: string): string => path.join(of, "clone/.git/objects/info/alternates");
  fs.writeFileSync(alternates(borrower), "# lent\n../../../../../lender/.git/objects\n");
  fs.writeFileSync(alternates(path.join(folder, "own")), "../../../../in/clone/.git/objects\n");
  const copy = await makeCopy(isolation, folder);
  for (const name of ["in", "own"])
    expect(userGit(path.join(copy.folder, name, "clone"), "log", "--format=%s").trim(), name).toBe("lent");
  // One in the copy stays there.
  expect(fs.readFileSync(alternates(path.join(copy.folder, "own")), "utf8")).toMatch(/^\.\./);
  expect((await isolation.compare(copy.id)).work).toEqual([]);
});

it.each([
  ["a folder outside of the allowed ones", (place: string) => path.join(place, "other"), "notAllowed"],
  [
    "a folder with .. that leads outside",
    (place: string) => path.join(place, "workspace", "..", "other"),
    "notAllowed",
  ],
  [
    "a link in the workspace that leads outside",
    (place: string) => path.join(place, "workspace", "link"),
    "notAllowed",
  ],
  ["the home folder", () => os.homedir(), "homeOrRoot"],
  ["the root of the disk", () => "/", "homeOrRoot"],
  ["a file", (place: string) => path.join(place, "workspace", "a.txt"), "notFolder"],
  ["nothing", (place: string) => path.join(place, "workspace", "none"), "notFolder"],
])("refuses %s, and leaves nothing", async (_name, choose, code) => {
  const { place, folder, isolation } = begin();
  write(place, { "other/a.txt": "a" });
  fs.symlinkSync(path.join(place, "other"), path.join(folder, "link"));
  expect(await copyOf(isolation, choose(place))).toMatchObject({ code });
  expect(left(place)).toEqual([]);
});

it.skipIf(process.platform !== "linux")("names what it cannot copy because its name is no text", async () => {
  const { place, folder } = makeWorkspace({ "a.txt": "a\n" });
  fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff])]), "only here");
  const copy = await makeCopy(openIsolation(place, folder), folder);
  expect(copy.leftOut).toEqual([{ path: "x\uFFFD", reason: "unreadable" }]);
});

it("allows a folder that the user's setting names", async () => {
  const { place, folder } = begin();
  write(place, { "other/a.txt": "a" });
  const isolation = openIsolation(place, folder, { allowedRoots: () => [folder, path.join(place, "other")] });
  expect(await makeCopy(isolation, path.join(place, "other"))).toMatchObject({ origin: path.join(place, "other") });
});

it("refuses a folder over the budget before it copies, says the sizes, and leaves nothing", async () => {
  const { place, folder } = begin({ "a.bin": "x".repeat(600), "b.bin": "x".repeat(600) });
  const isolation = openIsolation(place, folder, { maxBytes: () => 1000 });
  expect(await copyOf(isolation, folder)).toEqual({ code: "overBudget", folder, bytes: 1200, limit: 1000 });
  expect(left(place)).toEqual([]);
});

it("leaves nothing when it is cancelled while it copies", async () => {
  const { place, folder, isolation } = begin(
    Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`${at}.txt`, "x"])),
  );
  const controller = new AbortController();
  const made = await isolation.createCopy({
    origin: folder,
    signal: controller.signal,
    onProgress: (done) => done >= 32 && controller.abort(),
  });
  expect(made).toEqual({ code: "cancelled" });
  expect(left(place)).toEqual([]);
});

it("reports that git is missing", async () => {
  const { place, folder } = begin();
  const isolation = openIsolation(place, folder, { findGit: async () => undefined });
  expect(await copyOf(isolation, folder)).toEqual({ code: "noGit" });
});

it("copies a folder in a repository with the ignore rules above it", async () => {
  const { folder, place } = begin({ ".gitignore": "*.log\n", "package/a.txt": "a", "package/b.log": "b" });
  userGit(folder, "init", "-q");
  const isolation = openIsolation(place, path.join(folder, "package"));
  const copy = await makeCopy(isolation, path.join(folder, "package"));
  expect(fs.readdirSync(copy.folder).sort()).toEqual(["a.txt", "b.log"]);
  write(copy.folder, { "a.txt": "changed", "b.log": "changed", "new.log": "new" });
  const { changes, others } = await isolation.compare(copy.id);
  expect(changes.map((change) => change.path)).toEqual(["a.txt"]);
  expect(others).toEqual(["b.log", "new.log"]);
});

it.skipIf(process.platform === "win32")("compares any number of changed files with few processes of git", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `f${at}.txt`);
  const { place, folder } = begin(Object.fromEntries(names.map((name) => [name, "one\n"])));
  const calls = path.join(place, "calls");
  const counting = path.join(place, "git.sh");
  fs.writeFileSync(counting, `#!/bin/sh\necho x >> '${calls}'\nexec '${program}' "$@"\n`, { mode: 0o755 });
  const isolation = openIsolation(place, folder, { findGit: async () => counting });
  const copy = await makeCopy(isolation, folder);
  for (const name of names) write(copy.folder, { [name]: "two\n" });
  fs.rmSync(calls);
  const { changes } = await isolation.compare(copy.id);
  expect(changes.map(({ base, theirs }) => [base?.text, theirs?.text])).toEqual(names.map(() => ["one\n", "two\n"]));
  expect(fs.readFileSync(calls, "utf8").length / 2).toBeLessThan(25);
});
