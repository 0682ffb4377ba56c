import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scanNested } from "../../../../extension/node/claude/nestedConfiguration.ts";
import { scanRepository } from "../../../../extension/node/claude/repositoryScan.ts";
import { listNamedFiles } from "../../../../extension/node/git/namedFiles.ts";

let root: string;
let repository: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-scan-")));
  repository = path.join(root, "home", "repository");
  fs.mkdirSync(repository, { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(name: string, content: string): void {
  const file = path.join(repository, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

function link(name: string, target: string): void {
  const file = path.join(repository, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.symlinkSync(target, file);
}

const ways = {
  "listed by git": (folder: string, patterns: readonly string[]) => listNamedFiles("git", folder, patterns),
  "looked for without git": () => Promise.reject(new Error("no repository")),
};

// The files that the real program loads are compared in test/cli/loadedConfiguration.test.ts, but for links.
it.runIf(process.platform !== "win32").each(Object.entries(ways))(
  "finds everything of folders below, %s",
  async (_, list) => {
    const skill = "---\nname: a\ndescription: d\n---\nDo.";
    write("pkg/AGENTS.md", "For agents.");
    write("pkg/.claude/AGENTS.md", "For agents.");
    write("hidden/skills/one/SKILL.md", skill);
    link("linked/.claude", "../hidden");
    write("hidden2/two/SKILL.md", skill);
    link("inside/.claude/skills", "../../hidden2");
    write("hidden3/rule.md", "Always.");
    link("ruled/.claude/rules", "../../hidden3");
    write(".claude/tools/.claude/skills/three/SKILL.md", skill);
    write(".claude/tools/CLAUDE.md", "Of the tools.");
    write(".claude/agent-memory/mine/MEMORY.md", "Remember.");
    spawnSync("git", ["init", "-q"], { cwd: repository });
    spawnSync("git", ["add", "-A"], { cwd: repository });
    const found = await scanRepository(
      repository,
      { home: path.join(root, "home"), homes: [], configFolders: [] },
      list,
    );
    const names = found.map(({ kind, path: file = "" }) => `${kind} ${path.relative(repository, file)}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.sort()).toEqual(
      [
        "instructions .claude/agent-memory/mine/MEMORY.md",
        "instructions .claude/tools/CLAUDE.md",
        "instructions pkg/.claude/AGENTS.md",
        "instructions pkg/AGENTS.md",
        "instructions ruled/.claude/rules/rule.md",
        "skill .claude/tools/.claude/skills/three/SKILL.md",
        "skill inside/.claude/skills/two/SKILL.md",
        "skill linked/.claude/skills/one/SKILL.md",
      ].sort(),
    );
  },
);

const scan = (list: (typeof ways)["listed by git"]) =>
  scanRepository(repository, { home: path.join(root, "home"), homes: [], configFolders: [] }, list);

it("looks itself through folders of which git does not tell the files", async () => {
  write("pkg/AGENTS.md", "For agents.");
  write("damaged/CLAUDE.md", "Of the damaged one.");
  write("damaged/deep/.claude/skills/four/SKILL.md", "Do.");
  for (const cwd of [repository, path.join(repository, "damaged")]) spawnSync("git", ["init", "-q"], { cwd });
  write("damaged/.git/index", "no index");
  const found = await scan(ways["listed by git"]);
  expect(found.map(({ path: file = "" }) => path.relative(repository, file)).sort()).toEqual(
    ["damaged/CLAUDE.md", "damaged/deep/.claude/skills/four/SKILL.md", "pkg/AGENTS.md"].map(path.normalize).sort(),
  );
});

it("asks again when something changes behind the last folder that it looked into", async () => {
  for (const name of ["a/a/one.txt", "a/b/two.txt"]) write(name, "Text.");
  const find = () => scanNested(repository, ways["looked for without git"], () => false, 2);
  const [before] = await find();
  expect(before).toMatchObject({ kind: "unreadable", name: "a/b", value: "EMFILE" });
  write("a/b/CLAUDE.md", "Text.");
  const [after] = await find();
  expect(after?.identity).not.toBe(before?.identity);
});
