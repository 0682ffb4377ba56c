import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCommittedReader, readCommittedText } from "../../../../extension/node/git/committedText.ts";
import { showCommit } from "../../../../extension/node/git/showCommit.ts";

let folder: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
  });
const commit = (name: string, text: string, message: string): string => {
  fs.writeFileSync(path.join(folder, name), text);
  git("add", name);
  git("commit", "-qm", message);
  return git("rev-parse", "HEAD").trim();
};

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-commit-"));
  git("init", "-q", "-b", "main");
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

it("shows the first commit, a later one, and a merge against its first parent", async () => {
  const first = commit("a.txt", "one\n", "Add a\n\nIts reason.");
  expect(await showCommit("git", folder, first.slice(0, 8))).toMatch(
    new RegExp(`^commit ${first}\\n\\nAdd a\\n\\nIts reason\\.\\n[\\s\\S]*\\+one`),
  );
  git("checkout", "-qb", "side");
  commit("b.txt", "side\n", "Add b");
  git("checkout", "-q", "main");
  const later = commit("a.txt", "two\n", "Change a");
  expect(await showCommit("git", folder, later)).toContain("-one\n+two");
  git("merge", "-q", "--no-edit", "side");
  const merged = await showCommit("git", folder, git("rev-parse", "HEAD").trim());
  expect([merged.includes("+side"), merged.includes("two")]).toEqual([true, false]);
});

it("runs no program that a submodule names", async () => {
  const trap = path.join(folder, "trap.sh");
  fs.writeFileSync(trap, `#!/bin/sh\ntouch "${folder}/sprung"\n`, { mode: 0o755 });
  const inner = path.join(folder, "inner");
  fs.mkdirSync(inner);
  git("-C", inner, "init", "-q");
  const move = (text: string): string => {
    fs.writeFileSync(path.join(inner, "x.txt"), text);
    git("-C", inner, "add", "x.txt");
    git("-C", inner, "commit", "-qm", text);
    git("add", "inner");
    git("commit", "-qm", `Move to ${text}`);
    return git("rev-parse", "HEAD").trim();
  };
  fs.writeFileSync(path.join(folder, ".gitmodules"), '[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n');
  git("add", ".gitmodules");
  move("one");
  const hash = move("two");
  git("config", "diff.submodule", "diff");
  git("-C", inner, "config", "diff.external", trap);
  expect(await showCommit("git", folder, hash)).toContain("+Subproject commit");
  expect(fs.existsSync(path.join(folder, "sprung"))).toBe(false);
});

it("runs no program that the repository names, and reports git's error for a missing commit", async () => {
  const trap = path.join(folder, "trap.sh");
  fs.writeFileSync(trap, `#!/bin/sh\ntouch "${folder}/sprung"\n`, { mode: 0o755 });
  const hash = commit("a.txt", "one\n", "Add a");
  fs.writeFileSync(path.join(folder, ".gitattributes"), "*.txt diff=trap\n");
  for (const key of [
    "diff.external",
    "diff.trap.command",
    "diff.trap.textconv",
    "gpg.program",
    "core.pager",
    "core.fsmonitor",
  ])
    git("config", key, trap);
  git("config", "log.showSignature", "true");
  expect(await showCommit("git", folder, hash)).toContain("+one");
  expect(fs.existsSync(path.join(folder, "sprung"))).toBe(false);
  // A partial clone would fetch the missing objects.
  const blob = git("rev-parse", `${hash}:a.txt`).trim();
  fs.rmSync(path.join(folder, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  const partial = {
    "core.repositoryformatversion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
  };
  const remote = {
    "remote.origin.url": "ssh://localhost/none",
    "core.sshCommand": trap,
    "protocol.ssh.allow": "always",
  };
  for (const [key, value] of Object.entries({ ...partial, ...remote })) git("config", key, value);
  await expect(showCommit("git", folder, hash)).rejects.toThrow();
  expect(fs.existsSync(path.join(folder, "sprung"))).toBe(false);
  await expect(showCommit("git", folder, "abcdef12")).rejects.toThrow(/abcdef12/);
});

it("shows the commit of this repository in a window that git started from another one", async () => {
  const first = commit("a.txt", "one\n", "Add a");
  const inherited = {
    GIT_DIR: path.join(folder, "nowhere"),
    GIT_OBJECT_DIRECTORY: path.join(folder, "nothing"),
    GIT_CONFIG_COUNT: "x",
  };
  try {
    Object.assign(process.env, inherited);
    expect(await showCommit("git", folder, first)).toContain("Add a");
    expect(await readCommittedText("git", folder, "a.txt")).toBe("one\n");
  } finally {
    for (const name of Object.keys(inherited)) delete process.env[name];
  }
});

it("reads no committed text without git, without the file, and if git cannot be found", async () => {
  commit("a.txt", "one\n", "Add a");
  const read = (findGit: () => Promise<string | undefined>, name: string) =>
    createCommittedReader(findGit)(folder, name);
  expect(await read(async () => "git", "a.txt")).toBe("one\n");
  expect(await read(async () => "git", "b.txt")).toBe(undefined);
  expect(await read(async () => undefined, "a.txt")).toBe(undefined);
  expect(await read(() => Promise.reject(new Error("no git")), "a.txt")).toBe(undefined);
});
