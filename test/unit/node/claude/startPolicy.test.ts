import { expect, it } from "vitest";
import { applyStartPolicy, noPolicy } from "../../../../extension/node/claude/startPolicy.ts";

const given = new Map<string, unknown>([
  ["strictMcpConfig", true],
  ["pluginDirectories", ["/p"]],
  ["extraArgs", { "plugin-url": "https://a.example", betas: "x" }],
]);
const env = { PATH: "/bin", CLAUDE_CODE_PLUGIN_DIRS: "/p" };

it("leaves a start unchanged without a policy or in a version that lacks it", () => {
  for (const [policy, version] of [
    [noPolicy, "2.1.332"],
    [{ isExclusive: false, forbidsSideload: true }, "2.1.50"],
  ] as const)
    expect(applyStartPolicy(given, env, policy, version)).toMatchObject({ values: given, env, leftOut: [] });
});

it("leaves out what the policy forbids, and names it", () => {
  const {
    values,
    env: left,
    leftOut,
  } = applyStartPolicy(given, env, { isExclusive: true, forbidsSideload: true }, "2.1.329");
  expect([...values]).toEqual([["extraArgs", { betas: "x" }]]);
  expect(left).toEqual({ PATH: "/bin" });
  expect(leftOut.map(({ name, value }) => `${name} ${value}`)).toEqual([
    "strictMcpConfig ",
    "pluginDirectories ",
    "extraArgs plugin-url",
    "environment CLAUDE_CODE_PLUGIN_DIRS",
  ]);
});
