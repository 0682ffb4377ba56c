import { expect, it } from "vitest";
import { applySettingsServers } from "../../../../../extension/core/conversations/servers/applySettingsServers.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { setup } from "../actionsSetup.ts";

const prepared = { servers: { db: { command: "db" } }, rules: { allow: [], ask: [], deny: [] } };
const probe = {
  limitMs: 1_000,
  connect: async () => true,
  find: async () => undefined,
  list: async () => ({}),
};

async function begin() {
  const answers = { mcp_status: { mcpServers: [] }, mcp_set_servers: {} };
  const { shown, cli } = await setup({ answers, probe });
  const warned: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => warned.push(message) };
  const apply = (servers: Promise<typeof prepared>) => applySettingsServers(shown.conversation, servers, logger);
  const sent = () => cli.received.flatMap(({ request }) => (request?.subtype === "mcp_set_servers" ? [request] : []));
  return { shown, warned, apply, sent };
}

it("adds a server of the settings without a restart", async () => {
  const { apply, sent, warned } = await begin();
  expect(await apply(Promise.resolve(prepared))).toBe(true);
  expect(sent()).toMatchObject([{ servers: prepared.servers }]);
  expect(warned).toEqual([]);
});

it("needs a restart for new rules about the tools of a server", async () => {
  const { apply } = await begin();
  const rules = { ...prepared.rules, deny: ["mcp__db__wipe"] as never[] };
  expect(await apply(Promise.resolve({ ...prepared, rules }))).toBe(false);
});

it("logs why servers cannot be prepared, and needs a restart then", async () => {
  const { apply, sent, warned } = await begin();
  expect(await apply(Promise.reject(new Error("no secret")))).toBe(false);
  expect([sent(), warned]).toEqual([[], ["changing MCP servers: no secret"]]);
});

it("changes nothing in a conversation that does not run", async () => {
  const { shown, apply, sent } = await begin();
  await shown.rest();
  expect(await apply(Promise.resolve(prepared))).toBe(false);
  expect(sent()).toEqual([]);
});
