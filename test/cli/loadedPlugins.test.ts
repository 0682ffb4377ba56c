import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { scanAddedInstructions } from "../../extension/node/claude/addedInstructions.ts";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import { scanNamedFiles, scanRepository } from "../../extension/node/claude/repositoryScan.ts";
import { ClaudeStarter } from "../../extension/node/claude/startClaude.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import { ProcessLocks } from "../../extension/node/processes/processLocks.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { modelEnvironment } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { describeEachVersion } from "./eachVersion.ts";
import { Conversation, World } from "./realCli.ts";

describeEachVersion("plugins that claude %s loads of a repository", (version) => {
  let world: World;
  let marks: string;
  let other: string;
  const write = (at: string, name: string, content: object | string): void => {
    const file = path.join(at, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  };
  const run = (word: string) => `touch ${path.join(marks, word)}`;
  const writePlugin = (at: string, word: string): void => {
    write(at, ".claude-plugin/plugin.json", { name: word, version: "1.0.0" });
    const hooks = [{ hooks: [{ type: "command", command: run(`${word}-hook`) }] }];
    write(at, "hooks/hooks.json", { hooks: { SessionStart: hooks, UserPromptSubmit: hooks } });
    write(at, ".mcp.json", { mcpServers: { [word]: { command: "sh", args: ["-c", run(`${word}-server`)] } } });
  };

  beforeAll(async () => {
    world = await World.create(() => [{ blocks: [{ text: "Answered." }] }]);
    [marks, other] = ["marks", "other"].map((name) => path.join(world.home.root, name)) as [string, string];
    for (const each of [marks, other]) fs.mkdirSync(each);
    const trusted = Object.fromEntries(
      [world.home.workspace, other].map((each) => [each, { hasTrustDialogAccepted: true }]),
    );
    write(path.join(world.home.home, "config"), ".claude.json", { projects: trusted });
    writePlugin(path.join(world.home.workspace, ".claude", "skills", "inner"), "innerplugin");
    writePlugin(path.join(other, "market", "p"), "outerplugin");
    write(other, "market/.claude-plugin/marketplace.json", {
      name: "m",
      owner: { name: "o" },
      plugins: [{ name: "outerplugin", source: "./p" }],
    });
    const source = { source: "directory", path: path.join(other, "market") };
    const hooks = [{ hooks: [{ type: "command", command: run("settings-hook") }] }];
    write(other, ".claude/settings.json", {
      enabledPlugins: { "outerplugin@m": true },
      extraKnownMarketplaces: { m: { source } },
      hooks: { SessionStart: hooks },
    });
    write(world.home.root, "outside.md", "Outside words.");
    fs.symlinkSync(path.join(world.home.root, "outside.md"), path.join(world.home.workspace, "CLAUDE.md"));
  });
  afterEach(async () => {
    await world.closeConversations();
    for (const word of fs.readdirSync(marks)) fs.rmSync(path.join(marks, word));
  });
  afterAll(() => world.close());

  it("are on the card with what they run and with the targets of followed links", async () => {
    const { home, workspace, root } = world.home;
    const cli = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"], additionalDirectories: [other] },
    });
    await cli.turn("one");
    const run =
      hasSince(version, "d") === "yes"
        ? ["innerplugin-hook", "innerplugin-server", "outerplugin-hook", "outerplugin-server"]
        : [];
    await expect.poll(() => fs.readdirSync(marks).sort(), { timeout: 20_000 }).toEqual(expect.arrayContaining(run));
    await cli.turn("two");
    const own = { home, homes: [], configFolders: [path.join(home, "config")] };
    const listed = [
      ...(await scanRepository(workspace, own)),
      ...(await scanNamedFiles(
        { settingsFiles: [], pluginDirectories: [], additionalDirectories: [other] },
        workspace,
        [],
      )),
    ].map(({ value }) => value);
    expect(fs.readdirSync(marks).filter((word) => !listed.some((value) => value.includes(word)))).toEqual([]);
    expect(JSON.stringify(world.model.requests)).toContain("Outside words.");
    expect(listed).toContain(`→ ${path.join(root, "outside.md")}`);
  });

  it("are on the card wherever a marketplace has them, and whatever encoding its files have", async () => {
    const { home, workspace } = world.home;
    const market = (at: string, names: readonly string[], more: object = {}) => ({
      at: path.join(workspace, at),
      text: JSON.stringify({
        ...more,
        name: at,
        owner: { name: "o" },
        plugins: names.map((name) => ({ name, source: `./${name}` })),
      }),
    });
    const place = (at: string, file?: string) => ({
      source: { source: file ? "file" : "directory", path: path.join(workspace, at, file ?? "") },
    });
    const put = ({ at, text }: { readonly at: string; readonly text: string }, mark = "") =>
      write(at, ".claude-plugin/marketplace.json", mark + text);
    const plugins = ["marked", "rooted", "filed", "flagged", "kept"];
    for (const name of plugins) writePlugin(path.join(workspace, `in-${name}`, name), name);
    put(market("in-marked", ["marked"]), "\ufeff");
    put(market("in-rooted", ["rooted"], { metadata: { pluginRoot: "./decoys" } }));
    put(market("in-filed", ["filed"]));
    write(workspace, "in-filed/names/list.json", market("in-filed", ["filed"]).text);
    put(market("in-flagged", ["flagged"]));
    put(market("in-kept", ["kept"]));
    const enabledPlugins = Object.fromEntries(plugins.map((name) => [`${name}@in-${name}`, true]));
    const known = { "in-marked": place("in-marked"), "in-rooted": place("in-rooted") };
    const filed = { "in-filed": place("in-filed", "names/list.json") };
    const settings = (extraKnownMarketplaces: object): void => {
      const file = path.join(workspace, ".claude", "settings.json");
      fs.writeFileSync(file, `\ufeff${JSON.stringify({ enabledPlugins, extraKnownMarketplaces })}`, "utf16le");
    };
    write(workspace, "ci.json", {
      extraKnownMarketplaces: { "in-flagged": { source: { source: "directory", path: "in-flagged" } } },
    });
    const settingsFile = path.join(workspace, "ci.json");
    const sources = ["user", "project", "local"] as const;
    const runHooks = async (file?: string): Promise<readonly string[]> => {
      const launch = { settingSources: [...sources], ...(file && { settingsFile: file }) };
      await (await world.start(version, { launch })).turn("one");
      await world.closeConversations();
      return fs.readdirSync(marks).filter((word) => word.endsWith("-hook"));
    };
    // From the first start on, claude keeps the place of this marketplace. It is alone in it: of several that are new,
    // 2.1.329 sometimes forgets one.
    settings({ "in-kept": place("in-kept") });
    await runHooks();
    for (const word of fs.readdirSync(marks)) fs.rmSync(path.join(marks, word));
    settings({ ...known, ...filed });
    // It installs in the background, and what is not ready at the end of a start comes with the next one.
    const expected = hasSince(version, "d") === "yes" ? plugins.map((name) => `${name}-hook`) : [];
    await expect.poll(() => runHooks(settingsFile), { timeout: 60_000 }).toEqual(expect.arrayContaining(expected));
    const configFolders = [path.join(home, "config")];
    const own = { home, homes: [], configFolders };
    const named = { settingsFiles: [settingsFile], pluginDirectories: [], additionalDirectories: [] };
    const listed = [
      ...(await scanRepository(workspace, own)),
      ...(await scanNamedFiles(named, workspace, configFolders)),
    ].map(({ value }) => value);
    const ran = fs.readdirSync(marks).filter((word) => word.endsWith("-hook"));
    expect(ran.filter((word) => !listed.some((value) => value.includes(word)))).toEqual([]);
    for (const name of [...plugins.map((each) => `in-${each}`), "ci.json", ".claude/settings.json"])
      fs.rmSync(path.join(workspace, name), { recursive: true });
    fs.rmSync(path.join(home, "config", "plugins"), { recursive: true, force: true });
  });

  it("are none in a start without them, nor anything else of other folders", async () => {
    const document = (word: string) => `---\nname: ${word}\ndescription: About ${word}\n---\nWords of ${word}.\n`;
    writePlugin(path.join(other, ".claude", "skills", "beside"), "besideplugin");
    write(other, ".claude/skills/otherskill/SKILL.md", document("otherskill"));
    write(other, ".claude/agents/otheragent.md", document("otheragent"));
    write(other, ".claude/commands/othercommand.md", document("othercommand"));
    write(other, ".claude/output-styles/otherstyle.md", document("otherstyle"));
    write(
      other,
      ".claude/workflows/otherworkflow.js",
      'export const meta = { name: "otherworkflow", description: "" };',
    );
    write(other, ".claude/rules/otherrules.md", "About otherrules.");
    write(other, "CLAUDE.md", "About otherwords.");
    write(other, "pkg/CLAUDE.md", "About deepwords.");
    write(other, "pkg/.claude/skills/deepskill/SKILL.md", document("deepskill"));
    for (const name of ["a.txt", "pkg/a.txt"]) write(other, name, "text");
    const read = (name: string) => ({ blocks: [{ tool: "Read", input: { file_path: path.join(other, name) } }] });
    world.scripts.set("look", [read("a.txt"), read("pkg/a.txt"), { blocks: [{ text: "Read." }] }]);
    const { root, home, workspace } = world.home;
    // With this variable of the user, claude takes instructions from added folders too.
    const extra = {
      ...modelEnvironment({ home, url: world.model.url }),
      CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: "1",
    };
    const starter = new ClaudeStarter({
      isTrusted: () => true,
      environment: () => makeEnvironment({ inherited: process.env, extra, clientVersion: "0.0.0" }),
      admit: async () => ({ origin: "user", refusedServers: [], refusedOwnServers: [] }),
      settings: () => [{ source: { kind: "setting", scope: "user" }, values: { claudePath: ensureCli(version) } }],
      otherRoots: () => [other],
      servers: async () => ({ servers: {}, rules: { allow: [], ask: [], deny: [] } }),
      saved: { exists: () => false, findCut: async () => ({ kind: "unknown" }) },
      locks: new ProcessLocks(path.join(root, "locks"), systemClock),
      newId: randomUUID,
      clock: systemClock,
      versions: new VersionCheck(),
    });
    const launch = await starter.launch({ conversation: "c", folder: workspace });
    const cli = new Conversation(launch.transport, launch.version);
    cli.client.start();
    const initialized = await cli.client.initialize(launch.initialize);
    const first = world.model.requests.length;
    for (const prompt of ["look", "two"]) await cli.turn(prompt);
    const requests = world.model.requests.slice(first).map(({ system, messages, tools }) => [system, messages, tools]);
    const words =
      /(innerplugin|outerplugin|besideplugin|other(skill|agent|command|style|workflow|rules|words)|deep(words|skill))/g;
    const init = cli.frames.find((frame) => frame.type === "system" && frame.subtype === "init");
    // Ending the process waits for what it started.
    await cli.client.close();
    expect([fs.readdirSync(marks), JSON.stringify([requests, initialized, init]).match(words)]).toEqual([[], null]);
    expect(cli.asked).toEqual([]);
  });

  it.each(["the environment", "the user's settings", "the repository's settings", "nothing"])(
    "come with instructions of other folders where %s sets the variable for that",
    async (place) => {
      const added = path.join(world.home.root, "added");
      const { home, workspace } = world.home;
      const files = {
        "CLAUDE.md": "wordtop",
        "CLAUDE.local.md": "wordlocal",
        "AGENTS.md": "wordagents",
        ".claude/CLAUDE.md": "wordhidden",
        ".claude/rules/deep/r.md": "wordrule",
        "pkg/CLAUDE.md": "wordbelow",
      };
      for (const [name, text] of Object.entries(files)) write(added, name, text);
      const env = { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: "true" };
      const config = path.join(home, "config");
      const settings = {
        "the user's settings": path.join(config, "settings.json"),
        "the repository's settings": path.join(workspace, ".claude", "settings.json"),
      }[place];
      if (settings) write(path.dirname(settings), path.basename(settings), { env });
      const environment = { CLAUDE_CONFIG_DIR: config, ...(place === "the environment" ? env : {}) };
      const cli = await world.start(version, {
        launch: { settingSources: ["user", "project", "local"], additionalDirectories: [added] },
        environment,
      });
      const first = world.model.requests.length;
      await cli.turn("one");
      const request = JSON.stringify(world.model.requests.slice(first));
      const own = { home, homes: [], configFolders: [config] };
      const found = await scanRepository(workspace, own);
      const listed = await scanAddedInstructions([added], found, () => [environment], path.join(home, "none"));
      if (settings) fs.rmSync(settings);
      const toName = (file: string): string => path.relative(added, file).split(path.sep).join("/");
      const names = listed.map(({ path: file = "" }) => toName(file));
      const loaded = Object.entries(files).flatMap(([name, word]) => (request.includes(word) ? [name] : []));
      expect(loaded.filter((name) => !names.includes(name))).toEqual([]);
      if (hasSince(version, "c") === "yes") expect(names.sort()).toEqual(loaded.sort());
      expect(names.length > 0).toBe(place !== "nothing");
    },
  );
});
