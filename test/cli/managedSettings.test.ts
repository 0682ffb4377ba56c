import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import { readClaudeSettings } from "../../extension/core/conversation/statusAnswers.ts";
import { previewRewind } from "../../extension/core/conversations/rewind/claudeRewind.ts";
import { addOutsideLayers } from "../../extension/core/options/explain.ts";
import { resolve } from "../../extension/core/options/resolve.ts";
import type { LaunchOptions } from "../../extension/node/claude/launchArguments.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { getMcpContent } from "../../extension/shared/pages/mcpPage.ts";
import { getClaudeSettingsSection, getSettingSections } from "../../extension/shared/pages/status/settingSections.ts";
import { currentCli } from "../host/install.mjs";
import { say } from "../model/replies.ts";
import { makeManagedClaude } from "./managedClaude.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

const [haiku, sonnet] = ["claude-haiku-4-5-20251001", "claude-sonnet-4-5-20250929"];

let world: World;
let conversation: Conversation | undefined;
beforeEach(async () => {
  world = await World.create(() => [say("fine")]);
});
afterEach(async () => {
  await conversation?.close();
  await world.close();
});

it("shows on its pages whether a policy decides each setting and server", async ({ skip }) => {
  const claudePath = makeManagedClaude(world.home.root, currentCli, {
    "managed-settings.json": {
      model: haiku,
      cleanupPeriodDays: 9,
      fileCheckpointingEnabled: false,
      allowManagedPermissionRulesOnly: true,
      permissions: { disableBypassPermissionsMode: "disable" },
      deniedMcpServers: [{ serverName: "ofProject" }, { serverName: "ofTandem" }, { serverName: "addedLater" }],
    },
  });
  if (claudePath === undefined)
    return skip("no mount namespace is allowed here, so claude cannot be given a managed settings file");
  const config = path.join(world.home.home, "config");
  fs.mkdirSync(config, { recursive: true });
  fs.writeFileSync(path.join(config, "settings.json"), JSON.stringify({ cleanupPeriodDays: 20 }));
  const fails = { command: process.execPath, args: ["-e", "process.exit(1)"] };
  fs.writeFileSync(
    path.join(world.home.workspace, ".mcp.json"),
    JSON.stringify({ mcpServers: { ofProject: fails, other: fails } }),
  );
  const launch: Partial<LaunchOptions> = {
    model: sonnet,
    permissionMode: "bypassPermissions",
    allowDangerouslySkipPermissions: true,
    allowedTools: ["Bash(ls:*)"],
  };

  conversation = await startConversation(world, currentCli, {
    claudePath,
    launch,
    logger: silentLogger,
    mcpServers: { ofTandem: fails },
    extraSettings: { enableAllProjectMcpServers: true },
  });
  await until(
    conversation,
    ({ servers = [] }) => servers.length === 3 && servers.every(({ status }) => status !== "pending"),
  );
  const servers = { ofTandem: fails, addedLater: fails };
  await conversation.controls.servers.applyServers({ servers, rules: { allow: [], ask: [], deny: [] } });
  await until(conversation, ({ servers = [] }) => servers.length === 4);
  const nothing = {
    abilities: new Set<never>(),
    hasResourceTools: false,
    defined: new Map(),
    policies: new Map(),
    logs: new Map(),
    busy: new Set<string>(),
  };
  const shown = getMcpContent({ state: conversation.state, ...nothing }).servers.map(({ name, statusText, notes }) => [
    name,
    statusText,
    notes[0],
  ]);
  const byPolicy = ["forbidden by policy", "Your organization's policy doesn't allow this server."];
  expect(shown.sort()).toEqual([
    ["addedLater", ...byPolicy],
    ["ofProject", ...byPolicy],
    ["ofTandem", ...byPolicy],
    ["other", "failed", expect.anything()],
  ]);

  conversation.submit("hello");
  await until(conversation, ({ status }) => status === "working");
  await until(conversation, ({ status }) => status === "idle");
  // An argument of the start wins over the policy; a mode that the policy forbids does not.
  expect([world.model.requests.at(-1).model, conversation.state.reported.permissionMode]).toEqual([sonnet, "default"]);

  const prompt = conversation.transcript.prompts.loaded[0]?.id ?? "";
  expect(await previewRewind(conversation, prompt)).toEqual({ kind: "impossible", problem: { code: "policy" } });

  const claudeSettings = readClaudeSettings((await conversation.client?.call("get_settings", {})) ?? {});
  const reported = claudeSettings.flatMap(({ name, layers }) =>
    layers.map(({ source, value }) => ({ source, settings: { [name]: value } })),
  );
  const own = resolve([{ source: { kind: "setting", scope: "user" }, values: launch }]);
  const facts = {
    settings: addOutsideLayers(own, { reported, variables: new Map(), hasSince: () => "yes" }),
    ignored: [],
    storage: "waiting",
    extensionTools: [],
  } as const;
  const rows = [
    ...getSettingSections(facts).flatMap((section) => section.rows),
    ...getClaudeSettingsSection(claudeSettings).rows,
  ];
  const find = (name: string) => rows.find((row) => row.name === name);
  const ignored = {
    mark: { level: "warning", text: "set but ignored" },
    more: "Your organization's policy doesn't allow this value.",
  };
  expect(find("permissionMode")).toMatchObject({ value: "bypassPermissions", ...ignored });
  expect(find("allowedTools")).toMatchObject(ignored);
  expect(find("model")).toMatchObject({
    value: sonnet,
    origin: "User settings",
    losers: [{ value: haiku, origin: "claude's managed settings" }],
  });
  expect(find("cleanupPeriodDays")).toMatchObject({
    value: "9",
    origin: "claude's managed settings",
    losers: [{ value: "20", origin: "claude's user settings" }],
  });
});
