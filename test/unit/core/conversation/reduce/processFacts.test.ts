import { expect, it } from "vitest";
import { setOutputStyle } from "../../../../../extension/core/conversations/status/outputStyle.ts";
import { begin } from "../conversationSetup.ts";

const answer = {
  account: { email: "me@example.org", organization: "Org\u202e", subscriptionType: "max", tokenSource: "oauth" },
  agents: [{ name: "reviewer", description: "Reviews", model: "opus" }],
  output_style: "default",
  available_output_styles: ["default", "Learning"],
};
const init = {
  type: "system",
  subtype: "init",
  session_id: "s1",
  apiKeySource: "none",
  tools: ["Bash"],
  skills: ["verify"],
  plugins: [{ name: "p", path: "/p" }],
  plugin_errors: [{ plugin: "q", message: "bad" }],
  output_style: "Learning",
  additional_directories: ["/other"],
};

it("keeps what claude reports at the start and each turn, outside the chat's state", async () => {
  const { conversation, cli, answers, changes } = await begin({ isAnswered: false });
  expect(conversation.controls.facts.current.turn).toBeUndefined();
  answers["initialize"] = answer;
  await conversation.start();
  expect(conversation.controls.facts.current).toMatchObject({
    account: { email: "me@example.org", organization: "Org", plan: "max", tokenSource: "oauth" },
    agents: [{ name: "reviewer", description: "Reviews", model: "opus" }],
    outputStyle: "default",
    outputStyles: ["default", "Learning"],
  });
  cli().write(init);
  expect(conversation.controls.facts.current).toMatchObject({
    outputStyle: "Learning",
    turn: {
      keySource: "none",
      tools: ["Bash"],
      skills: ["verify"],
      plugins: [{ name: "p", path: "/p" }],
      directories: ["/other"],
    },
  });
  expect(JSON.stringify(changes)).not.toContain("me@example.org");
  await conversation.start();
  expect(conversation.controls.facts.current.turn).toBeUndefined();
});

it("keeps the last run of each hook with its decision", async () => {
  const { conversation, cli } = await begin();
  const ran = (name: string, more: object) =>
    cli().write({ type: "system", subtype: "hook_response", hook_event: "PreToolUse", hook_name: name, ...more });
  ran("PreToolUse:Bash", { exit_code: 0, outcome: "success", stdout: "fine", output: "fine" });
  ran("PreToolUse:Read", { exit_code: 1, outcome: "error", output: "x".repeat(400) });
  const decided = JSON.stringify({ hookSpecificOutput: { permissionDecision: "deny" } });
  ran("PreToolUse:Bash", { exit_code: 0, outcome: "success", stdout: decided, output: decided });
  const { hookRuns } = conversation.controls.facts.current;
  expect(hookRuns.map(({ name, exitCode, decision, output }) => [name, exitCode, decision, output.length])).toEqual([
    ["PreToolUse:Read", 1, undefined, 300],
    ["PreToolUse:Bash", 0, "deny", decided.length],
  ]);
});

it("shows an output style only if claude confirms it", async () => {
  const { conversation, answers, cli } = await begin();
  Object.assign(answers, { apply_flag_settings: {}, get_settings: { effective: { outputStyle: "Learning" } } });
  expect(await setOutputStyle(conversation, "Learning")).toBe(true);
  expect(
    cli().received.find((frame) => frame["request"]?.subtype === "apply_flag_settings")?.["request"].settings,
  ).toEqual({ outputStyle: "Learning" });
  expect(conversation.controls.facts.current.outputStyle).toBe("Learning");
  expect(await setOutputStyle(conversation, "Concise")).toBe(false);
  const older = await begin({ version: "2.1.50" });
  expect(await setOutputStyle(older.conversation, "Learning")).toBe(false);
});
