import { expect, it } from "vitest";
import type { ServerProbe } from "../../../../../extension/core/conversation/ports/ports.ts";
import { LiveServerActions } from "../../../../../extension/core/conversations/servers/liveServerActions.ts";
import { setup } from "../actionsSetup.ts";

const door = { name: "door", status: "needs-auth" };

async function begin(answers: Record<string, object>, callback?: string, probe?: ServerProbe) {
  const world = await setup({
    answers: { mcp_status: { mcpServers: [door] }, ...answers },
    ...(probe ? { probe } : {}),
  });
  const shown: unknown[] = [];
  const opened: string[] = [];
  const actions = new LiveServerActions({
    conversations: world.conversations,
    dialogs: { showOutcome: (...outcome) => shown.push(outcome), askCallback: async () => callback },
    openLink: async (url) => {
      opened.push(url);
      return undefined;
    },
  });
  const asked = (subtype: string) =>
    world.cli.received.filter((frame) => frame["request"]?.subtype === subtype).map((frame) => frame["request"]);
  return { ...world, actions, shown: world.shown, outcomes: shown, opened, asked };
}

it("opens the page of a sign-in and passes on the address that the user pastes", async () => {
  const address = "http://localhost:1/callback?code=c&state=s";
  const page = "https://door.example/authorize";
  const { actions, shown, opened, asked, outcomes } = await begin(
    { mcp_authenticate: { authUrl: page }, mcp_oauth_callback_url: {}, mcp_reconnect: {} },
    address,
  );
  await actions.signIn(shown.id, "door");
  await new Promise((resolve) => setImmediate(resolve));
  expect(opened).toEqual([page]);
  expect(asked("mcp_oauth_callback_url")).toEqual([
    { subtype: "mcp_oauth_callback_url", serverName: "door", callbackUrl: address },
  ]);
  expect([outcomes, asked("mcp_reconnect").length]).toEqual([[], 1]);
});

it("opens no page and asks for no address if signing in needs no user action", async () => {
  const { actions, shown, opened, asked } = await begin({
    mcp_authenticate: { requiresUserAction: false },
    mcp_clear_auth: {},
    mcp_toggle: {},
    mcp_reconnect: {},
  });
  await actions.signIn(shown.id, "door");
  await actions.signOut(shown.id, "door");
  await actions.setEnabled(shown.id, "door", true);
  await actions.reconnect(shown.id, "door");
  expect([opened, asked("mcp_oauth_callback_url")]).toEqual([[], []]);
  expect([asked("mcp_clear_auth").length, asked("mcp_toggle")[0]?.enabled, asked("mcp_reconnect").length]).toEqual([
    1,
    true,
    1,
  ]);
});

it("adds a server that had not answered, and says when it still does not", async () => {
  let hasAnswered = false;
  const probe = {
    limitMs: 1_000,
    connect: async () => hasAnswered,
    find: async () => undefined,
    list: async () => ({}),
  };
  const { actions, shown, outcomes, asked } = await begin({ mcp_set_servers: {} }, undefined, probe);
  const db = { command: "db" };
  await shown.conversation.controls.servers.applyServers({ servers: { db }, rules: { allow: [], ask: [], deny: [] } });
  await actions.reconnect(shown.id, "db");
  expect([outcomes, asked("mcp_set_servers")]).toEqual([[["reconnect", "db", { code: "silent" }]], []]);
  hasAnswered = true;
  await actions.reconnect(shown.id, "db");
  expect([outcomes.length, asked("mcp_set_servers")[0]?.servers]).toEqual([1, { db }]);
});
