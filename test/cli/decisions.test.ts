import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import { addRules } from "../../extension/core/conversation/requests/decidingRules.ts";
import { readRules } from "../../extension/core/conversation/statusAnswers.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { say, use } from "../model/replies.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

let world: World;
let conversation: Conversation;
beforeAll(async () => {
  world = await World.create();
});
afterEach(() => conversation.close());
afterAll(() => world.close());

/** Decides about each call whose command names a decision, and about no other. */
const hook = `
let text = "";
process.stdin.on("data", (data) => (text += data)).on("end", () => {
  const decision = /hook-(allow|deny)/.exec(JSON.parse(text).tool_input.command ?? "")?.[1];
  if (decision) console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: decision, permissionDecisionReason: "by the hook" } }));
});`;

describeEachVersion("claude %s", (version) => {
  const isNew = hasSince(version, "c") !== "no";

  it("tells who decided each of the last calls, as far as this version reports it", async () => {
    const { workspace, root } = world.home;
    fs.writeFileSync(path.join(root, "hook.mjs"), hook);
    const commands = [
      "touch hook-allow",
      "touch hook-deny",
      "touch by-rule",
      "touch by-deny-rule",
      "mkfifo asked",
      "mkfifo refused",
    ];
    world.scripts.set("go", [
      ...commands.map((command) => use("Bash", { command })),
      use("Write", { file_path: path.join(workspace, `by-mode-${version}.txt`), content: "x" }),
      say("Done."),
    ]);
    conversation = await startConversation(world, version, {
      launch: { permissionMode: "acceptEdits", allowedTools: ["Bash(touch by-rule)"] },
      extraSettings: {
        permissions: { deny: ["Bash(touch by-deny-rule)"] },
        hooks: {
          PreToolUse: [
            {
              matcher: "Bash",
              hooks: [{ type: "command", command: `"${process.execPath}" "${path.join(root, "hook.mjs")}"` }],
            },
          ],
        },
      },
      logger: silentLogger,
    });
    conversation.changes.onDidChangeView(() => {
      for (const { id, revision, ...view } of conversation.state.requests)
        void conversation.permissions.decide(
          id,
          revision,
          "subject" in view && view.subject.includes("refused") ? { kind: "deny" } : { kind: "allow" },
        );
    });
    conversation.submit("go");
    await until(conversation, ({ status }) => status === "working");
    await until(conversation, ({ status }) => status === "idle");
    const listed = conversation.client?.supports("list_permission_rules")
      ? readRules(await conversation.client.call("list_permission_rules", {}))
      : [];
    const calls = conversation.controls.facts.current.calls.map((call) => addRules(call, listed));
    const told = calls.map(({ subject, tool, outcome, decided, mode, matching }) => [
      tool === "Bash" ? subject : tool,
      outcome,
      decided && ("reason" in decided ? decided.reason : decided.code),
      mode,
      matching.map(({ rule }) => rule).join(),
    ]);
    const by = (reason: string) => (isNew ? reason : undefined);
    expect(told).toEqual([
      ["touch hook-allow", "allowed", by("hook"), "acceptEdits", ""],
      // The older versions report the refusal of a hook only as an error of the call.
      ["touch hook-deny", isNew ? "denied" : "unknown", by("hook"), "acceptEdits", ""],
      ["touch by-rule", "allowed", by("rule"), "acceptEdits", isNew ? "Bash(touch by-rule)" : ""],
      ["touch by-deny-rule", "denied", by("rule"), "acceptEdits", isNew ? "Bash(touch by-deny-rule)" : ""],
      ["mkfifo asked", "allowed", "allowed", "acceptEdits", ""],
      ["mkfifo refused", "denied", "denied", "acceptEdits", ""],
      ["Write", "allowed", by("mode"), "acceptEdits", ""],
    ]);
    // Each call that was asked about keeps the request's reasons.
    expect(calls.filter(({ asked }) => asked !== undefined).map(({ subject }) => subject)).toEqual([
      "mkfifo asked",
      "mkfifo refused",
    ]);
  });
});
