import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { say } from "../model/replies.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { makeManagedClaude } from "./managedClaude.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

const works = {
  command: process.execPath,
  args: [fileURLToPath(new URL("../fakes/mcp/stdio.mjs", import.meta.url)), "works"],
};

let world: World;
let conversation: Conversation | undefined;
beforeEach(async () => {
  world = await World.create(() => [say("fine")]);
});
afterEach(async () => {
  await conversation?.close();
  await world.close();
});

describeEachVersion("claude %s", (version) => {
  it("starts with only the servers of the organization's file, and shows all others as forbidden", async ({ skip }) => {
    const claudePath = makeManagedClaude(world.home.root, version, {
      "managed-mcp.json": { mcpServers: { ofOrganization: works } },
    });
    if (claudePath === undefined)
      return skip("no mount namespace is allowed here, so claude cannot be given a managed file");
    fs.writeFileSync(
      path.join(world.home.workspace, ".mcp.json"),
      JSON.stringify({ mcpServers: { ofProject: works } }),
    );
    conversation = await startConversation(world, version, {
      claudePath,
      logger: silentLogger,
      mcpServers: { ofTandem: works },
      managedFolder: path.join(world.home.root, "managed"),
      launch: { strictMcpConfig: true, model: "claude-haiku-4-5-20251001" },
    });
    const { servers, find } = {
      servers: conversation.controls.servers,
      find: (name: string) => conversation?.settings.effective.find((each) => each.name === name),
    };
    const statuses = () =>
      Object.fromEntries((conversation?.state.servers ?? []).map(({ name, status }) => [name, status]));
    const has = (name: string, status: string) =>
      until(conversation as Conversation, () => statuses()[name] === status);
    await has("ofOrganization", "connected");
    await has("ofTandem", "forbidden");
    await servers.applyServers({
      servers: { ofTandem: works, addedLater: works },
      rules: { allow: [], ask: [], deny: [] },
    });
    await has("addedLater", "forbidden");
    expect(statuses()).toEqual({ ofOrganization: "connected", ofTandem: "forbidden", addedLater: "forbidden" });
    expect(find("strictMcpConfig")).toMatchObject({ state: "forbidden" });

    conversation.submit("hello");
    await until(conversation, ({ status }) => status === "working");
    await until(conversation, ({ status }) => status === "idle");
    expect(world.model.requests.length).toBeGreaterThan(0);
  });

  it("starts without servers, plugins and subagents that a policy forbids, where the version has it", async ({
    skip,
  }) => {
    const claudePath = makeManagedClaude(world.home.root, version, {
      "managed-settings.json": { disableSideloadFlags: true },
    });
    if (claudePath === undefined)
      return skip("no mount namespace is allowed here, so claude cannot be given a managed file");
    const plugin = path.join(world.home.root, "plugin");
    fs.mkdirSync(path.join(plugin, ".claude-plugin"), { recursive: true });
    fs.writeFileSync(
      path.join(plugin, ".claude-plugin", "plugin.json"),
      JSON.stringify({ name: "mine", version: "1.0.0", description: "mine" }),
    );
    conversation = await startConversation(world, version, {
      claudePath,
      logger: silentLogger,
      mcpServers: { ofTandem: works },
      managedFolder: path.join(world.home.root, "managed"),
      launch: { pluginDirectories: [plugin], model: "claude-haiku-4-5-20251001" },
      environment: { CLAUDE_CODE_PLUGIN_DIRS: plugin },
    });
    conversation.submit("hello");
    await until(conversation, ({ status }) => status === "working");
    await until(conversation, ({ status }) => status === "idle");
    expect(world.model.requests.length).toBeGreaterThan(0);
    const isKnown = hasSince(version, "c") === "yes";
    expect(
      conversation.settings.effective.find(({ name }) => name === "pluginDirectories")?.state === "forbidden",
    ).toBe(isKnown);
    const ofTandem = (conversation.state.servers ?? []).find(({ name }) => name === "ofTandem");
    expect(ofTandem?.status === "forbidden").toBe(isKnown);
  });
});
