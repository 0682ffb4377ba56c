import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scanNested } from "../../../../extension/node/claude/nestedConfiguration.ts";
import { scanRepository } from "../../../../extension/node/claude/repositoryScan.ts";
import { asUser } from "../checkpoints/asUser.ts";

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

// The files that the real program loads are compared in test/cli/loadedConfiguration.test.ts, but for links.
it.runIf(process.platform !== "win32")("finds everything of folders below, also behind links", async () => {
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
  const found = await scan();
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
});

const scan = () => scanRepository(repository, { home: path.join(root, "home"), homes: [], configFolders: [] });
const listPaths = async () => (await scan()).map(({ path: file = "" }) => path.relative(repository, file)).sort();

it("finds what git does not list: ignored, excluded, hidden, or in its own folder", async () => {
  const skill = "---\nname: a\n---\nDo.";
  const inner = ["ignored", "excluded", "configured", "indexed", "module", "damaged", "node_modules/a", ".git/hooks"];
  for (const name of inner) {
    write(`${name}/.claude/skills/one/SKILL.md`, skill);
    write(`${name}/CLAUDE.md`, "Text.");
  }
  const git = (...args: readonly string[]) => spawnSync("git", args, { cwd: repository });
  git("init", "-q");
  for (const name of ["module", "damaged"]) spawnSync("git", ["init", "-q"], { cwd: path.join(repository, name) });
  write("damaged/.git/index", "no index");
  write("module/.git/info/exclude", "*\n");
  write("ignored/.gitignore", "*\n");
  write(".git/info/exclude", "/excluded\n");
  write("rules", "/configured\n");
  git("config", "core.excludesFile", "rules");
  // An entry that stands for a folder whose files git keeps elsewhere.
  git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},indexed`);
  const expected = inner.flatMap((name) => [`${name}/.claude/skills/one/SKILL.md`, `${name}/CLAUDE.md`]);
  expect(await listPaths()).toEqual(expected.map(path.normalize).sort());
});

it("asks about a folder that cannot be listed, but whose files have names", async (context) => {
  write("pkg/.claude/skills/one/SKILL.md", "Do.");
  write("closed/CLAUDE.md", "Text.");
  await asUser(context, root, async () => {
    fs.chmodSync(path.join(repository, "pkg"), 0o311);
    fs.chmodSync(path.join(repository, "closed"), 0o000);
    const found = await scan();
    for (const name of ["pkg", "closed"]) fs.chmodSync(path.join(repository, name), 0o755);
    expect(found).toMatchObject([{ kind: "unreadable", name: "pkg", value: "EACCES" }]);
  });
});

it.runIf(process.platform !== "win32")("finds what is behind links to folders elsewhere", async () => {
  const elsewhere = (name: string, text = "Do."): void => write(path.join("..", "..", "elsewhere", name), text);
  elsewhere("CLAUDE.md");
  elsewhere("pkg/.claude/skills/one/SKILL.md");
  elsewhere("../further/deep/.claude/skills/two/SKILL.md");
  elsewhere("../user/.claude/skills/own/SKILL.md");
  link("linked", path.join(root, "elsewhere"));
  link("again/linked", path.join(root, "elsewhere", "pkg"));
  link("own", path.join(root, "user"));
  link("../../elsewhere/next", path.join(root, "further"));
  for (const [at, target] of [".", "..", "../..", "3", "/nowhere"].entries()) link(`links/${at}`, target);
  const found = await scanRepository(repository, {
    home: path.join(root, "home"),
    homes: [],
    configFolders: [path.join(root, "user", ".claude")],
  });
  expect(found.map(({ path: file = "" }) => path.relative(repository, file)).sort()).toEqual([
    "linked/CLAUDE.md",
    "linked/next/deep/.claude/skills/two/SKILL.md",
    "linked/pkg/.claude/skills/one/SKILL.md",
  ]);
});

it("asks once about what a worktree for an agent repeats, and about what it adds", async () => {
  for (const at of ["", ".claude/worktrees/agent/"]) {
    write(`${at}CLAUDE.md`, "Text.");
    write(`${at}pkg/CLAUDE.md`, "Text.");
    write(`${at}.claude/skills/one/SKILL.md`, "Do.");
    write(`${at}.claude/skills/two/SKILL.md`, `Do ${at}.`);
  }
  write(".claude/worktrees/agent/more/AGENTS.md", "Text.");
  expect((await listPaths()).filter((name) => name.includes("worktrees"))).toEqual(
    [".claude/skills/two/SKILL.md", "more/AGENTS.md"].map((name) => path.normalize(`.claude/worktrees/agent/${name}`)),
  );
});

it("asks again when something changes behind the last folder that it looked into", async () => {
  for (const name of ["node_modules/a/one.txt", "b/two.txt", "b/c/three.txt"]) write(name, "Text.");
  const find = () => scanNested(repository, () => false, 3);
  const [before] = await find();
  expect(before).toMatchObject({ kind: "unreadable", name: "node_modules", value: "EMFILE" });
  write("node_modules/a/CLAUDE.md", "Text.");
  const [after] = await find();
  expect(after?.identity).not.toBe(before?.identity);
});
