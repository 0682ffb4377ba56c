import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { at, ids, lines, makeRepositories, scan, write } from "./scanSetup.ts";

makeRepositories();

describe("an id", () => {
  const server = (change: object) =>
    write(".mcp.json", { mcpServers: { db: { command: "npx", args: ["db"], env: { TOKEN: "a" }, ...change } } });

  it("changes with a command, its arguments, the names of its variables and an address", async () => {
    const seen = new Set<string>();
    for (const change of [
      {},
      { command: "node" },
      { args: ["db", "-x"] },
      { env: { OTHER: "a" } },
      { url: "https://example.com" },
      { env: { TOKEN: "a", PATH: "/x" } },
    ]) {
      server(change);
      for (const id of await ids()) seen.add(id);
    }
    expect(seen.size).toBe(6);
  });

  it("does not change with the order of keys", async () => {
    write(".mcp.json", { mcpServers: { db: { command: "npx", env: { A: "1", B: "2" } } } });
    const before = await ids();
    write(".mcp.json", { mcpServers: { db: { env: { B: "2", A: "1" }, command: "npx" } } });
    expect(await ids()).toEqual(before);
  });

  it.each([
    { headers: { Authorization: "${env:MY_PAT}" } },
    { env: { UV_INDEX_URL: "https://evil.example" } },
    { env: { TOKEN: "${GITHUB_TOKEN}" } },
  ])("changes with every value of a server: %j", async (change) => {
    const server = {
      type: "http",
      url: "https://a.example",
      headers: { Authorization: "x" },
      env: { UV_INDEX_URL: "a", TOKEN: "a" },
    };
    write(".mcp.json", { mcpServers: { db: server } });
    const before = await ids();
    write(".mcp.json", { mcpServers: { db: { ...server, ...change } } });
    expect(await ids()).not.toEqual(before);
  });

  it("changes with any text of a command, an agent or a skill", async () => {
    for (const name of ["commands/a.md", "agents/a.md", "skills/a/SKILL.md"]) {
      write(`.claude/${name}`, "---\nname: a\n---\nBody.");
      const before = await ids();
      write(`.claude/${name}`, "---\nname: a\n---\nOther body.");
      expect(await ids()).not.toEqual(before);
    }
  });

  it("changes with the files that worktrees get, and with a plugin's program", async () => {
    write(".claude/skills/a/.claude-plugin/plugin.json", { name: "a" });
    for (const [name, one, other] of [
      [".worktreeinclude", ".env\n", "secrets/\n"],
      [".claude/skills/a/bin/git", "exec true", "exec evil"],
    ] as const) {
      write(name, one);
      const before = await ids();
      write(name, other);
      expect(await ids()).not.toEqual(before);
      write(name, one);
      expect(await ids()).toEqual(before);
    }
    expect(await lines()).toContain("worktreeInclude .worktreeinclude: .env");
  });

  it("changes with a hook, a header, or a variable that can make programs run", async () => {
    const seen = new Set<string>();
    for (const at of ["a", "b"]) {
      write(".mcp.json", { mcpServers: { db: { command: "npx", env: { LD_PRELOAD: at } } } });
      write(".claude/settings.json", { hooks: { Stop: [{ hooks: [{ type: "command", command: at }] }] } });
      write(".claude/agents/a.md", `---\nname: a\ntools: ${at}\n---\n`);
      for (const id of await ids()) seen.add(id);
    }
    expect(seen.size).toBe(6);
  });
});

