import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { listMainFiles, scanNamedFiles } from "../../../../extension/node/claude/repositoryScan.ts";
import { at, ids, lines, makeRepositories, scan, write } from "./scanSetup.ts";

makeRepositories();

const hook = (command: string) => ({ hooks: { SessionStart: [{ hooks: [{ type: "command", command }] }] } });

/** Finds what another folder brings that a start passes. */
const scanAdded = () =>
  scanNamedFiles(
    { settingsFiles: [], pluginDirectories: [], additionalDirectories: [at.repository] },
    at.repository,
    [],
  );

/** Writes a marketplace with a plugin, and settings that switch it on. */
function writeMarketplace(settings: object): void {
  write("market/.claude-plugin/marketplace.json", {
    name: "m",
    plugins: [{ name: "p", source: "./p", agents: ["./extra/spy.md"] }],
  });
  write("market/p/hooks/hooks.json", hook("./start.sh"));
  write("market/p/extra/spy.md", "Look.");
  write(".claude/settings.json", { enabledPlugins: { "p@m": true }, ...settings });
}

const expected = [
  "hook SessionStart: ./start.sh",
  "plugin .claude-plugin/marketplace.json",
  "plugin m",
  "plugin p@m",
  "agent spy.md",
];
const toLine = ({ kind, name, value }: { kind: string; name: string; value: string }): string =>
  kind === "hook" ? `${kind} ${name}: ${value}` : `${kind} ${name}`;

it("finds plugins among the skills, with all that they run, and tells when it changes", async () => {
  write(".claude/skills/helper/SKILL.md", "Help.");
  write(".claude/skills/helper/.claude-plugin/plugin.json", { name: "helper" });
  write(".claude/skills/helper/hooks/hooks.json", hook("./start.sh"));
  write(".claude/skills/helper/.mcp.json", { mcpServers: { db: { command: "db" } } });
  write(".claude/skills/helper/monitors/monitors.json", [{ name: "watch", command: "./watch.sh" }]);
  write(".claude/skills/helper/bin/git", "");
  write(".claude/skills/plain/hooks/hooks.json", hook("./never.sh"));
  const found = await scan();
  expect(found.map(toLine).sort()).toEqual([
    "hook SessionStart: ./start.sh",
    "mcpServer db",
    "plugin .claude-plugin/plugin.json",
    "program 0",
    "program bin/git",
    "skill helper/SKILL.md",
  ]);
  expect(found.filter(({ isOptional }) => isOptional)).toEqual([]);
  const known = await ids();
  write(".claude/skills/helper/hooks/hooks.json", hook("./other.sh"));
  expect((await ids()).filter((id) => !known.includes(id))).toHaveLength(1);
});

it("finds documents in files and folders that the manifest of a plugin names", async () => {
  write(".claude/skills/helper/.claude-plugin/plugin.json", {
    name: "helper",
    commands: { deploy: { source: "./more/deploy.md" } },
    agents: ["./team/spy.md"],
    skills: "./other",
    experimental: { workflows: "./flows" },
  });
  for (const name of ["more/deploy.md", "team/spy.md", "team/not.md", "flows/release.js"])
    write(`.claude/skills/helper/${name}`, "Text.");
  const found = async () => (await lines()).filter((line) => !line.startsWith("plugin")).sort();
  expect(await found()).toEqual(["agent spy.md: ", "command deploy.md: ", "workflow release.js: "]);
});

it.each([
  ["a folder", { source: "directory", path: "market" }],
  ["a file", { source: "file", path: "./market/.claude-plugin/marketplace.json" }],
  ["another file", { source: "file", path: "./market/other/names.json" }],
])("finds the plugins of a marketplace that settings name: %s", async (_, source) => {
  writeMarketplace({ extraKnownMarketplaces: { m: { source } } });
  expect((await scan()).map(toLine).sort()).toEqual([...expected].sort());
  const known = await ids();
  write("market/p/hooks/hooks.json", hook("./other.sh"));
  expect((await ids()).filter((id) => !known.includes(id))).toHaveLength(1);
});

