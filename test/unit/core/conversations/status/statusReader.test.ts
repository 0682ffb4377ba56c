import { expect, it } from "vitest";
import { StatusReader } from "../../../../../extension/core/conversations/status/statusReader.ts";
import { Emitter } from "../../../../../extension/shared/base/emitter.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import type { Effective } from "../../../../../extension/shared/contract/configuration.ts";
import { setup } from "../actionsSetup.ts";
import type { Surroundings } from "../setup.ts";

const autosave: Effective = {
  name: "chat.saveFilesBeforeSending",
  value: "always",
  source: { kind: "default" },
  overridden: [],
};
const ignored = { name: "temprature", value: 1, source: { kind: "setting", scope: "user" }, code: "unknown" } as const;

async function read(surroundings: Surroundings = {}) {
  const world = await setup(surroundings);
  const settingsChanged = new Emitter<void>(() => {});
  const folders: string[] = [];
  let values = [autosave];
  const reader = new StatusReader({
    conversations: world.conversations,
    settings: {
      read: (folder) => {
        folders.push(folder);
        return values;
      },
      findIgnored: async () => [ignored],
      onDidChange: settingsChanged.event,
    },
    listExtensionTools: () => [],
    measureCheckpoints: async () => ({ bytes: 0, place: "/checkpoints" }),
    getSettingsFile: (source, { folder }) =>
      source === "projectSettings" ? `${folder}/.claude/settings.json` : undefined,
    listInstructions: async ({ folder }) => [{ path: `${folder}/CLAUDE.md`, shown: "CLAUDE.md", bytes: 1 }],
    logger: silentLogger,
  });
  const first = reader.facts;
  let fired = 0;
  reader.onDidChange(() => fired++);
  const change = (next: Effective): void => {
    values = [next];
    settingsChanged.fire();
  };
  return { ...world, reader, first, folders, change, fired: () => fired };
}

const answers = {
  mcp_status: { mcpServers: [{ name: "docs", status: "connected", tools: [] }] },
  get_settings: {
    effective: { model: "haiku" },
    sources: [
      { source: "userSettings", settings: { model: "sonnet" } },
      { source: "projectSettings", settings: JSON.parse(`{ "model": "haiku", "constructor": 1 }`) },
    ],
  },
  list_permission_rules: {
    state: { rules: [{ behavior: "deny", rule: "Read(.env)", source: "projectSettings", notInEffect: true }] },
  },
  get_hooks_listing: { hooks: [{ event: "Stop", matcher: "", sourceLabel: "Project", displayText: "echo\u0007 hi" }] },
};

it("returns what is known at once, and what had to be asked when it arrives", async () => {
  const { reader, first, folders } = await read({ answers });
  expect(first).toMatchObject({ ignored: [], conversation: { claudeSettings: "waiting", instructions: [] } });
  await reader.whenAnswered();
  expect(folders.at(-1)).toBe("/w");
  // Choices of the conversation come after the settings.
  expect(reader.facts.settings.map(({ name }) => name).slice(0, 2)).toEqual([
    "chat.saveFilesBeforeSending",
    "permissionMode",
  ]);
  expect(reader.facts).toMatchObject({
    ignored: [ignored],
    conversation: {
      claudeSettings: [
        {
          name: "model",
          layers: [
            { source: "projectSettings", value: "haiku", file: "/w/.claude/settings.json" },
            { source: "userSettings", value: "sonnet" },
          ],
        },
        { name: "constructor" },
      ],
      servers: [{ name: "docs", status: "connected" }],
      rules: [{ behavior: "deny", rule: "Read(.env)", source: "projectSettings", isInEffect: false }],
      hooks: [{ event: "Stop", matcher: "", text: "echo hi", source: "Project" }],
      instructions: [{ path: "/w/CLAUDE.md" }],
      missing: [],
    },
  });
});

it("shows values from the files of claude where the settings have none, and no secret", async () => {
  const { reader, change } = await read({ answers });
  change({ name: "environment", value: { TOKEN: "s3cret" }, source: { kind: "default" }, overridden: [] });
  await reader.whenAnswered();
  const row = () => reader.facts.settings.find(({ name }) => name === "model");
  const files = [
    { source: { kind: "claude", file: "project" }, value: "haiku" },
    { source: { kind: "claude", file: "user" }, value: "sonnet" },
  ];
  expect(row()).toMatchObject({ ...files[0], overridden: [files[1], { source: { kind: "default" } }] });
  expect(JSON.stringify(reader.facts.settings)).toContain("TOKEN");
  expect(JSON.stringify(reader.facts.settings)).not.toContain("s3cret");
});

it("asks again after a turn or a changed setting, and drops answers of ended processes", async () => {
  const { reader, change, cli, shown, fired, conversations } = await read({ answers });
  await reader.whenAnswered();
  const asked = () => cli.received.filter((frame) => frame["request"]?.subtype === "get_settings").length;
  expect(asked()).toBe(1);
  const before = fired();
  change({ ...autosave, value: "ask" });
  await reader.whenAnswered();
  expect([asked(), reader.facts.settings[0]?.value, fired() > before]).toEqual([2, "ask", true]);
  shown.submit("go");
  cli.write({ type: "system", subtype: "session_state_changed", state: "running" });
  cli.write({ type: "system", subtype: "session_state_changed", state: "idle" });
  await reader.whenAnswered();
  expect(asked()).toBe(3);
  await shown.rest();
  await reader.whenAnswered();
  reader.refresh();
  await reader.whenAnswered();
  expect(reader.facts.conversation).toMatchObject({ claudeSettings: "unsupported", rules: "unsupported" });
  reader.dispose();
  const after = fired();
  conversations.create();
  expect(fired()).toBe(after);
});

it("shows what a version cannot answer as such, and names what it lacks", async () => {
  const { reader } = await read({
    answers: { mcp_status: answers.mcp_status, initialize: { claude_code_version: "2.1.50" } },
  });
  await reader.whenAnswered();
  const { conversation } = reader.facts;
  expect(conversation).toMatchObject({
    claudeSettings: "unsupported",
    hooks: "unsupported",
    rules: "unsupported",
    servers: [{ name: "docs" }],
  });
  expect(conversation?.missing).toEqual(expect.arrayContaining(["get_settings", "additionalDirectories"]));
  expect(conversation?.canSelectStyle).toBe(false);
});