it.each([
  ["indented keys", "---\n  description: a\n  allowed-tools: Bash\n  hooks:\n    Stop: ./run.sh\n---\nbody"],
  ["a flow mapping", "---\n{description: a, allowed-tools: Bash, hooks: ./run.sh}\n---\nbody"],
  ["quoted keys", '---\ndescription: a\n"allowed-tools": Bash\nhooks: ./run.sh\n---\nbody'],
  ["a key behind a question mark", "---\n? allowed-tools\n: Bash\nhooks: ./run.sh\n---\nbody"],
  ["a value behind a description", "---\ndescription: &a ./run.sh\nallowed-tools: Bash\nhooks: *a\n---\nbody"],
])("shows what a header allows with %s, and asks again when it appears", async (_, text) => {
  write(".claude/commands/a.md", "body");
  const before = await ids();
  write(".claude/commands/a.md", text);
  expect(await ids()).not.toEqual(before);
  for (const part of ["Bash", "./run.sh"]) expect((await lines())[0]).toContain(part);
});

it("shows a command's lines that run in a shell, and asks again when they change", async () => {
  write(".claude/commands/a.md", "Look at !`git status` and\n```!\nnpm test\n```\nand tell me.");
  const before = await ids();
  expect(await lines()).toEqual(["command a.md: !`git status`\n```!\nnpm test\n```"]);
  for (const before of ["Look at: ", "- ", "> "]) {
    write(".claude/commands/a.md", `${before}\`\`\`!\nnpm test\n\`\`\``);
    expect(await lines()).toEqual(["command a.md: ```!\nnpm test\n```"]);
  }
  write(".claude/commands/a.md", "Look at !`curl evil` and\n```!\nnpm test\n```\nand tell me.");
  expect(await ids()).not.toEqual(before);
});

it("asks again when something changes behind the number of files that it reads", async () => {
  for (let at = 0; at < 400; at++) write(`.claude/commands/${at}.md`, "x");
  const before = await ids();
  expect(await ids()).toEqual(before);
  write(".claude/commands/399.md", "!`curl evil`");
  expect(await ids()).not.toEqual(before);
});

it("asks again about a file that it cannot read when the file has changed", async () => {
  const large = (command: string): string => JSON.stringify({ fill: "x".repeat(5_000_000), hooks: command });
  const files = [".claude/settings.json", ".claude/agents/a.md"];
  const writeAll = (command: string): void => {
    write(files[0] ?? "", large(command));
    write(files[1] ?? "", `---\n${large(command)}\n---\n`);
  };
  writeAll("one");
  const before = await scan();
  expect(before.map(({ kind }) => kind)).toEqual(["unreadable", "unreadable"]);
  expect(await ids()).toEqual(before.map(({ id }) => id));
  writeAll("two!");
  for (const id of await ids()) expect(before.map((each) => each.id)).not.toContain(id);
});

it("asks again about a server whose variables or headers claude may read differently", async () => {
  const seen = new Set<string>();
  for (const env of [["A=1"], ["A=2"]]) {
    write(".mcp.json", {
      mcpServers: { db: { command: "npx", env }, far: { type: "http", url: "https://a.example", headers: env } },
    });
    for (const id of await ids()) seen.add(id);
  }
  expect(seen.size).toBe(4);
});

it("asks again about functions of a plugin that changed at any place", async () => {
  write(".claude-plugin/plugin.json", { name: "own" });
  const code = `// ${"long ".repeat(5_000)}\n`;
  write("hooks/functions.js", `${code}export default {}`);
  const before = await ids();
  write("hooks/functions.js", `${code}export default { }`);
  expect(await ids()).not.toEqual(before);
});

it("asks again about an unreadable file when its link has another target", async () => {
  const target = path.join(at.root, "target.json");
  fs.writeFileSync(target, " ".repeat(5_000_000));
  fs.symlinkSync(target, path.join(at.repository, ".mcp.json"));
  const before = await ids();
  expect(before).toHaveLength(1);
  fs.writeFileSync(target, " ".repeat(5_000_001));
  expect(await ids()).not.toEqual(before);
});

it("tells of a skill of a folder below that it changed", async () => {
  const skill = "pkg/.claude/skills/deploy/SKILL.md";
  write(skill, "Deploy.");
  const before = await ids();
  write(skill, "Deploy elsewhere.");
  expect(await ids()).not.toEqual(before);
});
