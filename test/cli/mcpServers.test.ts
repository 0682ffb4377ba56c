import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConversationServers } from "../../extension/core/conversation/servers/mcpServers.ts";
import { ConversationContext } from "../../extension/core/conversation/view/conversationContext.ts";
import { ConversationStore } from "../../extension/core/conversation/view/conversationStore.ts";
import type { ExternalServerConfig } from "../../extension/core/protocol/requests/mcpConfig.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { CachedServerLogs } from "../../extension/node/claude/servers/serverLogs.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { startHttpServer } from "../fakes/mcp/http.mjs";
import { systemClock } from "../fakes/systemClock.ts";
import { currentCli } from "../host/install.mjs";
import { describeEachVersion } from "./eachVersion.ts";
import { type Conversation, World } from "./realCli.ts";

const stdio = fileURLToPath(new URL("../fakes/mcp/stdio.mjs", import.meta.url));
const program = (mode: string, ...more: string[]): ExternalServerConfig => ({
  command: process.execPath,
  args: [stdio, mode, ...more],
});
const text = (words: string) => ({ blocks: [{ text: words }] });

let world: World;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  world = await World.create(() => [text("fine")]);
});
afterEach(async () => {
  await world.close();
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function web(options: Parameters<typeof startHttpServer>[0]) {
  const server = await startHttpServer(options);
  closing.push(server.close);
  return server;
}

const prepared = (servers: Record<string, ExternalServerConfig>) => ({
  servers,
  rules: { allow: [], ask: [], deny: [] },
});

/** Follows the servers of a CLI as a conversation does. */
function follow(cli: Conversation, launched: Record<string, ExternalServerConfig>) {
  const context = new ConversationContext({
    id: "c1" as ConversationId,
    store: new ConversationStore(createEmptyState(world.home.workspace)),
    clock: systemClock,
    logger: silentLogger,
    newId: randomUUID,
  });
  const servers = new ConversationServers(context, { client: () => cli.client });
  closing.push(async () => servers.end());
  servers.begin(prepared(launched));
  const statuses = () => Object.fromEntries((context.state.servers ?? []).map(({ name, status }) => [name, status]));
  const find = (name: string) => context.state.servers?.find((server) => server.name === name);
  return { servers, statuses, find };
}

describeEachVersion("claude %s", (version) => {
  const isNew = hasSince(version, "c") !== "no";
  const canAct = hasSince(version, "b") !== "no";

  it("reports servers over stdio, http and sse that work, crash, or need headers or sign-in", async () => {
    const mark = path.join(world.home.root, "mark");
    const key = { "x-key": "k3y" };
    const launched: Record<string, ExternalServerConfig> = {
      works: program("works", mark),
      crashes: program("crashesAtStart"),
      http: { type: "http", url: (await web({ header: "k3y" })).url, headers: key },
      sse: { type: "sse", url: (await web({ kind: "sse" })).url },
      noHeader: { type: "http", url: (await web({ header: "k3y" })).url },
      door: { type: "http", url: (await web({ needsSignIn: true })).url },
    };
    const cli = await world.start(version, { mcpServers: launched });
    const { statuses, find } = follow(cli, launched);
    const expected = {
      works: "connected",
      crashes: "failed",
      http: "connected",
      sse: "connected",
      noHeader: "failed",
      door: "needsSignIn",
    };
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(expected);
    expect(find("works")?.software).toEqual({ name: "weather", version: "1.2.3" });
    if (canAct) {
      expect(find("works")?.tools).toEqual([
        { name: "look", isReadOnly: true },
        { name: "wipe", isDestructive: true },
        { name: "fall" },
      ]);
      expect(find("crashes")?.error).toContain("Connection closed");
      expect(find("works")?.scope).toBe("dynamic");
    }
    // Under a vendor's own name no server over stdio starts.
    expect(fs.readFileSync(mark, "utf8")).toBe("tandem");
    if (!isNew) return;
    const logs = new CachedServerLogs(() => ({ HOME: world.home.home }), process.platform);
    await expect
      .poll(async () => (await logs.read({ folder: world.home.workspace }, "crashes")).stderr)
      .toContain("cannot open the weather database");
  });

  it("adds and removes servers while it runs, as far as it can", async () => {
    const launched = { one: program("works"), two: program("works") };
    const cli = await world.start(version, { mcpServers: launched });
    const { servers, statuses } = follow(cli, launched);
    await expect.poll(statuses, { timeout: 30_000 }).toEqual({ one: "connected", two: "connected" });
    const changes = await servers.applyServers(
      prepared({ two: launched.two, three: program("works"), bad: program("crashesAtStart") }),
    );
    expect(changes).toMatchObject({ needRestart: canAct ? [] : ["one"], removed: canAct ? ["one"] : [] });
    expect([...(changes?.errors.keys() ?? [])]).toEqual(["bad"]);
    const kept = canAct ? {} : { one: "connected" };
    expect(statuses()).toEqual({ ...kept, two: "connected", three: "connected", bad: "failed" });
    await servers.applyServers(prepared({ two: launched.two }));
    expect(statuses()).toEqual({ ...kept, two: "connected" });
  });

  it("switches a server off and on, connects it again, and says why it cannot", async () => {
    const launched = { works: program("works"), crashes: program("crashesAtStart") };
    const cli = await world.start(version, { mcpServers: launched });
    const { servers, statuses } = follow(cli, launched);
    await expect.poll(statuses, { timeout: 30_000 }).toEqual({ works: "connected", crashes: "failed" });
    if (!canAct) return expect(await servers.setEnabled("works", false)).toEqual({ code: "unsupported" });
    expect(await servers.setEnabled("works", false)).toEqual({ code: "done" });
    expect(statuses()["works"]).toBe("disabled");
    expect(await servers.setEnabled("works", true)).toEqual({ code: "done" });
    expect(statuses()["works"]).toBe("connected");
    expect(await servers.reconnect("crashes")).toMatchObject({
      code: "failed",
      reason: expect.stringContaining("Connection closed"),
    });
  });
});

it("answers the first message while a server hangs, and starts a server again that crashed", async () => {
  world.scripts.set("fall", [{ blocks: [{ tool: "mcp__later__fall", input: {} }] }, text("it fell")]);
  const launched = { hangs: program("hangs"), later: program("crashesLater") };
  const cli = await world.start(currentCli, { mcpServers: launched });
  const { servers, statuses } = follow(cli, launched);
  await cli.turn("hello");
  await expect.poll(() => servers.refresh().then(statuses)).toEqual({ hangs: "pending", later: "connected" });
  await cli.turn("fall");
  expect(JSON.stringify(world.model.requests.at(-1).messages)).toContain("Connection closed");
  await expect.poll(() => servers.refresh().then(() => statuses()["later"])).toBe("connected");
});

it("signs in at a server from end to end, and out again", async () => {
  const door = await web({ needsSignIn: true });
  const launched: Record<string, ExternalServerConfig> = { door: { type: "http", url: door.url } };
  const cli = await world.start(currentCli, { mcpServers: launched });
  const { servers, statuses } = follow(cli, launched);
  await expect.poll(statuses).toEqual({ door: "needsSignIn" });
  const { outcome, page = "" } = await servers.signIn("door");
  expect(outcome).toEqual({ code: "done" });
  // The browser: the page signs in and returns to claude on this machine.
  expect((await fetch(page)).status).toBe(200);
  await expect.poll(statuses).toEqual({ door: "connected" });
  expect(await servers.signOut("door")).toEqual({ code: "done" });
  expect(statuses()).toEqual({ door: "needsSignIn" });
  // A browser that does not reach this machine: the user pastes the address.
  const again = await servers.signIn("door");
  const back = (await fetch(again.page ?? "", { redirect: "manual" })).headers.get("location") ?? "";
  expect(await servers.completeSignIn("door", back.replace(/state=[^&]*/, `state=${randomUUID()}`))).toMatchObject({
    code: "failed",
  });
  expect(await servers.completeSignIn("door", back)).toEqual({ code: "done" });
  expect(statuses()).toEqual({ door: "connected" });
});
