import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DiskFolderStates } from "../../../extension/git/folderStates.ts";
import { readCommittedText } from "../../../extension/git/gitFiles.ts";
import type { CompareOptions } from "../../../extension/session/ports.ts";

let folder: string;
const at = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), text);
};
/** Another time than any that a write of now has. */
const touch = (name: string) => fs.utimesSync(at(name), new Date(2020, 1, 1), new Date(2020, 1, 1));
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
  });
const repository = () => {
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "First");
};
const withGit = new DiskFolderStates(async () => "git");
const withoutGit = new DiskFolderStates(async () => undefined);

/** Returns the changes that `command` made, by paths from the folder. */
async function getChanges(states: DiskFolderStates, act: () => void, options: CompareOptions = {}) {
  const before = await states.read(folder);
  act();
  const after = before && (await states.read(folder, before));
  if (!before || !after) return undefined;
  const changes = await states.compare(before, after, options);
  return changes.map((change) => `${change.state} ${path.relative(folder, change.path)}`).sort();
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-folder-"));
  write("a.txt", "one\n");
  write("sub/b é.txt", "two\n");
  write("gone.txt", "three\n");
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const act = () => {
  write("a.txt", "other\n");
  write("new/c.txt", "new\n");
  fs.rmSync(at("gone.txt"));
  fs.renameSync(at("sub/b é.txt"), at("sub/moved.txt"));
  fs.mkdirSync(at("empty"));
};
const made = ["changed a.txt", "created new/c.txt", "created sub/moved.txt", "deleted gone.txt", "deleted sub/b é.txt"];

describe.each([
  ["with a repository", withGit, repository],
  ["with git but no repository", withGit, () => {}],
  ["without git", withoutGit, () => {}],
] as const)("a folder %s", (_name, states, prepare) => {
  beforeEach(prepare);

  it("tells what was changed, created and deleted", async () => {
    expect(await getChanges(states, act)).toEqual(made);
  });

  it("tells nothing of files that were touched, or written as they were", async () => {
    write("untracked.txt", "mine\n");
    const touchAll = () => {
      for (const name of ["a.txt", "sub/b é.txt", "untracked.txt"]) touch(name);
      write("gone.txt", "three\n");
    };
    expect(await getChanges(states, touchAll)).toEqual([]);
  });

  it("tells a content of the same size, and what may be run now, as changes", async () => {
    write("untracked.txt", "mine\n");
    const change = () => {
      write("a.txt", "two\n");
      touch("a.txt");
      write("untracked.txt", "your\n");
      fs.chmodSync(at("gone.txt"), 0o755);
    };
    expect(await getChanges(states, change)).toEqual(["changed a.txt", "changed gone.txt", "changed untracked.txt"]);
  });

  it("counts what changed after a time only, and what changed before a late look too", async () => {
    const now = Date.now();
    expect(await getChanges(states, act, { since: now + 60_000 })).toEqual(["deleted gone.txt", "deleted sub/b é.txt"]);
    write("early.txt", "before the look\n");
    expect(await getChanges(states, () => {}, { lateSince: now })).toContain("changed early.txt");
    expect(await getChanges(states, () => {}, { lateSince: now + 60_000 })).toEqual([]);
  });

  it("opens no pipe", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    expect(await getChanges(states, act)).toEqual(made);
  });
});

it("leaves out what the repository ignores, and goes on as it began when a command makes a repository", async () => {
  write("node_modules/x/index.js", "x\n");
  write("big/made.txt", "made\n");
  expect(await getChanges(withGit, repository)).toEqual([]);
  write(".gitignore", "node_modules\nbig\n");
  expect(await getChanges(withGit, () => write("big/more.txt", "more\n"))).toEqual([]);
  // A file that is ignored from now on is not gone.
  write("later.txt", "later\n");
  expect(await getChanges(withGit, () => write(".gitignore", "later.txt\n"))).not.toContain("deleted later.txt");
});

it("runs no program that the repository names", async () => {
  const trap = at("trap.sh");
  fs.writeFileSync(trap, `#!/bin/sh\ntouch "${folder}/sprung"\ncat\n`, { mode: 0o755 });
  repository();
  write(".gitattributes", "*.txt filter=trap diff=trap\n");
  for (const key of ["filter.trap.clean", "filter.trap.smudge", "filter.trap.process", "diff.trap.textconv", "core.fsmonitor", "core.pager"])
    git("config", key, trap);
  git("config", "core.hooksPath", folder);
  write("a.txt", "racy\n");
  expect(await getChanges(withGit, act)).toEqual(made);
  expect(await readCommittedText("git", folder, "a.txt")).toBe("one\n");
  expect(await readCommittedText("git", at("sub"), "b é.txt")).toBe("two\n");
  await expect(readCommittedText("git", folder, "none.txt")).rejects.toThrow();
  expect(fs.existsSync(at("sprung"))).toBe(false);
});

it("compares no folder of too many files", async () => {
  const few = (git: string | undefined) => new DiskFolderStates(async () => git, { repository: 4, walk: 3 });
  expect((await few(undefined).read(folder))?.files.size).toBe(3);
  write("four.txt", "4\n");
  expect(await few(undefined).read(folder)).toBeUndefined();
  repository();
  expect((await few("git").read(folder))?.files.size).toBe(4);
  write("five.txt", "5\n");
  expect(await few("git").read(folder)).toBeUndefined();
});
