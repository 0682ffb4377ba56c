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
  userGit(folder, "add", "module");
  expect((await list()).toSorted()).toEqual(
    [
      "CLAUDE.md",
      "pkg/claude.md",
      "pkg/.claude/skills/a b/SKILL.md",
      "new/CLAUDE.md",
      "cloned/deep/CLAUDE.md",
      "cloned/inner/CLAUDE.md",
      "module/CLAUDE.md",
    ].toSorted(),
  );
  expect((await list("pkg")).toSorted()).toEqual([".claude/skills/a b/SKILL.md", "claude.md"]);
});

it("rejects without a repository", () => expect(list()).rejects.toThrow());
