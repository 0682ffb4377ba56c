import { expect, it } from "vitest";
import { getDifference, getStartRequests, isSame } from "../../../../extension/core/options/difference.ts";
import { addOutsideLayers, maskOptionSecrets, type OutsideLayers } from "../../../../extension/core/options/explain.ts";
import { getValues, type Layer, resolve } from "../../../../extension/core/options/resolve.ts";
import { sandboxedChoices } from "../../../../extension/core/options/sandboxedChoices.ts";
import type { SettingSource } from "../../../../extension/shared/contract/configuration.ts";

const setting = (scope: "user" | "workspace" | "folder", values: Record<string, unknown>): Layer => ({
  source: { kind: "setting", scope },
  values,
});
const panel = (values: Record<string, unknown>): Layer => ({ source: { kind: "panel" }, values });
const find = (layers: readonly Layer[], name: string) => resolve(layers).find((each) => each.name === name);

it("takes the value of the strongest source and keeps the others in order", () => {
  const layers = [
    setting("user", { model: "haiku" }),
    setting("folder", { model: "opus" }),
    panel({ model: "sonnet" }),
    setting("workspace", { model: "fable" }),
  ];
  expect(find(layers, "model")).toEqual({
    name: "model",
    value: "sonnet",
    source: { kind: "panel" },
    overridden: [
      { source: { kind: "setting", scope: "folder" }, value: "opus" },
      { source: { kind: "setting", scope: "workspace" }, value: "fable" },
      { source: { kind: "setting", scope: "user" }, value: "haiku" },
      { source: { kind: "default" }, value: "" },
    ],
  });
  expect(find([panel({ model: "" }), setting("user", { model: "opus" })], "model")?.value).toBe("");
});

it("merges objects of settings by key; a source loses only if all its keys do", () => {
  const layers = [setting("user", { mcpServers: { a: 1, b: 2 } }), setting("workspace", { mcpServers: { b: 3 } })];
  expect(find(layers, "mcpServers")).toMatchObject({
    value: { a: 1, b: 3 },
    source: { kind: "setting", scope: "workspace" },
    mergedFrom: [{ kind: "setting", scope: "user" }],
    overridden: [{ source: { kind: "default" } }],
  });
  const all = [setting("user", { mcpServers: { b: 2 } }), setting("workspace", { mcpServers: { b: 3 } })];
  expect(find(all, "mcpServers")).toMatchObject({
    value: { b: 3 },
    overridden: [{ value: { b: 2 } }, { source: { kind: "default" } }],
  });
});

it("replaces lists whole", () => {
  expect(
    find([setting("user", { allowedTools: ["Read"] }), setting("folder", { allowedTools: ["Bash"] })], "allowedTools")
      ?.value,
  ).toEqual(["Bash"]);
});

const values = (layer: Record<string, unknown>) => getValues(resolve([setting("user", layer)]));
const differ = (before: Record<string, unknown>, after: Record<string, unknown>, canSend = true) =>
  getDifference(values(before), values(after), () => canSend);

it("sends what a running process takes, and restarts for the rest", () => {
  expect(
    differ(
      {},
      {
        model: "opus",
        permissionMode: "plan",
        effort: "low",
        maxThinkingTokens: 5,
        maxTurns: 3,
        "chat.saveFilesBeforeSending": "never",
      },
    ),
  ).toEqual({
    live: [
      { name: "permissionMode", requests: [{ request: "set_permission_mode", body: { mode: "plan" } }] },
      { name: "model", requests: [{ request: "set_model", body: { model: "opus" } }] },
      { name: "effort", requests: [{ request: "apply_flag_settings", body: { settings: { effortLevel: "low" } } }] },
      {
        name: "maxThinkingTokens",
        requests: [{ request: "set_max_thinking_tokens", body: { max_thinking_tokens: 5 } }],
      },
    ],
    restart: ["maxTurns"],
  });
  expect(differ({ model: "opus" }, {}).live).toEqual([
    { name: "model", requests: [{ request: "set_model", body: {} }] },
  ]);
  expect(differ({ model: "opus" }, {}, false)).toEqual({ live: [], restart: ["model"] });
  expect(differ({ sandbox: { a: 1, b: 2 } }, { sandbox: { b: 2, a: 1 } })).toEqual({ live: [], restart: [] });
});

it("adds a folder to a running process, but removes none", () => {
  const add = {
    name: "additionalDirectories",
    requests: [
      { request: "apply_flag_settings", body: { settings: { permissions: { additionalDirectories: ["/a", "/b"] } } } },
    ],
  };
  expect(differ({ additionalDirectories: ["/a"] }, { additionalDirectories: ["/a", "/b"] })).toEqual({
    live: [add],
    restart: [],
  });
  expect(differ({ additionalDirectories: ["/a"] }, { additionalDirectories: ["/b"] })).toEqual({
    live: [],
    restart: ["additionalDirectories"],
  });
});

it("requests from a new process what no argument passes", () => {
  const chosen = getValues(resolve([panel({ fastMode: true, model: "opus" })]));
  expect(getStartRequests(chosen)).toEqual([
    { request: "apply_flag_settings", body: { settings: { fastMode: true } } },
  ]);
  expect(getStartRequests(values({ model: "opus" }))).toEqual([]);
});

it("compares JSON values regardless of the order of keys", () => {
  expect([isSame({ a: [1], b: null }, { b: null, a: [1] }), isSame([1, 2], [2, 1]), isSame(0, null)]).toEqual([
    true,
    false,
    false,
  ]);
});

const hasSince = () => "yes" as const;

