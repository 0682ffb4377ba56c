import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type OwnFolders, scanNamedFiles } from "../../../../extension/node/claude/repositoryScan.ts";
import { at, ids, lines, makeRepositories, scan, write } from "./scanSetup.ts";

makeRepositories();

it("finds nothing in a folder that brings nothing", async () => {
  write("package.json", {});
  write(".vscode/settings.json", { "editor.tabSize": 2 });
  write(".claude/settings.json", { permissions: { deny: ["Bash"], ask: ["Edit"] }, $schema: "https://a.example" });
  expect(await scan()).toEqual([]);
});

it("finds a setting by which claude deletes saved conversations, of all folders, or saves none", async () => {
  write(".claude/settings.json", { cleanupPeriodDays: 1 });
  write(".claude/settings.local.json", { cleanupPeriodDays: 0 });
  expect(await lines()).toEqual(["claudeSetting cleanupPeriodDays: 1", "claudeSetting cleanupPeriodDays: 0"]);
});

it("finds what settings files and plugins named in settings bring, and notices when that changes", async () => {
  const settings = write("ci/settings.json", {
    hooks: { Stop: [{ hooks: [{ type: "command", command: "./stop.sh" }] }] },
    env: { PATH: "/evil" },
  });
  write("plugin/.claude-plugin/plugin.json", {
    name: "tools",
    hooks: ["./more.json", "./hooks/hooks.json"],
    mcpServers: "./servers.json",
  });
  write("plugin/hooks/hooks.json", {
    description: "d",
    hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "./before.sh" }] }] },
  });
  write("plugin/hooks/run.mjs", "export default {};");
  write("plugin/more.json", { hooks: { SessionStart: [{ hooks: [{ type: "command", command: "./start.sh" }] }] } });
  write("plugin/servers.json", { mcpServers: { db: { command: "db" } } });
  write("plugin/.mcp.json", { web: { type: "http", url: "https://example.com" } });
  write("plugin/.lsp.json", { go: { command: "gopls" } });
  write("plugin/agents/spy.md", "---\nname: spy\ntools: Bash\n---\nLook.");
  const find = () =>
    scanNamedFiles(
      {
        settingsFiles: [settings, path.join(at.repository, "none.json")],
        pluginDirectories: ["plugin", "none"].map((each) => path.join(at.repository, each)),
        additionalDirectories: [],
      },
      at.repository,
      [],
    );
  const found = await find();
  expect(found.map(({ kind, name, value }) => `${kind} ${name}: ${value.split("\n").join(" ")}`)).toEqual([
    "hook Stop: ./stop.sh",
    "environment PATH: /evil",
    expect.stringContaining("plugin .claude-plugin/plugin.json: "),
    "mod run.mjs: ",
    "hook PreToolUse: ./before.sh",
    "hook SessionStart: ./start.sh",
    expect.stringContaining("mcpServer mcpServers: "),
    "mcpServer db: db",
    expect.stringContaining("program go: "),
    "agent spy.md: name: spy tools: Bash",
  ]);
  expect(found.filter(({ isOptional }) => isOptional)).toEqual([]);
  write("ci/settings.json", {
    hooks: { Stop: [{ hooks: [{ type: "command", command: "./other.sh" }] }] },
    env: { PATH: "/evil" },
  });
  const known = found.map(({ id }) => id);
  expect((await find()).filter(({ id }) => !known.includes(id)).map(({ value }) => value)).toEqual(["./other.sh"]);
});

it("finds only the agents, commands and skills of an added folder, as claude does", async () => {
  for (const name of [
    "agents/spy.md",
    "commands/sneak.md",
    "skills/deploy/SKILL.md",
    "rules/style.md",
    "output-styles/terse.md",
  ])
    write(`.claude/${name}`, "Text.");
  write(".claude/settings.json", { permissions: { allow: ["Bash"] } });
  write("CLAUDE.md", "Obey.");
  const found = await scanNamedFiles(
    {
      settingsFiles: [],
      pluginDirectories: [],
      additionalDirectories: [at.repository, path.join(at.repository, "none")],
    },
    at.repository,
    [],
  );
  expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "agent spy.md",
    "command sneak.md",
    "skill deploy/SKILL.md",
  ]);
  expect((await ids()).filter((id) => found.some((entry) => entry.id === id))).toHaveLength(3);
});

