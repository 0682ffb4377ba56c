import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { scanNamedFiles, scanRepository } from "../../extension/node/claude/repositoryScan.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";

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
    writePlugin(path.join(world.home.workspace, ".claude", "skills", "inner"), "inner");
    writePlugin(path.join(other, "market", "p"), "added");
    write(other, "market/.claude-plugin/marketplace.json", {
      name: "m",
      owner: { name: "o" },
      plugins: [{ name: "added", source: "./p" }],
    });
    const source = { source: "directory", path: path.join(other, "market") };
    const hooks = [{ hooks: [{ type: "command", command: run("settings-hook") }] }];
    write(other, ".claude/settings.json", {
      enabledPlugins: { "added@m": true },
      extraKnownMarketplaces: { m: { source } },
      hooks: { SessionStart: hooks },
    });
    write(world.home.root, "outside.md", "Outside words.");
    fs.symlinkSync(path.join(world.home.root, "outside.md"), path.join(world.home.workspace, "CLAUDE.md"));
  });
  afterAll(() => world.close());

  it("are on the card with what they run and with the targets of followed links", async () => {
    const { home, workspace, root } = world.home;
    const cli = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"], additionalDirectories: [other] },
    });
    await cli.turn("one");
    const run = hasSince(version, "d") === "yes" ? ["added-hook", "added-server", "inner-hook", "inner-server"] : [];
    await expect.poll(() => fs.readdirSync(marks).sort(), { timeout: 20_000 }).toEqual(expect.arrayContaining(run));
    await cli.turn("two");
    const own = { home, homes: [], configFolders: [path.join(home, "config")] };
    const listed = [
      ...(await scanRepository(workspace, own, () => Promise.reject(new Error("no repository")))),
      ...(await scanNamedFiles({ settingsFiles: [], pluginDirectories: [], additionalDirectories: [other] })),
    ].map(({ value }) => value);
    expect(fs.readdirSync(marks).filter((word) => !listed.some((value) => value.includes(word)))).toEqual([]);
    expect(JSON.stringify(world.model.requests)).toContain("Outside words.");
    expect(listed).toContain(`→ ${path.join(root, "outside.md")}`);
  });
});