it("adds claude's files, also managed ones, and variables as weaker than what Tandem passes", () => {
  const reported = [
    { source: "userSettings", settings: { model: "haiku", permissions: { defaultMode: "plan", allow: ["Read"] } } },
    { source: "policySettings", settings: { effortLevel: "low" } },
    { source: "__proto__", settings: { model: "x" } },
  ];
  const layers = [setting("user", { model: "opus" }), panel({ effort: "high" })];
  const rows = addOutsideLayers(resolve(layers), {
    reported,
    variables: new Map([
      ["ANTHROPIC_MODEL", "sonnet"],
      ["MAX_THINKING_TOKENS", "900"],
    ]),
    hasSince,
  });
  const sources = (name: string): readonly SettingSource[] => {
    const found = rows.find((each) => each.name === name);
    return found ? [found.source, ...found.overridden.map(({ source }) => source)] : [];
  };
  const variable = (name: string) => ({ kind: "environment", variable: name });
  expect(sources("model")).toEqual([
    { kind: "setting", scope: "user" },
    variable("ANTHROPIC_MODEL"),
    { kind: "claude", file: "user" },
    { kind: "default" },
  ]);
  expect(sources("maxThinkingTokens")).toEqual([variable("MAX_THINKING_TOKENS"), { kind: "default" }]);
  // Every start passes a mode.
  expect(sources("permissionMode")).toEqual([{ kind: "default" }, { kind: "claude", file: "user" }]);
  // claude merges the lists of all files.
  expect(sources("allowedTools")).toEqual([{ kind: "default" }]);
  // These variables win over what a start passes.
  const variables = new Map([
    ["CLAUDE_CODE_EFFORT_LEVEL", "max"],
    ["MAX_THINKING_TOKENS", "900"],
  ]);
  const getValues = (hasSince: OutsideLayers["hasSince"]) =>
    addOutsideLayers(resolve([setting("user", { effort: "low", maxThinkingTokens: 5 })]), {
      reported,
      variables,
      hasSince,
    }).flatMap(({ name, value }) => (name === "effort" || name === "maxThinkingTokens" ? [value] : []));
  expect(getValues(hasSince)).toEqual(["max", "900"]);
  // In 2.0.77 they don't.
  expect(getValues(() => "no")).toEqual(["low", 5]);
  expect(sources("effort").slice(0, 2)).toEqual([{ kind: "panel" }, { kind: "claude", file: "managed" }]);
});

it("marks what the policy of an organization makes claude ignore", () => {
  const layers = [
    setting("user", { permissionMode: "bypassPermissions", allowedTools: ["Read"], disallowedTools: ["Write"] }),
  ];
  const mark = (settings: object) =>
    addOutsideLayers(resolve(layers), {
      reported: [{ source: "policySettings", settings: { ...settings } }],
      variables: new Map(),
      hasSince,
    }).flatMap(({ name, state }) => (state === undefined ? [] : [[name, state]]));
  expect(mark({ permissions: { disableBypassPermissionsMode: "disable" } })).toEqual([["permissionMode", "forbidden"]]);
  expect(mark({ allowManagedPermissionRulesOnly: true, permissions: { disableAutoMode: "disable" } })).toEqual([
    ["allowedTools", "forbidden"],
  ]);
  expect(mark({ permissions: {} })).toEqual([]);
});

it("shows only the names in values that can contain secrets", () => {
  const rows = resolve([
    setting("user", { environment: { TOKEN: "s3cret" }, mcpServers: { db: { env: { KEY: "s3cret" } } } }),
  ]).map(maskOptionSecrets);
  expect(JSON.stringify(rows)).not.toContain("s3cret");
  expect(rows.find(({ name }) => name === "environment")?.value).toEqual(["TOKEN"]);
});

it("adds up the denials of all settings, so that none lifts those of another", () => {
  const layers = [
    setting("folder", { disallowedTools: ["Write"] }),
    setting("workspace", { disallowedTools: [] }),
    setting("user", { disallowedTools: ["Bash"] }),
  ];
  for (const order of [layers, layers.toReversed()]) {
    const found = find(order, "disallowedTools");
    expect(found?.value).toHaveLength(2);
    expect(found?.value).toEqual(expect.arrayContaining(["Bash", "Write"]));
    expect(found?.overridden).toEqual([]);
  }
  expect(find([], "disallowedTools")?.value).toEqual([]);
});

it("adds up what all sandboxes deny, in settings and choices, whatever else they replace", () => {
  const layers = [
    { source: { kind: "panel" } as const, values: { sandbox: sandboxedChoices.sandbox } },
    setting("workspace", { sandbox: { filesystem: { allowWrite: ["/w"], denyWrite: [] } } }),
    setting("user", {
      sandbox: { filesystem: { denyRead: ["~/.ssh"], denyWrite: ["/etc"] }, network: { deniedDomains: ["a.example"] } },
    }),
  ];
  expect(find(layers, "sandbox")?.value).toEqual({
    ...sandboxedChoices.sandbox,
    network: { ...sandboxedChoices.sandbox.network, deniedDomains: ["a.example"] },
    filesystem: { denyRead: ["~/.ssh"], denyWrite: ["/etc"] },
  });
  expect(find(layers.slice(1), "sandbox")?.value).toEqual({
    filesystem: { allowWrite: ["/w"], denyRead: ["~/.ssh"], denyWrite: ["/etc"] },
    network: { deniedDomains: ["a.example"] },
  });
  expect(find([], "sandbox")?.value).toEqual({});
  expect(sandboxedChoices.sandbox).not.toHaveProperty("filesystem");
});