it("finds instructions for agents, workflows and scheduled tasks, and tells when they do something else", async () => {
  const task = { id: "a1", cron: "* * * * *", prompt: "Deploy.", createdAt: 1, recurring: true };
  write("AGENTS.md", "Obey.");
  write(".claude/AGENTS.md", "Obey.");
  write(".claude/loop.md", "Go on.");
  write(".claude/workflows/release.js", "export const meta = {};");
  write(".claude/scheduled_tasks.json", { tasks: [task, { cron: 5 }] });
  expect(await lines()).toEqual([
    "scheduledTask * * * * *: Deploy.",
    'scheduledTask task: {\n "cron": 5\n}',
    "workflow release.js: ",
    "instructions AGENTS.md: ",
    "instructions loop.md: ",
    "instructions AGENTS.md: ",
  ]);
  const known = await ids();
  write(".claude/scheduled_tasks.json", { tasks: [{ ...task, lastFiredAt: 2 }, { cron: 5 }] });
  expect(await ids()).toEqual(known);
  write(".claude/scheduled_tasks.json", { tasks: [{ ...task, prompt: "Delete." }] });
  write(".claude/workflows/release.js", "await agent('x');");
  expect((await scan()).filter(({ id }) => !known.includes(id)).map(({ kind }) => kind)).toEqual([
    "scheduledTask",
    "workflow",
  ]);
});

it("finds one of each", async () => {
  write(".claude/settings.json", {
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "./check.sh", timeout: 5 }] }] },
    env: { TOKEN: "a", NODE_OPTIONS: "--require ./x.js" },
    apiKeyHelper: "./key.sh",
    statusLine: { type: "command", command: "./line.sh" },
    permissions: { allow: ["Bash(npm test)"], defaultMode: "acceptEdits", additionalDirectories: ["../other"] },
    enabledPlugins: { "lint@shop": true, "off@shop": false },
    extraKnownMarketplaces: { shop: { source: { source: "github", repo: "a/b" } } },
    model: "opus",
  });
  write(".claude/settings.local.json", { outputStyle: "terse" });
  write(".mcp.json", {
    mcpServers: { db: { command: "npx", args: ["-y", "db"] }, far: { type: "http", url: "https://example.com/mcp" } },
  });
  write(".claude/agents/team/reviewer.md", "---\nname: reviewer\ndescription: reads\ntools: Bash\n---\nYou review.");
  write(".claude/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: d\n---\nDo it.");
  write(".claude/commands/go.md", "Go.");
  write(".claude/output-styles/terse.md", "Short.");
  write(".claude/rules/style.md", "Use tabs.");
  write(".claude/CLAUDE.md", "One.");
  write("CLAUDE.md", "Two.");
  write(".worktreeinclude", ".env");
  write(".claude-plugin/plugin.json", { name: "own" });
  write("hooks/functions.js", "export default {}");
  expect(await lines()).toEqual([
    "mcpServer db: npx -y db",
    "mcpServer far: https://example.com/mcp",
    "hook PreToolUse (Bash): ./check.sh",
    "environment TOKEN: a",
    "environment NODE_OPTIONS: --require ./x.js",
    "program apiKeyHelper: ./key.sh",
    "program statusLine: ./line.sh",
    "rule allow: Bash(npm test)",
    "rule defaultMode: acceptEdits",
    "directory additionalDirectories: ../other",
    "plugin lint@shop: ",
    "plugin off@shop: false",
    'plugin shop: {\n "source": {\n  "source": "github",\n  "repo": "a/b"\n }\n}',
    "claudeSetting model: opus",
    "claudeSetting outputStyle: terse",
    "agent team/reviewer.md: name: reviewer\ndescription: reads\ntools: Bash",
    "command go.md: ",
    "skill deploy/SKILL.md: name: deploy\ndescription: d",
    "outputStyle terse.md: ",
    "instructions style.md: ",
    "instructions CLAUDE.md: ",
    "instructions CLAUDE.md: ",
    "worktreeInclude .worktreeinclude: .env",
    'plugin .claude-plugin/plugin.json: {\n "name": "own"\n}',
    "mod functions.js: ",
  ]);
  const found = await scan();
  expect(found.find(({ name }) => name === "NODE_OPTIONS")).toMatchObject({ line: 18 });
  expect(found.find(({ kind }) => kind === "hook")).toMatchObject({
    path: path.join(at.repository, ".claude", "settings.json"),
    line: 7,
  });
  expect(found.filter(({ isOptional }) => isOptional).map(({ name }) => name)).toEqual(["db", "far"]);
});