it("finds a plugin beside the root that a marketplace names, from where claude loads it", async () => {
  const source = { source: "directory", path: "market" };
  writeMarketplace({ extraKnownMarketplaces: { m: { source } } });
  const plugins = [
    { name: "p", source: "./p" },
    { name: "q", source: "q" },
  ];
  write("market/.claude-plugin/marketplace.json", { name: "m", metadata: { pluginRoot: "./decoys" }, plugins });
  write("market/decoys/p/hooks/hooks.json", hook("./harmless.sh"));
  write("market/decoys/q/hooks/hooks.json", hook("./rooted.sh"));
  const hooks = (await scan()).flatMap(({ kind, value }) => (kind === "hook" ? [value] : []));
  expect(hooks.sort()).toEqual(["./harmless.sh", "./rooted.sh", "./start.sh"]);
});

it("finds the plugins of a settings file that a setting names", async () => {
  writeMarketplace({ extraKnownMarketplaces: { m: { source: { source: "directory", path: "market" } } } });
  const settings = path.join(at.repository, ".claude", "settings.json");
  const settingsFiles = [path.join(at.repository, "ci.json")];
  fs.renameSync(settings, settingsFiles[0] ?? "");
  const found = await scanNamedFiles(
    { settingsFiles, pluginDirectories: [], additionalDirectories: [] },
    at.repository,
    [],
  );
  expect(found.map(toLine).sort()).toEqual([...expected].sort());
});

it("finds the plugins that settings switch on where claude keeps the place of a marketplace", async () => {
  writeMarketplace({ extraKnownMarketplaces: { m: { source: { source: "directory", path: "decoy" } } } });
  const configFolder = path.join(at.root, "config");
  const keep = (places: unknown): void => {
    fs.mkdirSync(path.join(configFolder, "plugins"), { recursive: true });
    fs.writeFileSync(path.join(configFolder, "plugins", "known_marketplaces.json"), JSON.stringify(places));
  };
  const find = async () => (await scan(at.repository, { configFolders: [configFolder] })).map(toLine).sort();
  const installLocation = path.join(at.repository, "market");
  const source = { source: "directory", path: installLocation };
  for (const places of [
    {},
    { other: { source, installLocation } },
    { m: null },
    { m: { source: { source: "git" } } },
  ]) {
    keep(places);
    expect(await find()).toEqual(["plugin m", "plugin p@m"]);
  }
  keep({ m: { source, installLocation } });
  expect(await find()).toEqual([...expected].sort());
});

it("finds a marketplace of a relative path in the repository around the folder", async () => {
  execFileSync("git", ["init", "-q"], { cwd: at.repository });
  writeMarketplace({ extraKnownMarketplaces: { m: { source: { source: "directory", path: "market" } } } });
  const [settings, cwd, added] = [".claude", "pkg", "added"].map((name) => path.join(at.repository, name)) as [
    string,
    string,
    string,
  ];
  fs.cpSync(settings, path.join(cwd, ".claude"), { recursive: true });
  fs.cpSync(settings, path.join(added, ".claude"), { recursive: true });
  fs.rmSync(settings, { recursive: true });
  const named = { settingsFiles: [], pluginDirectories: [], additionalDirectories: [added] };
  for (const found of [
    await scan(cwd),
    await scanNamedFiles(named, cwd, []),
    await scanNamedFiles(named, at.repository, []),
  ])
    expect(found.map(toLine).sort()).toEqual([...expected].sort());
});

it("notices a change of a plugin behind those that it looks into", async () => {
  writeMarketplace({ extraKnownMarketplaces: { m: { source: { source: "directory", path: "market" } } } });
  const plugins = Array.from({ length: 201 }, (_, number) => ({ name: `p${number}`, source: `./p${number}` }));
  write("market/.claude-plugin/marketplace.json", { name: "m", plugins });
  write("market/p200/hooks/hooks.json", hook("./start.sh"));
  const known = await ids();
  write("market/p200/hooks/hooks.json", hook("./something/else.sh"));
  expect((await ids()).filter((id) => !known.includes(id))).toHaveLength(1);
});

