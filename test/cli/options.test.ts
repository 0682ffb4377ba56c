import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { networkTools, sandboxedChoices } from "../../extension/core/options/sandboxedChoices.ts";
import type { Frame } from "../../extension/core/protocol/frames/decode.ts";
import type { SystemFrame } from "../../extension/core/protocol/frames/systemFrames.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { cliVersions } from "../host/install.mjs";
import { say } from "../model/replies.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";

const isInit = (frame: Frame): frame is Frame & Extract<SystemFrame, { subtype: "init" }> =>
  frame.type === "system" && (frame as { subtype?: string }).subtype === "init";

/** Shows each option of a start in what `claude` reports, or in what it asks of the model. */
describeEachVersion("options of claude %s", (version) => {
  const isCurrent = hasSince(version, "c") === "yes";
  const isOldest = version === cliVersions[0];
  let world: World;
  const file = (name: string, content: string): string => {
    const at = path.join(world.home.root, name);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    fs.writeFileSync(at, content);
    return at;
  };

  beforeAll(async () => {
    world = await World.create((prompt) => [say(`Answer to ${prompt}`)]);
  });
  afterEach(() => world.closeConversations());
  afterAll(() => world.close());

  it("starts with the requested model, mode, tools, agents, prompt and plugin", async () => {
    const plugin = path.join(world.home.root, "plugin");
    file("plugin/.claude-plugin/plugin.json", JSON.stringify({ name: "reader", version: "1.0.0" }));
    const added = path.join(world.home.root, "added");
    fs.mkdirSync(added);
    const cli = await world.start(version, {
      launch: {
        model: "opus",
        permissionMode: "plan",
        effort: "low",
        tools: ["Read", "Grep"],
        disallowedTools: ["Grep"],
        agents: { checker: { description: "Checks", prompt: "You check." } },
        appendSystemPrompt: "The word of the day is heliotrope.",
        pluginDirectories: [plugin],
        additionalDirectories: [added],
        maxThinkingTokens: 2_000,
        settingsFile: file("more.json", JSON.stringify({ cleanupPeriodDays: 42 })),
        sandbox: { enabled: false, excludedCommands: ["docker"] },
      },
    });
    await cli.turn("first");
    const init = cli.frames.find(isInit);
    expect(init).toMatchObject({ permissionMode: "plan", model: expect.stringContaining("opus") });
    expect(init?.["tools"]).toContain("Read");
    expect(init?.["tools"]).not.toContain("Grep");
    expect(JSON.stringify(init?.["agents"])).toContain("checker");
    expect(JSON.stringify(init?.["plugins"])).toContain("reader");
    expect(
      world.model.requests.some(({ system }) =>
        JSON.stringify(system ?? "").includes("The word of the day is heliotrope."),
      ),
    ).toBe(true);
    expect(cli.leftOut.map(({ name }) => name)).toEqual(isOldest ? ["effort"] : []);
    if (!isCurrent) return;
    const { applied, sources } = await cli.client.call("get_settings", {});
    expect(applied).toMatchObject({ effort: "low" });
    expect(JSON.stringify(sources)).toContain('"excludedCommands":["docker"]');
    expect(JSON.stringify(sources)).toContain('"cleanupPeriodDays":42');
    const { state } = await cli.client.call("list_permission_rules", {});
    expect(JSON.stringify(state.workspaceDirectories)).toContain(added);
  });

  it("replaces the system prompt, and stops at the number of steps and at the budget", async () => {
    world.scripts.set("loop", [
      { blocks: [{ tool: "Bash", input: { command: "true" } }] },
      { blocks: [{ tool: "Bash", input: { command: "true" } }] },
      say("never"),
    ]);
    const cli = await world.start(version, {
      launch: { systemPrompt: "You only say heliotrope.", maxTurns: 1, allowedTools: ["Bash(true)"] },
    });
    const { result } = await cli.turn("loop");
    expect(result.subtype).toBe("error_max_turns");
    const request = world.model.requests.findLast(({ messages }) => JSON.stringify(messages).includes("loop"));
    expect(JSON.stringify(request.system)).toContain("You only say heliotrope.");
    expect(cli.asked).toEqual([]);
    const poor = await world.start(version, { launch: { maxBudgetUsd: 0.000_001 } });
    await poor.turn("spend");
    expect((await poor.turn("spend more")).result.subtype).toBe("error_max_budget_usd");
  });

  it("loads only the named settings files, and runs as the named agent", async () => {
    file("workspace/.claude/settings.json", JSON.stringify({ model: "haiku" }));
    file(
      "workspace/.claude/agents/poet.md",
      "---\nname: poet\ndescription: Writes\n---\nYou write verse about heliotropes.\n",
    );
    const without = await world.start(version, { launch: { settingSources: ["user"] } });
    await without.turn("which model");
    const agent = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"], agent: "poet" },
    });
    await agent.turn("write");
    expect([without, agent].map((cli) => /haiku/.test(String(cli.frames.find(isInit)?.["model"])))).toEqual([
      false,
      true,
    ]);
    // 2.0.77 takes the flag, and keeps its own prompt.
    const isAgent = world.model.requests.some(({ system }) =>
      JSON.stringify(system ?? "").includes("verse about heliotropes"),
    );
    expect(isAgent).toBe(!isOldest);
    fs.rmSync(path.join(world.home.workspace, ".claude"), { recursive: true });
  });

  it("prefers an argument to a variable, and that to settings files, for model and mode", async () => {
    file("workspace/.claude/settings.json", JSON.stringify({ model: "opus", permissions: { defaultMode: "plan" } }));
    const environment = { ANTHROPIC_MODEL: "claude-haiku-4-5-20251001" };
    const starts = [{ environment }, { environment, launch: { model: "sonnet" } }];
    const told: string[] = [];
    for (const start of starts) {
      const cli = await world.start(version, start);
      await cli.turn("which model");
      const init = cli.frames.find(isInit);
      told.push(`${/haiku|sonnet|opus/.exec(String(init?.["model"]))?.[0]} ${init?.permissionMode}`);
    }
    // Every start of Tandem passes a mode.
    expect(told).toEqual(["haiku default", "sonnet default"]);
    fs.rmSync(path.join(world.home.workspace, ".claude"), { recursive: true });
  });

  it("thinks within the budget, and connects only the servers that are named", async () => {
    file("home/config/.claude.json", JSON.stringify({ mcpServers: { other: { command: "true" } } }));
    const launch = {
      model: "claude-haiku-4-5-20251001",
      maxThinkingTokens: 2_000,
      plugins: { "reader@market": false },
    };
    const all = await world.start(version, { launch });
    await all.turn("all servers");
    const strict = await world.start(version, { launch: { ...launch, strictMcpConfig: true } });
    await strict.turn("no other servers");
    const names = [all, strict].map((cli) =>
      (cli.frames.find(isInit)?.["mcp_servers"] ?? []).map(({ name }: { name: string }) => name),
    );
    expect(names).toEqual([["other"], []]);
    expect(world.model.requests.at(-1).thinking).toMatchObject({ type: "enabled", budget_tokens: 2_000 });
    // The variable wins over the argument, but not in 2.0.77.
    const byVariable = await world.start(version, { launch, environment: { MAX_THINKING_TOKENS: "3000" } });
    await byVariable.turn("as the variable says");
    expect(world.model.requests.at(-1).thinking).toMatchObject({ budget_tokens: isOldest ? 2_000 : 3_000 });
    if (!isCurrent) return;
    const { sources = [] } = await strict.client.call("get_settings", {});
    expect(sources.find(({ source }) => source === "flagSettings")?.settings).toMatchObject({
      enabledPlugins: { "reader@market": false },
    });
  });

  it("works with the effort of a variable, whatever the start passes", async ({ skip }) => {
    if (isOldest) return skip("2.0.77 has no effort");
    for (const word of ["argument", "variable"]) {
      const environment = word === "variable" ? { CLAUDE_CODE_EFFORT_LEVEL: "high" } : {};
      const cli = await world.start(version, { launch: { model: "claude-opus-4-6", effort: "low" }, environment });
      await cli.turn(`decided as the ${word} says`);
    }
    const efforts = world.model.requests.flatMap(({ messages, output_config }) => {
      const word = /decided as the (\w+) says/.exec(JSON.stringify(messages ?? []))?.[1];
      return word === undefined || output_config?.effort === undefined ? [] : [`${word}: ${output_config.effort}`];
    });
    expect([...new Set(efforts)]).toEqual(["argument: low", "variable: high"]);
  });

  it("starts with everything that it could not take left out, and says so", async () => {
    const cli = await world.start(version, {
      launch: {
        model: "haiku",
        fallbackModel: "haiku",
        effort: "xhigh",
        extraArgs: { temperature: "1", "output-format": "text" },
        settingsFile: "/nowhere.json",
      },
    });
    await cli.turn("still there");
    const codes = cli.leftOut.map(({ name, code }) => `${name} ${code}`);
    expect(codes).toEqual([
      "fallbackModel sameModel",
      ...(isCurrent ? [] : ["effort versionLacks"]),
      "extraArgs foreignParameter",
      "extraArgs protocolFlag",
      "settingsFile unreadable",
    ]);
  });

  it("gets the settings with which it works alone in a sandbox without network", async () => {
    // Stand-ins: this machine may lack the tools. They let claude start; no command runs in them.
    for (const tool of ["bwrap", "socat"]) fs.chmodSync(file(`tools/${tool}`, "#!/bin/sh\nexit 0\n"), 0o755);
    const cli = await world.start(version, {
      launch: { ...sandboxedChoices, disallowedTools: [...networkTools] },
      environment: { PATH: `${path.join(world.home.root, "tools")}:${process.env["PATH"]}` },
    });
    await cli.turn("alone");
    const init = cli.frames.find(isInit);
    expect(init).toMatchObject({ permissionMode: "bypassPermissions" });
    for (const tool of networkTools) expect(init?.["tools"]).not.toContain(tool);
    expect(cli.leftOut).toEqual([]);
    if (!isCurrent) return;
    const { sources = [] } = await cli.client.call("get_settings", {});
    expect(sources.find(({ source }) => source === "flagSettings")?.settings).toMatchObject({
      sandbox: sandboxedChoices.sandbox,
    });
  });

  it("asks newer models for the to-do list with a variable", async () => {
    world.scripts.set("list", [
      { blocks: [{ tool: "Bash", input: { command: "echo todo=$CLAUDE_CODE_ENABLE_TODO_TOOLS" } }] },
      say("done"),
    ]);
    const cli = await world.start(version, { launch: { todoTools: true, allowedTools: ["Bash"] } });
    await cli.turn("list");
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("todo=1");
  });
});