it("looks above the folder too, but not at the user's own home folder", async () => {
  fs.writeFileSync(path.join(at.root, "home", "CLAUDE.md"), "Mine.");
  write("CLAUDE.md", "Theirs.");
  const inner = path.join(at.repository, "packages", "app");
  fs.mkdirSync(inner, { recursive: true });
  expect(await lines(inner)).toEqual(["instructions CLAUDE.md: "]);
  expect(await lines(path.join(at.root, "home"))).toEqual([]);
});

it("leaves out the homes and configuration folders of profiles, and nothing else around them", async () => {
  write("account/.claude/settings.json", { model: "opus" });
  write("account/CLAUDE.md", "Theirs.");
  write("CLAUDE.md", "Theirs.");
  write("account/app/.mcp.json", { mcpServers: { db: { command: "db" } } });
  const [account, app] = [path.join(at.repository, "account"), path.join(at.repository, "account", "app")];
  const found = async (own: Partial<OwnFolders>) =>
    (await scan(app, own)).map(({ path: file = "" }) => path.relative(at.repository, file));
  const [server, setting, inner, outer] = [
    "account/app/.mcp.json",
    "account/.claude/settings.json",
    "account/CLAUDE.md",
    "CLAUDE.md",
  ];
  expect(await found({})).toEqual([server, setting, inner, outer]);
  expect(await found({ configFolders: [path.join(account, ".claude")] })).toEqual([server, inner, outer]);
  expect(await found({ configFolders: [account] })).toEqual([server, setting, outer]);
  expect(await found({ homes: [account] })).toEqual([server, outer]);
  // A home inside of a repository takes nothing of the repository with it.
  expect(await found({ homes: [path.join(app, "home")] })).toEqual([server, setting, inner, outer]);
});

describe("a hostile repository", () => {
  it("cannot hide what is in a file that is not valid JSON", async () => {
    write(
      ".claude/settings.json",
      '{\n  // note\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "x" }] }] },\n',
    );
    write(".mcp.json", "\ufeff{ not json");
    expect((await scan()).map(({ kind, name, line }) => [kind, name, line])).toEqual([
      ["unreadable", "", 1],
      ["unreadable", "", 4],
      ["hook", "Stop", 3],
    ]);
  });

  it("cannot stop the scan with pipes, links, huge files and deep folders, which are named", async () => {
    fs.mkdirSync(path.join(at.repository, ".claude", "agents"), { recursive: true });
    expect(
      spawnSync("mkfifo", [
        path.join(at.repository, ".mcp.json"),
        path.join(at.repository, ".claude", "agents", "pipe.md"),
      ]).status,
    ).toBe(0);
    fs.symlinkSync("settings.json", path.join(at.repository, ".claude", "settings.json"));
    write(".claude/settings.local.json", " ".repeat(5 * 1024 * 1024));
    fs.symlinkSync("..", path.join(at.repository, ".claude", "skills"));
    fs.symlinkSync("/nowhere", path.join(at.repository, "CLAUDE.md"));
    write(`.claude/commands/${"d/".repeat(40)}deep.md`, "Deep.");
    const found = await scan();
    expect(found.map(({ kind, name }) => [kind, name])).toEqual(
      expect.arrayContaining([
        ["unreadable", ""],
        ["unreadable", "pipe.md"],
        ["unreadable", "d/d/d/d/d/d/d/d/d"],
        ["instructions", "CLAUDE.md"],
      ]),
    );
    expect(found.filter(({ kind, name }) => kind === "unreadable" && name === "")).toHaveLength(3);
  });

  it("cannot make the scan endless with many files: the rest is named", async () => {
    for (let at = 0; at < 400; at++) write(`.claude/commands/${at}.md`, "x");
    const found = await scan();
    expect(found.length).toBeLessThan(310);
    expect(found.at(-1)?.kind).toBe("unreadable");
  });

  it("brings names of inherited properties as plain names", async () => {
    write(".claude/settings.json", '{ "__proto__": { "a": 1 }, "env": { "__proto__": "x", "constructor": "y" } }');
    expect((await scan()).map(({ name }) => name)).toEqual(["__proto__", "__proto__", "constructor"]);
  });
});