it.each([
  ["settings in UTF-16", ".claude/settings.json", "utf16le"],
  ["settings with a byte order mark", ".claude/settings.json", "utf8"],
  ["a marketplace with a byte order mark", "market/.claude-plugin/marketplace.json", "utf8"],
  ["a manifest with a byte order mark", "market/p/.claude-plugin/plugin.json", "utf8"],
] as const)("finds the plugins of %s", async (_, name, encoding) => {
  writeMarketplace({ extraKnownMarketplaces: { m: { source: { source: "directory", path: "market" } } } });
  write("market/p/.claude-plugin/plugin.json", { name: "p" });
  const file = path.join(at.repository, name);
  fs.writeFileSync(file, `\ufeff${fs.readFileSync(file, "utf8")}`, encoding);
  expect((await scan()).map(toLine).sort()).toEqual([...expected, "plugin .claude-plugin/plugin.json"].sort());
});

it("takes from an additional folder's settings only the plugins that they enable", async () => {
  writeMarketplace({
    extraKnownMarketplaces: { m: { source: { source: "directory", path: path.join(at.repository, "market") } } },
    ...hook("./never.sh"),
  });
  expect((await scanAdded()).map(toLine).sort()).toEqual([...expected].sort());
});

it("names where a document linked out of the folder leads, and asks about another target", async () => {
  const [one, other] = ["one", "other"].map((name) => path.join(at.root, name)) as [string, string];
  for (const file of [one, other]) fs.writeFileSync(file, "Secret.");
  write("docs/inside.md", "Inside.");
  fs.mkdirSync(path.join(at.repository, ".claude", "rules"), { recursive: true });
  const links = ["CLAUDE.md", ".claude/rules/a.md"].map((name) => path.join(at.repository, name));
  const point = (target: string): void => {
    for (const link of links) {
      fs.rmSync(link, { force: true });
      fs.symlinkSync(target, link);
    }
  };
  point(path.join(at.repository, "docs", "inside.md"));
  expect(await lines()).toEqual(["instructions a.md: ", "instructions CLAUDE.md: "]);
  const inside = await ids();
  for (const link of links) {
    fs.rmSync(link);
    fs.writeFileSync(link, "Text.");
  }
  expect(await ids()).toEqual(inside);
  point(one);
  expect(await lines()).toEqual([`instructions a.md: → ${one}`, `instructions CLAUDE.md: → ${one}`]);
  const known = await ids();
  point(other);
  expect((await ids()).filter((id) => known.includes(id) || inside.includes(id))).toEqual([]);
});

it("finds what claude takes from the main worktree when it works in a linked one", async () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example", ...args], { cwd: folder });
  git(at.repository, "init", "-q");
  git(at.repository, "commit", "-q", "--allow-empty", "-m", "one");
  const linked = path.join(at.root, "home", "linked");
  git(at.repository, "worktree", "add", "-q", linked);
  fs.mkdirSync(path.join(linked, "pkg"));
  write(".claude/settings.local.json", hook("./start.sh"));
  write(".claude/settings.json", hook("./never.sh"));
  write(".claude/rules/never.md", "Text.");
  write("CLAUDE.md", "Text.");
  for (const name of ["skills/a/SKILL.md", "agents/b.md", "commands/c.md", "output-styles/d.md"])
    write(`.claude/${name}`, "Text.");
  write("pkg/.claude/agents/e.md", "Text.");
  const inRoot = [
    "hook SessionStart: ./start.sh",
    "agent b.md: ",
    "command c.md: ",
    "skill a/SKILL.md: ",
    "outputStyle d.md: ",
  ];
  expect(await lines(linked)).toEqual(inRoot);
  expect(await lines(path.join(linked, "pkg"))).toEqual([...inRoot, "agent e.md: "]);
  const local = (folder: string, name = "settings.local.json"): string => path.join(folder, ".claude", name);
  expect(listMainFiles(local(linked))).toEqual([local(at.repository)]);
  expect(listMainFiles(local(linked, "settings.json"))).toEqual([]);
  expect(listMainFiles(local(at.repository))).toEqual([]);
  // The decisions about the main worktree hold here too.
  expect(await ids()).toEqual(expect.arrayContaining((await scan(linked)).map(({ id }) => id)));
});
