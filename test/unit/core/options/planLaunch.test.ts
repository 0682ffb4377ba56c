import { describe, expect, it } from "vitest";
import { optionRows, options } from "../../../../extension/core/options/options.ts";
import { planLaunch } from "../../../../extension/core/options/planLaunch.ts";
import { hasSince } from "../../../../extension/core/protocol/version.ts";

const current = "2.1.329";
const plan = (values: Record<string, unknown>, version = current) =>
  planLaunch(new Map(Object.entries(values)), (since) => hasSince(version, since));

/** Arguments that each option passes, or its other effects. */
const cases: readonly (readonly [name: string, value: unknown, expected: object])[] = [
  ["permissionMode", "plan", { args: ["--permission-mode=plan"] }],
  ["allowDangerouslySkipPermissions", true, { args: ["--allow-dangerously-skip-permissions"] }],
  ["model", "opus", { args: ["--model=opus"] }],
  ["fallbackModel", "sonnet", { args: ["--fallback-model=sonnet"] }],
  ["effort", "high", { args: ["--effort=high"] }],
  ["maxThinkingTokens", 0, { args: ["--max-thinking-tokens=0"] }],
  ["maxTurns", 3, { args: ["--max-turns=3"] }],
  ["maxBudgetUsd", 1.5, { args: ["--max-budget-usd=1.5"] }],
  ["betas", ["a", "b"], { args: ["--betas=a,b"] }],
  ["allowedTools", ["Read", "Bash(npm test:*)"], { args: ["--allowedTools=Read,Bash(npm test:*)"] }],
  ["disallowedTools", ["WebFetch"], { args: ["--disallowedTools=WebFetch"] }],
  ["tools", [], { args: ["--tools="] }],
  ["strictMcpConfig", true, { args: ["--strict-mcp-config"] }],
  ["settingSources", [], { args: ["--setting-sources="] }],
  ["additionalDirectories", ["/a", "/b c"], { args: ["--add-dir=/a", "--add-dir=/b c"] }],
  ["pluginDirectories", ["/p"], { args: ["--plugin-dir=/p"] }],
  ["agent", "reviewer", { args: ["--agent=reviewer"] }],
  ["debug", true, { args: ["--debug"] }],
  [
    "extraArgs",
    { "disable-slash-commands": null, autocompact: "auto" },
    { args: ["--disable-slash-commands", "--autocompact=auto"] },
  ],
  ["systemPrompt", "Be brief.", { initialize: { systemPrompt: "Be brief." } }],
  ["appendSystemPrompt", "Be brief.", { initialize: { appendSystemPrompt: "Be brief." } }],
  [
    "agents",
    { a: { description: "d", prompt: "p" } },
    { initialize: { agents: { a: { description: "d", prompt: "p" } } } },
  ],
  ["chat.promptSuggestions", true, { initialize: { promptSuggestions: true } }],
  ["jsonSchema", { type: "object" }, { initialize: { jsonSchema: { type: "object" } } }],
  ["sandbox", { enabled: true }, { settings: { sandbox: { enabled: true } } }],
  ["plugins", { "a@b": true }, { settings: { enabledPlugins: { "a@b": true } } }],
  ["permissions.reviewWebContent", true, {}],
  ["todoTools", true, { environment: { CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" } }],
];

describe("a start", () => {
  it.each(cases)("passes %s", (name, value, expected) => {
    expect(plan({ [name]: value })).toEqual({
      args: [],
      initialize: {},
      settings: {},
      environment: {},
      leftOut: [],
      ...expected,
    });
  });

  it("is tested for every option that it depends on", () => {
    const launched = [...optionRows].flatMap(([name, row]) =>
      "launch" in row && row.launch !== undefined ? [name] : [],
    );
    expect(cases.map(([name]) => name).sort()).toEqual(launched.sort());
  });

  it("passes nothing but the mode and the sources for the defaults", () => {
    const defaults = Object.fromEntries(Object.entries(options).map(([name, row]) => [name, row.default]));
    expect(plan(defaults)).toEqual({
      args: ["--permission-mode=default", "--setting-sources=user,project,local"],
      initialize: {},
      settings: {},
      environment: {},
      leftOut: [],
    });
  });
});

describe("what a start leaves out", () => {
  it("leaves out the effort that a version lacks, or a level that it doesn't know", () => {
    const before = plan({ effort: "high" }, "2.0.77");
    expect([before.args, before.leftOut]).toEqual([[], [{ name: "effort", code: "versionLacks", value: "" }]]);
    expect(plan({ "permissions.reviewWebContent": true }, "2.1.50").leftOut).toEqual([
      { name: "permissions.reviewWebContent", code: "versionLacks", value: "" },
    ]);
    const unknown = plan({ effort: "xhigh" }, "2.1.50");
    expect([unknown.args, unknown.leftOut]).toEqual([[], [{ name: "effort", code: "versionLacks", value: "xhigh" }]]);
    expect(plan({ effort: "" }, "2.0.77").leftOut).toEqual([]);
  });

  it("falls back to the mode that asks where the version has no automatic one", () => {
    const { args, leftOut } = plan({ permissionMode: "auto" }, "2.1.50");
    expect([args, leftOut]).toEqual([
      ["--permission-mode=default"],
      [{ name: "permissionMode", code: "versionLacks", value: "auto" }],
    ]);
    expect(plan({ permissionMode: "auto" }, "2.1.200").args).toEqual(["--permission-mode=auto"]);
  });

  it("has no fallback that is the model itself", () => {
    const { args, leftOut } = plan({ model: "opus", fallbackModel: "opus" });
    expect([args, leftOut]).toEqual([["--model=opus"], [{ name: "fallbackModel", code: "sameModel", value: "opus" }]]);
  });

  it("has no rule that claude could read as several", () => {
    const { args, leftOut } = plan({ allowedTools: ["Read", 'Bash(echo "(a) Bash (x")'] });
    expect([args, leftOut.map(({ code }) => code)]).toEqual([["--allowedTools=Read"], ["unpassable"]]);
  });

  it.each([
    ["model", "model"],
    ["permission-mode", "permissionMode"],
    ["dangerously-skip-permissions", "permissionMode"],
    ["allowedTools", "allowedTools"],
    ["allowed-tools", "allowedTools"],
    ["plugin-dir", "pluginDirectories"],
    ["settings", "settingsFile"],
    ["debug", "debug"],
  ])("names the setting for the extra flag %s", (flag, setting) => {
    expect(plan({ extraArgs: { [flag]: null } }).leftOut).toEqual([
      { name: "extraArgs", code: "hasSetting", value: flag, setting },
    ]);
  });

  it.each([
    ["output-format", "protocolFlag"],
    ["p", "protocolFlag"],
    ["resume", "protocolFlag"],
    ["remote", "protocolFlag"],
    ["environment", "protocolFlag"],
    ["prompt-suggestions", "hasSetting"],
    ["session-id", "protocolFlag"],
    ["permission-prompt-tool", "protocolFlag"],
    ["no-session-persistence", "protocolFlag"],
    ["mcp-config", "hasSetting"],
    ["add-dir", "hasSetting"],
    ["temperature", "foreignParameter"],
    ["max_tokens", "foreignParameter"],
    ["topP", "foreignParameter"],
  ])("has no extra flag %s, with the reason", (flag, code) => {
    const { args, leftOut } = plan({ extraArgs: { [flag]: "1", brief: null } });
    expect([args, leftOut]).toEqual([["--brief"], [expect.objectContaining({ name: "extraArgs", code, value: flag })]]);
  });
});
