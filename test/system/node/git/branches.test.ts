import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { GitBranches } from "../../../../extension/node/git/branches.ts";
import { systemClock } from "../../../fakes/systemClock.ts";

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-branches-")));
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

it("reports the branch of a repository, a worktree and a folder below, and its changes", async () => {
  const repository = path.join(root, "repository");
  const worktree = path.join(root, "worktree");
  fs.mkdirSync(path.join(repository, "below"), { recursive: true });
  const git = (folder: string, ...args: string[]): void => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull };
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", ...args], { cwd: folder, env, stdio: "ignore" });
  };
  git(repository, "init", "-b", "main");
  git(repository, "commit", "--allow-empty", "-m", "first");
  git(repository, "worktree", "add", "-b", "beside", worktree);
  const branches = new GitBranches(systemClock);
  expect(
    await Promise.all(
      [repository, path.join(repository, "below"), worktree, root].map((folder) => branches.read(folder)),
    ),
  ).toEqual(["main", "main", "beside", undefined]);
  for (const [folder, name] of [
    [repository, "topic"],
    [worktree, "feature/more"],
  ] as const) {
    const changed = await new Promise<string | undefined>((resolve) => {
      const watching = branches.watch(folder, () => {
        watching.dispose();
        resolve(branches.read(folder));
      });
      git(folder, "checkout", "-b", name);
    });
    expect(changed).toBe(name);
  }
  git(repository, "checkout", "--detach");
  expect(await branches.read(repository)).toMatch(/^[0-9a-f]{7}$/);
  fs.mkdirSync(path.join(repository, ".git", "rebase-merge"));
  expect(await branches.read(repository)).toBeUndefined();
});

it("watches nothing where there is no repository", () => {
  const branches = new GitBranches(systemClock);
  branches.watch(path.join(root, "nowhere"), () => {}).dispose();
});
