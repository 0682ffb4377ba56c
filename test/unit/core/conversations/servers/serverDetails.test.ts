import { expect, it } from "vitest";
import type { StoredRule } from "../../../../../extension/core/conversations/ports.ts";
import { getPolicies, ServerDetails } from "../../../../../extension/core/conversations/servers/serverDetails.ts";
import type { StoredServer } from "../../../../../extension/core/conversations/servers/serverPorts.ts";
import { toDisposable } from "../../../../../extension/shared/base/disposable.ts";
import type { ToolPolicy } from "../../../../../extension/shared/contract/servers/serverDefinitions.ts";

function setup({ servers, rules = [] }: { servers: readonly StoredServer[]; rules?: readonly StoredRule[] }) {
  const stored = [...rules];
  const acknowledged: string[] = [];
  const set: (readonly [string | undefined, string, ToolPolicy | undefined])[] = [];
  const details = new ServerDetails({
    store: { list: async () => ({ servers }) },
    rules: {
      read: async () => [...stored],
      add: async (_folder, rule) => void stored.push(rule),
      remove: async (_folder, rule) => void stored.splice(stored.indexOf(rule), 1),
    },
    editing: { setToolPolicy: async ({ name }, tool, policy) => void set.push([name, tool, policy]) },
    trust: { acknowledge: async (entries) => void acknowledged.push(...entries.map(({ value }) => value)) },
    onDidChange: () => toDisposable(() => {}),
  });
  return { details, stored, set, acknowledged };
}

const user = { kind: "user" } as const;
const project = { kind: "projectFile", folder: "/w" } as const;
const local = (behavior: ToolPolicy, rule: string): StoredRule => ({ source: "localSettings", behavior, rule });

it("reads where a server is defined, whether claude waits for it, and its tools' policies", async () => {
  const secret = "$" + "{secret:KEY}";
  const own = {
    name: "own",
    place: user,
    value: {
      url: "https://a.example",
      type: "http",
      headers: { key: secret },
      alwaysLoad: true,
      tools: { wipe: "deny" },
    },
  };
  const { details } = setup({
    servers: [
      { name: "my server", place: project, value: { command: "x" } },
      own,
      { name: "broken", place: user, value: 3 },
    ],
    rules: [
      local("allow", "mcp__my_server__wipe"),
      { source: "userSettings", behavior: "deny", rule: "mcp__my_server__wipe" },
      local("ask", "mcp__my_server__look"),
    ],
  });
  const definitions = await details.read("/w");
  expect([...definitions.defined].map(([name, { policies: _policies, ...rest }]) => [name, rest])).toEqual([
    ["my server", { place: project, waits: false, hasSecrets: false }],
    ["own", { place: user, waits: true, hasSecrets: true }],
    ["broken", { place: user, waits: false, hasSecrets: false }],
  ]);
  const tools = [{ name: "look" }, { name: "wipe" }, { name: "plain" }];
  const policies = getPolicies(definitions, [{ name: "my server", tools }, { name: "own", tools }, { name: "none" }]);
  expect([...policies].map(([name, each]) => [name, Object.fromEntries(each)])).toEqual([
    ["my server", { look: "ask", wipe: "deny" }],
    ["own", { wipe: "deny" }],
    ["none", {}],
  ]);
});

it("saves a policy in the server's setting, else in place of its former rule", async () => {
  const { details, stored, set, acknowledged } = setup({
    servers: [{ name: "own", place: user, value: { command: "x" } }],
    rules: [local("ask", "mcp__my_server__look")],
  });
  await details.setPolicy({ folder: "/w", server: "own", tool: "wipe", policy: "deny" });
  expect([set, stored.length]).toEqual([[["own", "wipe", "deny"]], 1]);
  await details.setPolicy({ folder: "/w", server: "my server", tool: "look", policy: "allow" });
  expect(stored).toEqual([local("allow", "mcp__my_server__look")]);
  expect(acknowledged).toContain("mcp__my_server__look");
  await details.setPolicy({ folder: "/w", server: "my server", tool: "look", policy: undefined });
  expect([set.length, stored]).toEqual([1, []]);
});
