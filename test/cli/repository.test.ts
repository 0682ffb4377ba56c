import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Frame } from "../../extension/core/protocol/frames/decode.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { getExcludedTools } from "../../extension/node/claude/exclusion.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { type Conversation, World } from "./realCli.ts";

const isInit = (frame: Frame): frame is Extract<Frame, { type: "system"; subtype: "init" }> =>
  frame.type === "system" && frame.subtype === "init";
const server = fileURLToPath(new URL("./stdioServer.mjs", import.meta.url));

describeEachVersion("claude %s in a repository that brings one of each", (version) => {
  let world: World;
  let marks: string;
  const file = (name: string) => path.join(world.home.workspace, name);
  const write = (name: string, content: string | object): void => {
    fs.mkdirSync(path.dirname(file(name)), { recursive: true });
    fs.writeFileSync(file(name), typeof content === "string" ? content : JSON.stringify(content));
  };
  const touch = (name: string): string => `touch ${path.join(marks, name)}`;

  beforeAll(async () => {
    world = await World.create(() => [{ blocks: [{ text: "Answered." }] }]);
  });
  beforeEach(() => {
    marks = path.join(world.home.root, "marks");
    fs.rmSync(marks, { recursive: true, force: true });
    fs.mkdirSync(marks);
    const hook = (name: string) => ({
      hooks: { SessionStart: [{ hooks: [{ type: "command", command: touch(name) }] }] },
    });
    write(".claude/settings.json", { ...hook("project-hook"), apiKeyHelper: `${touch("helper")}; echo sk-made-up` });
    write(".claude/settings.local.json", hook("local-hook"));
    write(".mcp.json", {
      mcpServers: {
        vault: { command: "sh", args: ["-c", `${touch("vault")}; exec ${process.execPath} ${server}`] },
        other: { command: "sh", args: ["-c", `${touch("other")}; exec ${process.execPath} ${server}`] },
      },
    });
    write(".claude/agents/spy.md", "---\nname: spy\ndescription: Looks around\n---\nLook around.");
    write(".claude/commands/sneak.md", "Sneak.");
    write("CLAUDE.md", "INSTRUCTIONS OF THE REPOSITORY");
  });
  afterEach(() => world.closeConversations());
  afterAll(() => world.close());

  /** Returns what `claude` says it loaded, what ran, and whether the model saw the instructions. */
  async function loaded(cli: Conversation) {
    const initialized = cli.next(isInit);
    await cli.turn("hello");
    const init = await initialized;
    const agents = JSON.stringify(init.agents ?? []);
    return {
      servers: (init.mcp_servers ?? []).map(({ name }) => name).sort(),
      hasAgent: agents.includes("spy"),
      hasCommand: (init.slash_commands ?? []).includes("sneak"),
      hasInstructions: JSON.stringify(world.model.requests.at(-1)).includes("INSTRUCTIONS OF THE REPOSITORY"),
      marks: fs.readdirSync(marks).sort(),
    };
  }

  it("loads nothing of it with only the user's settings, not even servers of .mcp.json", async () => {
    const cli = await world.start(version, { launch: { settingSources: ["user"] } });
    expect(await loaded(cli)).toEqual({
      servers: [],
      hasAgent: false,
      hasCommand: false,
      hasInstructions: false,
      marks: [],
    });
  });

  it("loads all of it, stdio servers too, with all settings and our entry point", async () => {
    const cli = await world.start(version, { launch: { settingSources: ["user", "project", "local"] } });
    const { marks: ran, ...rest } = await loaded(cli);
    expect(rest).toEqual({ servers: ["other", "vault"], hasAgent: true, hasCommand: true, hasInstructions: true });
    expect(ran).toEqual(expect.arrayContaining(["helper", "local-hook", "other", "project-hook", "vault"]));
  });

  it("reads instructions for agents and workflows since 2.1.329, and only with the project's settings", async () => {
    fs.rmSync(file("CLAUDE.md"));
    write("AGENTS.md", "INSTRUCTIONS FOR AGENTS");
    write(
      ".claude/workflows/release.js",
      "export const meta = { name: 'release', description: 'RELEASE OF THE REPOSITORY' };\nawait agent('x');\n",
    );
    const isRead = hasSince(version, "c") === "yes";
    for (const settingSources of [["user"], ["user", "project", "local"]] as const) {
      const cli = await world.start(version, { launch: { settingSources: [...settingSources] } });
      await cli.turn("hello");
      const request = JSON.stringify(world.model.requests.at(-1));
      const found = ["INSTRUCTIONS FOR AGENTS", "RELEASE OF THE REPOSITORY"].map((text) => request.includes(text));
      expect(found).toEqual([isRead && settingSources.length > 1, isRead && settingSources.length > 1]);
      await cli.client.close();
    }
  });

  it("reads agents, commands and skills of a further folder, and nothing else there", async () => {
    const added = path.join(world.home.root, "added");
    fs.rmSync(added, { recursive: true, force: true });
    fs.cpSync(file(".claude"), path.join(added, ".claude"), { recursive: true });
    fs.mkdirSync(path.join(added, ".claude", "skills", "deploy"), { recursive: true });
    fs.writeFileSync(
      path.join(added, ".claude", "skills", "deploy", "SKILL.md"),
      "---\nname: deploy\ndescription: Deploys\n---\nDeploy.",
    );
    for (const name of ["CLAUDE.md", ".mcp.json"]) fs.renameSync(file(name), path.join(added, name));
    fs.rmSync(file(".claude"), { recursive: true });
    const cli = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"], additionalDirectories: [added] },
    });
    const isNew = hasSince(version, "c") === "yes";
    expect(await loaded(cli)).toEqual({
      servers: [],
      hasAgent: isNew,
      hasCommand: isNew,
      hasInstructions: false,
      marks: [],
    });
    expect(cli.frames.find(isInit)?.skills?.includes("deploy") ?? false).toBe(hasSince(version, "b") === "yes");
  });

  it("reads instructions, rules and skills of folders below once it works there", async () => {
    write("pkg/a.txt", "text");
    write("pkg/CLAUDE.md", "NESTED INSTRUCTIONS");
    write("pkg/CLAUDE.local.md", "NESTED LOCAL");
    write("pkg/AGENTS.md", "NESTED AGENTS");
    write("pkg/.claude/CLAUDE.md", "NESTED HIDDEN");
    write("pkg/.claude/rules/r.md", "NESTED RULE");
    write("pkg/.claude/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: NESTED SKILL\n---\nDeploy.");
    write("pkg/.claude/agents/nested.md", "---\nname: nested\ndescription: NESTED AGENT\n---\nLook.");
    const words = ["INSTRUCTIONS", "LOCAL", "AGENTS", "HIDDEN", "RULE", "SKILL", "AGENT"];
    const found: string[][] = [];
    for (const settingSources of [["user"], ["user", "project", "local"]] as const) {
      world.scripts.set(`look ${settingSources.length}`, [
        { blocks: [{ tool: "Read", input: { file_path: file("pkg/a.txt") } }] },
        { blocks: [{ text: "Read." }] },
      ]);
      const cli = await world.start(version, { launch: { settingSources: [...settingSources] } });
      await cli.turn(`look ${settingSources.length}`);
      await cli.turn("and now");
      const request = JSON.stringify(world.model.requests.at(-1));
      found.push(words.filter((word) => request.includes(`NESTED ${word}`)));
      await cli.client.close();
    }
    const isNew = hasSince(version, "c") === "yes";
    const isOldest = hasSince(version, "b") === "no";
    // 2.1.50 offers such a skill also without the project's settings, unless a start takes the tool for skills from it.
    expect(found).toEqual(
      isNew ? [[], ["INSTRUCTIONS", "LOCAL", "HIDDEN", "RULE", "SKILL"]] : isOldest ? [[], []] : [["SKILL"], ["SKILL"]],
    );
    const launch = {
      settingSources: ["user" as const],
      disallowedTools: [...getExcludedTools({ origin: "user" }, version)],
    };
    const without = await world.start(version, { launch });
    await without.turn("look 1");
    await without.turn("and now");
    expect(JSON.stringify(world.model.requests.at(-1))).not.toContain("NESTED");
  });

  it("leaves out a single server of .mcp.json", async () => {
    const cli = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"] },
      extraSettings: { disabledMcpjsonServers: ["other"] },
    });
    const { servers, marks: ran } = await loaded(cli);
    expect(servers).toEqual(["vault"]);
    expect(ran).not.toContain("other");
  });
});
