import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import type { ExternalServerConfig } from "../../extension/core/protocol/requests/mcpConfig.ts";
import { hasSince, waitsForServers } from "../../extension/core/protocol/version.ts";
import { findProcessesWith } from "../../extension/node/processes/linuxProcesses.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { startHttpServer } from "../fakes/mcp/http.mjs";
import { say, use } from "../model/replies.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

// Each version waits several seconds for time limits of servers that hang.
const stdio = fileURLToPath(new URL("../fakes/mcp/stdio.mjs", import.meta.url));
const program = (...args: string[]): ExternalServerConfig => ({ command: process.execPath, args: [stdio, ...args] });
const write = (file: string, value: object) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(value));
};
const prepared = (servers: Record<string, ExternalServerConfig>) => ({
  servers,
  rules: { allow: [], ask: [], deny: [] },
});

let world: World;
let conversation: Conversation;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  world = await World.create(() => [say("fine")]);
});
afterEach(async () => {
  await conversation.close();
  await world.close();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Returns a server that answers nothing until `release` is called. */
async function site(kind: "http" | "sse"): Promise<{ config: ExternalServerConfig; release: () => void }> {
  let release = (): void => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await startHttpServer({ kind, hold });
  closing.push(server.close);
  return { config: { type: kind, url: server.url }, release };
}

const statuses = () => Object.fromEntries((conversation.state.servers ?? []).map(({ name, status }) => [name, status]));
const isConnected = (name: string) =>
  until(
    conversation,
    ({ servers }) => servers?.some((server) => server.name === name && server.status === "connected") === true,
  );
const whenIdle = () => until(conversation, ({ status }) => status === "idle");
const whenWritten = (file: string) => vi.waitFor(() => expect(fs.existsSync(file)).toBe(true), { timeout: 20_000 });
async function whenAsked() {
  await until(conversation, ({ requests }) => requests.length > 0);
  const [request] = conversation.state.requests;
  if (request?.kind !== "permission") throw new Error("no permission is requested");
  return request;
}
async function takeTurn(text: string): Promise<void> {
  conversation.submit(text);
  await until(conversation, ({ status }) => status === "working");
  await whenIdle();
}

/** Sends a second message, and stops its turn while it requests permission. */
async function stopSecondTurn(): Promise<void> {
  world.scripts.set("second turn", [use("Bash", { command: "touch one" }), say("Two.")]);
  conversation.submit("second turn");
  await whenAsked();
  await conversation.stop();
  await whenIdle();
}

describeEachVersion("claude %s", (version) => {
  it("accepts answers, messages and Stop while new servers hang, and adds each once it answers", async () => {
    const door = path.join(world.home.root, "door");
    const [http, sse] = [await site("http"), await site("sse")];
    world.scripts.set("first turn", [
      use("Bash", { command: "touch one" }),
      use("Bash", { command: "touch two" }),
      say("One."),
    ]);
    const environment = { HANGING_TEST: world.home.root };
    conversation = await startConversation(world, version, {
      launch: { model: "claude-haiku-4-5-20251001" },
      environment,
      logger: silentLogger,
    });
    conversation.submit("first turn");
    const first = await whenAsked();
    const servers = {
      hangs: program("answersWith", door),
      weather: program("works"),
      http: http.config,
      sse: sse.config,
    };
    const changing = conversation.controls.servers.applyServers(prepared(servers));
    await isConnected("weather");
    const meanwhile = { weather: "connected", hangs: "pending", http: "pending", sse: "pending" };
    expect(statuses()).toEqual(meanwhile);

    await conversation.permissions.decide(first.id, first.revision, { kind: "allow" });
    await until(conversation, ({ requests }) => requests.some(({ id }) => id !== first.id));
    await conversation.stop();
    await whenIdle();
    await takeTurn("second turn");
    expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("second turn");
    // All of this came before any of these servers answered.
    expect(statuses()).toEqual(meanwhile);

    fs.writeFileSync(door, "");
    http.release();
    sse.release();
    expect(await changing).toMatchObject({ errors: new Map(), withheld: [], needRestart: [] });
    expect(statuses()).toEqual({ weather: "connected", hangs: "connected", http: "connected", sse: "connected" });
    await conversation.close();
    expect(findProcessesWith("HANGING_TEST", world.home.root).pids).toEqual([]);
  });

  it.skipIf(waitsForServers(version))(
    "starts and accepts messages and Stop while initial servers and those of claude's files hang",
    async () => {
      const door = path.join(world.home.root, "door");
      const http = await site("http");
      write(path.join(world.home.workspace, ".mcp.json"), { mcpServers: { ofProject: program("answersWith", door) } });
      write(path.join(world.home.home, "config", ".claude.json"), {
        mcpServers: { ofUser: program("answersWith", door) },
      });
      conversation = await startConversation(world, version, {
        launch: { model: "claude-haiku-4-5-20251001" },
        environment: { HANGING_TEST: world.home.root },
        mcpServers: { hangs: program("answersWith", door), weather: program("works"), http: http.config },
        extraSettings: { enableAllProjectMcpServers: true },
        logger: silentLogger,
        onCreated: (created) => created.submit("first turn"),
      });
      await whenIdle();
      expect(JSON.stringify(world.model.requests.at(-1))).toContain("first turn");
      await stopSecondTurn();
      await isConnected("weather");
      // All of this came before any of these servers answered.
      const late = ["hangs", "http", "ofProject", "ofUser"];
      expect(statuses()).toEqual({
        weather: "connected",
        ...Object.fromEntries(late.map((name) => [name, "pending"])),
      });

      fs.writeFileSync(door, "");
      http.release();
      await Promise.all(late.map(isConnected));
      await takeTurn("third turn");
      const last = JSON.stringify(world.model.requests.at(-1));
      for (const tool of ["mcp__hangs__look", "mcp__ofProject__look", "mcp__ofUser__look"])
        expect(last).toContain(tool);
      await conversation.close();
      expect(findProcessesWith("HANGING_TEST", world.home.root).pids).toEqual([]);
    },
  );

  it.runIf(waitsForServers(version))(
    "waits for the servers of its start before the first message, as claude does",
    async () => {
      const door = path.join(world.home.root, "door");
      write(path.join(world.home.workspace, ".mcp.json"), { mcpServers: { ofProject: program("answersWith", door) } });
      const began = path.join(world.home.root, "began");
      const starting = startConversation(world, version, {
        mcpServers: { hangs: program("answersWith", door, began), weather: program("works") },
        extraSettings: { enableAllProjectMcpServers: true },
        logger: silentLogger,
        onCreated: (created) => {
          conversation = created;
          created.submit("first turn");
        },
      });
      await whenWritten(began);
      expect([conversation.state.status, conversation.state.queue.length]).toEqual(["starting", 1]);
      fs.writeFileSync(door, "");
      await starting;
      await until(conversation, ({ status }) => status === "working");
      await whenIdle();
      const last = JSON.stringify(world.model.requests.at(-1));
      for (const tool of ["mcp__hangs__look", "mcp__ofProject__look", "mcp__weather__look"])
        expect(last).toContain(tool);
    },
  );

  it.runIf(waitsForServers(version))(
    "stops a start that waits for a server, keeps the message, and leaves no program",
    async () => {
      const door = path.join(world.home.root, "door");
      const began = path.join(world.home.root, "began");
      const starting = startConversation(world, version, {
        environment: { HANGING_TEST: world.home.root },
        mcpServers: { hangs: program("answersWith", door, began) },
        logger: silentLogger,
        onCreated: (created) => {
          conversation = created;
          created.submit("first turn");
        },
      });
      await whenWritten(began);
      const from = Date.now();
      await conversation.stop();
      await starting;
      // `claude` itself would wait for 30 seconds.
      expect(Date.now() - from).toBeLessThan(15_000);
      const { status, queue, problem } = conversation.state;
      expect([status, queue.map(({ text, isHeld }) => [text, isHeld]), problem]).toEqual([
        "resting",
        [["first turn", true]],
        undefined,
      ]);
      expect(findProcessesWith("HANGING_TEST", world.home.root).pids).toEqual([]);
    },
  );

  it("does not run or replace servers of claude's own files that claude would not connect", async () => {
    const mark = path.join(world.home.root, "mark");
    write(path.join(world.home.workspace, ".mcp.json"), {
      mcpServers: { refused: program("hangs", mark), denied: program("hangs", mark) },
    });
    conversation = await startConversation(world, version, {
      extraSettings: {
        enableAllProjectMcpServers: true,
        disabledMcpjsonServers: ["refused"],
        deniedMcpServers: [{ serverName: "denied" }],
      },
      logger: silentLogger,
      onCreated: (created) => created.submit("first turn"),
    });
    await whenIdle();
    expect(fs.existsSync(mark)).toBe(false);
    expect((conversation.state.servers ?? []).filter(({ status }) => status !== "forbidden")).toEqual([]);
  });

  it.runIf(hasSince(version, "b") !== "no")(
    "takes messages while Tandem, not claude, reconnects a hanging server of .mcp.json",
    async () => {
      const door = path.join(world.home.root, "door");
      fs.writeFileSync(door, "");
      fs.writeFileSync(
        path.join(world.home.workspace, ".mcp.json"),
        JSON.stringify({ mcpServers: { hangs: program("answersWith", door) } }),
      );
      conversation = await startConversation(world, version, {
        environment: { MCP_TIMEOUT: "10000", HANGING_TEST: world.home.root },
        extraSettings: { enableAllProjectMcpServers: true },
        logger: silentLogger,
      });
      await isConnected("hangs");
      fs.rmSync(door);
      let isOver = false;
      const reconnecting = conversation.controls.servers.reconnect("hangs").finally(() => {
        isOver = true;
      });
      conversation.submit("first turn");
      await until(conversation, ({ status }) => status === "working");
      await whenIdle();
      expect(isOver).toBe(false);
      expect(await reconnecting).toEqual({ code: "silent" });
      expect(statuses()).toEqual({ hangs: "connected" });
      await conversation.close();
      expect(findProcessesWith("HANGING_TEST", world.home.root).pids).toEqual([]);
    },
  );

  it("reports a server that does not answer in time, and adds it after a reconnect", async () => {
    const door = path.join(world.home.root, "door");
    const environment = { MCP_TIMEOUT: "3000", HANGING_TEST: world.home.root };
    conversation = await startConversation(world, version, { environment, logger: silentLogger });
    const { servers } = conversation.controls;
    expect(await servers.applyServers(prepared({ hangs: program("answersWith", door) }))).toMatchObject({
      withheld: ["hangs"],
    });
    expect(conversation.state.servers).toEqual([{ name: "hangs", status: "failed", isWithheld: true }]);
    fs.writeFileSync(door, "");
    expect(await servers.reconnect("hangs")).toEqual({ code: "done" });
    expect(statuses()).toEqual({ hangs: "connected" });
    await conversation.close();
    expect(findProcessesWith("HANGING_TEST", world.home.root).pids).toEqual([]);
  });
});
