import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listNamedFiles } from "../../../../extension/node/git/namedFiles.ts";
import { program, userGit } from "../checkpoints/setup.ts";

let folder: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-named-")));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (name: string): void => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), "x");
};
const commit = (name = ""): void => {
  const at = path.join(folder, name);
  userGit(at, "init", "-q");
  userGit(at, "add", "-A");
  userGit(at, "commit", "-qm", "all");
};
const list = (below = "") =>
  listNamedFiles(program, path.join(folder, below), ["**/CLAUDE.md", "**/.claude/skills/**"]);

it("lists tracked, new and nested files of a repository, but no ignored ones", async () => {
  for (const name of ["CLAUDE.md", "pkg/claude.md", "pkg/.claude/skills/a b/SKILL.md", "pkg/other.md"]) write(name);
  commit();
  for (const name of ["new/CLAUDE.md", "ignored/CLAUDE.md", "cloned/deep/CLAUDE.md", "cloned/inner/CLAUDE.md"])
    write(name);
  fs.writeFileSync(path.join(folder, ".gitignore"), "ignored/\n");
  commit("cloned/inner");
  commit("cloned");
  write("module/CLAUDE.md");
  commit("module");
  write("plain/deeper/CLAUDE.md");
  commit("plain/deeper");
  userGit(folder, "add", "module");
  const { files, unlisted } = await list();
  expect(unlisted).toEqual([]);
  expect(files.toSorted()).toEqual(
    [
      "CLAUDE.md",
      "pkg/claude.md",
      "pkg/.claude/skills/a b/SKILL.md",
      "new/CLAUDE.md",
      "cloned/deep/CLAUDE.md",
      "cloned/inner/CLAUDE.md",
      "module/CLAUDE.md",
      "plain/deeper/CLAUDE.md",
    ].toSorted(),
  );
  expect((await list("pkg")).files.toSorted()).toEqual([".claude/skills/a b/SKILL.md", "claude.md"]);
});

const damages: Readonly<Record<string, (at: string) => void>> = {
  "no readable index": (at) => fs.writeFileSync(path.join(at, ".git", "index"), "no index"),
  "no readable configuration": (at) => fs.writeFileSync(path.join(at, ".git", "config"), "[core"),
  "no HEAD": (at) => fs.rmSync(path.join(at, ".git", "HEAD")),
  "an empty folder of git": (at) =>
    fs.rmSync(path.join(at, ".git"), { recursive: true }) ?? fs.mkdirSync(path.join(at, ".git")),
  "a link of git to nowhere": (at) => {
    fs.rmSync(path.join(at, ".git"), { recursive: true });
    fs.writeFileSync(path.join(at, ".git"), "gitdir: /nowhere");
  },
  "its files elsewhere": (at) => userGit(at, "config", "core.worktree", path.join(folder, "..")),
  "no files of its own": (at) => userGit(at, "config", "core.bare", "true"),
};

it.each(Object.entries(damages))(
  "names a repository inside of it that has %s, or lists its files",
  async (_, damage) => {
    write("README.md");
    commit();
    write("pkg/.claude/skills/a/SKILL.md");
    commit("pkg");
    damage(path.join(folder, "pkg"));
    const { files, unlisted } = await list();
    expect([...files, ...unlisted.map((name) => `${name}.claude/skills/a/SKILL.md`)]).toEqual([
      "pkg/.claude/skills/a/SKILL.md",
    ]);
  },
);

it("names the folder of a submodule that is none", async () => {
  write("module/CLAUDE.md");
  userGit(folder, "init", "-q");
  userGit(folder, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},module`);
  expect(await list()).toEqual({ files: [], unlisted: ["module/"] });
});

it("names the repositories behind its limit", async () => {
  write("0/CLAUDE.md");
  commit("0");
  for (const at of [1, 2, 3]) fs.cpSync(path.join(folder, "0"), path.join(folder, String(at)), { recursive: true });
  userGit(folder, "init", "-q");
  const { files, unlisted } = await listNamedFiles(program, folder, ["**/CLAUDE.md"], 3);
  expect([files, unlisted]).toEqual([
    ["0/CLAUDE.md", "1/CLAUDE.md"],
    ["2/", "3/"],
  ]);
});

it("lists the files of the folder where its repository names others", async () => {
  write("pkg/CLAUDE.md");
  commit();
  userGit(folder, "config", "core.worktree", path.join(folder, ".."));
  expect(await list()).toEqual({ files: ["pkg/CLAUDE.md"], unlisted: [] });
  expect(await list("pkg")).toEqual({ files: ["CLAUDE.md"], unlisted: [] });
});

it("rejects without a repository", () => expect(list()).rejects.toThrow());