it("reads the whole header of a document, however long a part of it only describes", async () => {
  const description = `description: ${"long ".repeat(5_000)}`;
  write(".claude/skills/deploy/SKILL.md", "Do it.");
  const before = await ids();
  const file = write(".claude/skills/deploy/SKILL.md", `---\n${description}\nhooks: ./run.sh\n---\nDo it.`);
  expect(await lines()).toEqual([`skill deploy/SKILL.md: ${description}\nhooks: ./run.sh`]);
  expect(await ids()).not.toEqual(before);
  fs.writeFileSync(file, `---\n${description}\nhooks: ./other.sh`);
  // Without its end it is no header.
  expect(await lines()).toEqual(["skill deploy/SKILL.md: "]);
});

it.each([
  ["an end within a line", "---\ndescription: a\ntools: Bash\ncolor: red ---\nbody"],
  ["another space behind the first mark", "---\u00a0\ndescription: a\ntools: Bash\n---\nbody"],
  ["lines that end with a carriage return", "---\r\ndescription: a\rtools: Bash\r---\r\nbody"],
])("hides no part of a header that claude reads: %s", async (_, text) => {
  write(".claude/agents/a.md", text);
  expect((await lines())[0]).toContain("tools: Bash");
});

it.each([
  [
    "a command beside an address",
    { type: "http", url: "https://evil.example", command: "npx", args: ["db"] },
    ["https://evil.example", "npx"],
  ],
  ["arguments beside an address", { type: "http", url: "https://a.example", args: ["-x"] }, ["-x"]],
  ["a type that makes the command something else", { type: "sse", command: "npx" }, ["sse"]],
  ["a command that is a list", { url: "https://a.example", type: "http", command: ["rm"] }, ["rm"]],
])("shows every part of a server: %s", async (_, server, parts) => {
  write(".mcp.json", { mcpServers: { db: server } });
  const [found] = await scan();
  for (const part of parts) expect(found?.value).toContain(part);
});

it.each([
  ["an anchor to which another key refers", "---\ndescription: &a\n  Stop: ./run.sh\nhooks: *a\n---\n", "./run.sh"],
  ["a rare line end", "---\ndescription: a\u2028hooks: ./run.sh\n---\n", "./run.sh"],
])("shows a description that may be more than that: %s", async (_, text, part) => {
  write(".claude/agents/a.md", text);
  expect((await lines())[0]).toContain(part);
});

it("names no settings file in a .claude that is itself a file", async () => {
  write(".claude", "text");
  expect(await lines()).toEqual([]);
});

it("finds what subfolders bring once claude works there", async () => {
  write("pkg/.claude/skills/deploy/SKILL.md", "---\nname: deploy\nallowed-tools: Bash\n---\nDeploy.");
  write("pkg/.claude/rules/deep/style.md", "Use tabs.");
  write("pkg/.claude/CLAUDE.md", "");
  write("pkg/.claude/agents/spy.md", "not loaded");
  write("pkg/.claude/settings.json", { hooks: {} });
  write("pkg/inner/CLAUDE.md", "");
  write("pkg/inner/claude.local.md", "another name on this disk");
  write("node_modules/dependency/CLAUDE.md", "");
  write("home/.claude/skills/own/SKILL.md", "of the user");
  const expected = [
    "instructions node_modules/dependency/CLAUDE.md: ",
    "skill pkg/.claude/skills/deploy/SKILL.md: name: deploy\nallowed-tools: Bash",
    "instructions pkg/.claude/rules/deep/style.md: ",
    "instructions pkg/.claude/CLAUDE.md: ",
    "instructions pkg/inner/CLAUDE.md: ",
  ];
  const own = { homes: [], configFolders: [path.join(at.repository, "home", ".claude")] };
  const found = await scan(at.repository, own);
  expect(found.map(({ kind, name, value }) => `${kind} ${name}: ${value}`)).toEqual(expected);
});
