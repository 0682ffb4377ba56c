import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { ToolsOverMcp } from "../../extension/core/ideTools/mcpServer.ts";
import type { Frame } from "../../extension/core/protocol/frames/decode.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { allow, World } from "./realCli.ts";

const text = (value: string) => ({ blocks: [{ text: value }] });
const tool = (name: string, input: object) => ({ blocks: [{ text: "I will use a tool. " }, { tool: name, input }] });
const isStreamEvent = (frame: Frame) => frame.type === "stream_event";

describeEachVersion("claude %s", (version) => {
  let world: World;
  const file = (name: string) => path.join(world.home.workspace, name);

  beforeAll(async () => {
    world = await World.create();
  });
  afterEach(() => world.closeConversations());
  afterAll(() => world.close());

  it("answers a prompt and streams it before the full frame", async () => {
    world.scripts.set("hello", [text("Hello from the script, in several pieces.")]);
    const cli = await world.start(version);
    const { result } = await cli.turn("hello");
    expect(result).toMatchObject({
      subtype: "success",
      is_error: false,
      result: "Hello from the script, in several pieces.",
    });
    const kinds = cli.frames.map((frame) => frame.type);
    expect(kinds.indexOf("stream_event")).toBeLessThan(kinds.indexOf("assistant"));
    expect(cli.frames.filter(isStreamEvent).length).toBeGreaterThan(4);
    expect(cli.client.version).toBe(version);
  });

  it("reads a prompt once that is written before initialize was answered", async () => {
    world.scripts.set("the early prompt", [text("Early.")]);
    world.scripts.set("the later prompt", [text("Later.")]);
    let turn: Promise<unknown> | undefined;
    const cli = await world.start(version, {
      behindInitialize: (conversation) => {
        turn = conversation.turn("the early prompt");
      },
    });
    expect(cli.initialized).toBeDefined();
    expect(await turn).toMatchObject({ result: { is_error: false, result: "Early." } });
    await cli.turn("the later prompt");
    const asked = world.model.requests
      .map(({ messages }) => JSON.stringify(messages))
      .findLast((messages) => messages.includes("the later prompt"));
    expect(asked?.split("the early prompt")).toHaveLength(2);
  });

  it("writes a file that was allowed, and nothing that was denied", async () => {
    world.scripts.set("allow it", [
      tool("Write", { file_path: file("allowed.txt"), content: "yes\n" }),
      text("written"),
    ]);
    world.scripts.set("deny it", [
      tool("Write", { file_path: file("denied.txt"), content: "no\n" }),
      text("understood"),
    ]);
    const cli = await world.start(version);
    await cli.turn("allow it");
    expect(fs.readFileSync(file("allowed.txt"), "utf8")).toBe("yes\n");
    cli.answer = (request) => ({ behavior: "deny", message: "Use another name", toolUseID: request.tool_use_id });
    await cli.turn("deny it");
    expect(fs.existsSync(file("denied.txt"))).toBe(false);
    expect(cli.asked.map((request) => request.tool_name)).toEqual(["Write", "Write"]);
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("Use another name");
  });

  it("writes the input that the host edited", async () => {
    world.scripts.set("edit it", [tool("Write", { file_path: file("edited.txt"), content: "model\n" }), text("done")]);
    const cli = await world.start(version);
    cli.answer = (request) => allow(request, { ...request.input, content: "user\n" });
    await cli.turn("edit it");
    expect(fs.readFileSync(file("edited.txt"), "utf8")).toBe("user\n");
  });

  it("stops thinking where it can be turned off, and names models where it cannot", async () => {
    world.scripts.set("be quick", [text("Quick.")]);
    const cli = await world.start(version);
    await cli.client.call("set_max_thinking_tokens", { max_thinking_tokens: 0 });
    await cli.turn("be quick");
    const canBeOff = cli.initialized?.models?.find(({ value }) => value === "default")?.supportsThinkingOff !== false;
    expect([canBeOff, world.model.requests.at(-1).thinking === undefined]).toEqual([
      hasSince(version, "c") !== "yes",
      canBeOff,
    ]);
  });

  it("cancels an open request when the turn is interrupted", async () => {
    world.scripts.set("ask me", [tool("Write", { file_path: file("never.txt"), content: "no\n" }), text("done")]);
    const cli = await world.start(version);
    const asked = new Promise<void>((resolve) => {
      cli.answer = (_, signal) => {
        resolve();
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new Error("cancelled"))),
        );
      };
    });
    const turn = cli.turn("ask me");
    await asked;
    await cli.client.interrupt();
    await turn;
    expect(cli.cancelled).toHaveLength(1);
    expect(fs.existsSync(file("never.txt"))).toBe(false);
  });

  it("calls hooks before and after a tool, and obeys a gate", async () => {
    world.scripts.set("hooked", [tool("Write", { file_path: file("hooked.txt"), content: "x\n" }), text("done")]);
    world.scripts.set("gated", [tool("Write", { file_path: file("gated.txt"), content: "x\n" }), text("done")]);
    const seen: string[] = [];
    let isOver = false;
    const cli = await world.start(version, {
      beforeInitialize: (client) => {
        client.hooks.register({
          event: "PostToolUse",
          role: "observe",
          callback: (input) => {
            seen.push(`post ${input["tool_name"]}`);
            return {};
          },
        });
        client.hooks.register({
          event: "PreToolUse",
          matcher: "Write",
          role: "gate",
          callback: (input) => {
            seen.push(`pre ${input["tool_name"]}`);
            if (isOver) throw new Error("the deadline has passed");
            return {};
          },
        });
      },
    });
    await cli.turn("hooked");
    isOver = true;
    await cli.turn("gated");
    expect(seen).toEqual(["pre Write", "post Write", "pre Write"]);
    expect(fs.existsSync(file("gated.txt"))).toBe(false);
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("the deadline has passed");
  });

  it("announces a shell command of a slash command, and reports the sandbox, since 2.1.332", async () => {
    const command = file(".claude/commands/look.md");
    fs.mkdirSync(path.dirname(command), { recursive: true });
    fs.writeFileSync(command, "---\nallowed-tools: Bash(echo:*)\n---\nSee !`echo seen` here.");
    const seen: unknown[] = [];
    const cli = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"] },
      beforeInitialize: (client) => {
        if (hasSince(version, "d") !== "yes") return;
        const callback = (input: { readonly [field: string]: unknown }) => {
          seen.push([input["hook_event_name"], input["tool_input"]]);
          return {};
        };
        client.hooks.register({ event: "PreSkillShellCommand", role: "observe", callback });
      },
    });
    await cli.turn("/look");
    fs.rmSync(path.dirname(command), { recursive: true });
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("See seen here.");
    const isNewest = hasSince(version, "d") === "yes";
    expect(seen).toEqual(isNewest ? [["PreSkillShellCommand", { command: "echo seen" }]] : []);
    const init = cli.frames.find((frame) => frame.type === "system" && frame.subtype === "init");
    expect(init && "sandbox_enabled" in init ? init["sandbox_enabled"] : undefined).toBe(isNewest ? false : undefined);
  });

  it("calls a tool of an in-process MCP server", async () => {
    world.scripts.set("add", [tool("mcp__calc__add", { a: 2, b: 40 }), text("done")]);
    const server = new McpServer({ name: "calc", version: "1.0.0" });
    server.registerTool("add", { description: "Adds", inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
      content: [{ type: "text", text: `sum ${a + b}` }],
    }));
    const cli = await world.start(version, { beforeInitialize: (client) => client.addMcpServer("calc", server) });
    await cli.turn("add");
    expect(cli.asked.map((request) => request.tool_name)).toEqual(["mcp__calc__add"]);
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("sum 42");
    const status = await cli.client.call("mcp_status", {});
    expect(status.mcpServers.map((entry) => [entry.name, entry.status])).toEqual([["calc", "connected"]]);
  });

  it("learns of a tool that a server of the editor offers later, since 2.1.329", async () => {
    world.scripts.set("add", [tool("mcp__calc__add", {}), text("done")]);
    world.scripts.set("double", [tool("mcp__calc__double", {}), text("done")]);
    const names = ["add"];
    let change = (): void => {};
    let listed = (): void => {};
    const server = new ToolsOverMcp({
      name: "calc",
      version: "1.0.0",
      list: () => {
        if (names.length > 1) setImmediate(listed);
        return names.map((name) => ({ name, description: name, inputSchema: { type: "object" } }));
      },
      call: async (name) => ({ text: `result of ${name}`, isError: false }),
      onDidChange: (listener) => {
        change = listener;
        return { dispose: () => {} };
      },
    });
    const cli = await world.start(version, { beforeInitialize: (client) => client.addMcpServer("calc", server) });
    await cli.turn("add");
    names.push("double");
    const isNew = hasSince(version, "c") === "yes";
    const asked = isNew
      ? new Promise<void>((resolve) => {
          listed = resolve;
        })
      : undefined;
    change();
    await asked;
    await cli.turn("double");
    expect(JSON.stringify(world.model.requests.at(-1).messages).includes("result of double")).toBe(isNew);
  });

  it("connects a configured MCP server, with its secret off argv", async () => {
    world.scripts.set("peek", [tool("mcp__vault__peek", {}), text("done")]);
    const secret = "s3cret-of-the-vault";
    const script = fileURLToPath(new URL("./stdioServer.mjs", import.meta.url));
    const cli = await world.start(version, {
      mcpServers: { vault: { command: process.execPath, args: [script], env: { VAULT_SECRET: secret } } },
    });
    await cli.turn("peek");
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain(`length ${secret.length}`);
    const argvs = fs.readdirSync("/proc").flatMap((pid) => {
      try {
        return [fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")];
      } catch {
        return [];
      }
    });
    expect(argvs.filter((argv) => argv.includes(secret))).toEqual([]);
  });

  it("carries the answer to a question", async () => {
    const questions = [
      {
        question: "Which runner?",
        header: "Runner",
        multiSelect: false,
        options: [
          { label: "Vitest", description: "fast" },
          { label: "Mocha", description: "old" },
        ],
      },
    ];
    world.scripts.set("question", [tool("AskUserQuestion", { questions }), text("thanks")]);
    const cli = await world.start(version);
    cli.answer = (request) => allow(request, { ...request.input, answers: { "Which runner?": "Vitest" } });
    await cli.turn("question");
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("Vitest");
  });

  it("switches mode and model as claude reports them", async () => {
    world.scripts.set("plain", [text("fine")]);
    const cli = await world.start(version);
    expect(await cli.client.setPermissionMode("acceptEdits")).toBe("acceptEdits");
    await cli.client.setModel("claude-sonnet-4-5");
    await cli.turn("plain");
    const init = cli.frames.find((frame) => frame.type === "system" && frame.subtype === "init");
    expect(init).toMatchObject({ permissionMode: "acceptEdits", model: "claude-sonnet-4-5" });
  });

  it("answers fast where it is asked to and can, and says whether it does", async () => {
    world.scripts.set("plain", [text("fine")]);
    const cli = await world.start(version);
    if (!cli.client.supports("apply_flag_settings")) return expect(version).toBe("2.0.77");
    await cli.client.call("apply_flag_settings", { settings: { fastMode: true } });
    await cli.turn("plain");
    const isFast = hasSince(version, "c") !== "no";
    expect(world.model.requests.at(-1).speed).toBe(isFast ? "fast" : undefined);
    const init = cli.frames.find((frame) => frame.type === "system" && frame.subtype === "init");
    expect(init).toMatchObject({ fast_mode_state: isFast ? "on" : "off" });
  });

  it("rewinds files after a dry run", async () => {
    world.scripts.set("create", [tool("Write", { file_path: file("rewound.txt"), content: "one\n" }), text("done")]);
    const cli = await world.start(version);
    const { uuid } = await cli.turn("create");
    expect(await cli.client.rewindFiles(uuid, { dryRun: true })).toMatchObject({
      canRewind: true,
      filesChanged: [file("rewound.txt")],
    });
    expect(fs.existsSync(file("rewound.txt"))).toBe(true);
    expect(await cli.client.rewindFiles(uuid, { dryRun: false })).toMatchObject({ canRewind: true });
    expect(fs.existsSync(file("rewound.txt"))).toBe(false);
    expect(await cli.client.rewindFiles("00000000-0000-4000-8000-000000000000", { dryRun: true })).toMatchObject({
      canRewind: false,
    });
  });

  it("names only files that differ in a dry run of the copy after a rewind", async () => {
    world.scripts.set("create a", [tool("Write", { file_path: file("a.txt"), content: "a\n" }), text("done")]);
    world.scripts.set("create b", [tool("Write", { file_path: file("b.txt"), content: "b\n" }), text("done")]);
    const cli = await world.start(version);
    const [first, second] = [await cli.turn("create a"), await cli.turn("create b")];
    const resume = first.result.session_id as string;
    await cli.client.close();
    const folder = path.join(world.home.home, "config", "projects");
    const transcript = fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .find((name) => name.endsWith(`${resume}.jsonl`)) as string;
    const entries = fs
      .readFileSync(path.join(folder, transcript), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const resumeSessionAt = entries.find(({ uuid }) => uuid === second.uuid).parentUuid;
    // As a rewind to before the second prompt leaves the files.
    fs.rmSync(file("b.txt"));
    const copy = await world.start(version, { launch: { resume, forkSession: true, resumeSessionAt } });
    expect(await copy.client.rewindFiles(first.uuid, { dryRun: true })).toMatchObject({
      canRewind: true,
      filesChanged: [file("a.txt")],
    });
    fs.rmSync(file("a.txt"));
    expect((await copy.client.rewindFiles(first.uuid, { dryRun: true })).filesChanged ?? []).toEqual([]);
  });

  it("resumes a conversation, and forks it under another id", async () => {
    world.scripts.set("first", [text("one")]);
    world.scripts.set("second", [text("two")]);
    const cli = await world.start(version);
    const { result } = await cli.turn("first");
    await cli.client.close();
    const id = result.session_id as string;
    const resumed = await world.start(version, { launch: { resume: id } });
    expect((await resumed.turn("second")).result.session_id).toBe(id);
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("first");
    await resumed.client.close();
    const forked = await world.start(version, { launch: { resume: id, forkSession: true } });
    const fork = (await forked.turn("second")).result.session_id;
    expect(fork).not.toBe(id);
  });

  it("closes cleanly, and knows which requests this version lacks", async () => {
    const cli = await world.start(version);
    const isCurrent = hasSince(version, "c") === "yes";
    expect(cli.client.supports("side_question")).toBe(isCurrent);
    await cli.client.close();
    expect(await cli.closed).toBeUndefined();
    await expect(cli.client.call("mcp_status", {})).rejects.toMatchObject({ code: "connectionClosed" });
  });
});
