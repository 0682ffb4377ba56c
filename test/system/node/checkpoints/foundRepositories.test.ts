import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { isRepository } from "../../../../extension/node/git/worktrees.ts";
import { userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();

/** Makes a folder a worktree of a repository elsewhere, whose folder it returns. */
function makeWorktree(folder: string): string {
  const main = path.join(folder, "../../main");
  fs.mkdirSync(main);
  userGit(main, "init", "-q");
  userGit(main, "commit", "-q", "--allow-empty", "-m", "one");
  fs.rmSync(folder, { recursive: true });
  userGit(main, "worktree", "add", "-q", folder);
  return main;
}

const kinds: readonly (readonly [string, (folder: string, write: (name: string, text: string) => void) => void])[] = [
  ["no .git", () => undefined],
  ["an empty .git", (folder) => fs.mkdirSync(path.join(folder, ".git"))],
  ["a repository", (folder) => userGit(folder, "init", "-q")],
  [
    "a repository with a detached HEAD",
    (folder) => {
      userGit(folder, "init", "-q");
      userGit(folder, "commit", "-q", "--allow-empty", "-m", "one");
      userGit(folder, "checkout", "-q", "--detach");
    },
  ],
  [
    "a repository with other hashes",
    (folder) => {
      userGit(folder, "init", "-q", "--object-format=sha256");
      userGit(folder, "commit", "-q", "--allow-empty", "-m", "one");
      userGit(folder, "checkout", "-q", "--detach");
    },
  ],
  [
    "a damaged HEAD",
    (folder, write) => {
      userGit(folder, "init", "-q");
      write("inner/.git/HEAD", "\0\0\0\0\n");
    },
  ],
  [
    "a HEAD outside refs",
    (folder, write) => {
      userGit(folder, "init", "-q");
      write("inner/.git/HEAD", "ref: elsewhere\n");
    },
  ],
  [
    "no objects",
    (folder) => {
      userGit(folder, "init", "-q");
      fs.rmSync(path.join(folder, ".git/objects"), { recursive: true });
    },
  ],
  [
    "no refs",
    (folder) => {
      userGit(folder, "init", "-q");
      fs.rmSync(path.join(folder, ".git/refs"), { recursive: true });
    },
  ],
  ["a file of another kind", (_, write) => write("inner/.git", "ign\n")],
  ["a file that names nothing", (_, write) => write("inner/.git", "gitdir: nowhere\n")],
  ["a git folder elsewhere", (folder) => userGit(folder, "init", "-q", "--separate-git-dir=../../elsewhere")],
  ["a worktree", (folder) => void makeWorktree(folder)],
  ["a worktree whose repository is gone", (folder) => fs.rmSync(makeWorktree(folder), { recursive: true })],
];

it.each(kinds)("takes a folder for a repository as git does: %s", (_, make) => {
  const { folder, write } = workspace({ "inner/a.txt": "one" });
  userGit(folder, "init", "-q");
  make(path.join(folder, "inner"), write);
  write("inner/a.txt", "one");
  const listed = userGit(folder, "ls-files", "--others").split("\n");
  expect(isRepository(path.join(folder, "inner"))).toBe(listed.includes("inner/"));
});
