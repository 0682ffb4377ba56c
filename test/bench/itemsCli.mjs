#!/usr/bin/env node
// Plays `claude` for benches in the editor: "N items, then NAME" leads to a turn of N texts and Read calls, written as fast as the pipe takes them, and
// "The end: NAME.". It stands for a model that has all of it ready; the real program is run by the scenarios and the tests of `test/cli/`.
import { randomUUID } from "node:crypto";
import readline from "node:readline";

const session_id = randomUUID();
const write = (frame) => process.stdout.write(`${JSON.stringify({ ...frame, session_id })}\n`);
const text = "I'll look at **this** file next, since `parse()` is called from there:\n\n- it reads\n- it splits\n\n```js\nconst x = 1;\n```\n";
let tokens = 1_000;

if (process.argv.includes("--version")) {
  console.log("2.1.329 (Claude Code)");
  process.exit();
}

const message = (id, content) => {
  write({
    type: "assistant",
    uuid: randomUUID(),
    parent_tool_use_id: null,
    message: { id, model: "claude-opus-5", content, usage: { input_tokens: tokens, output_tokens: 5 } },
  });
};

async function play(count, end) {
  write({
    type: "system",
    subtype: "init",
    uuid: randomUUID(),
    cwd: process.cwd(),
    model: "claude-opus-5",
    permissionMode: "default",
    tools: ["Read"],
    mcp_servers: [],
  });
  for (let i = 0; i < count; i++) {
    // As in a real turn, each message has read more than the one before, and each of its frames says how much.
    tokens += 7;
    const id = `toolu_${tokens}`;
    const answer = `m${tokens}`;
    message(answer, [{ type: "text", text }]);
    message(answer, [{ type: "tool_use", id, name: "Read", input: { file_path: `${process.cwd()}/file${i}.js` } }]);
    const content = [{ type: "tool_result", tool_use_id: id, content: "line\n".repeat(20) }];
    const taken = process.stdout.writableNeedDrain;
    write({ type: "user", uuid: randomUUID(), parent_tool_use_id: null, message: { role: "user", content }, tool_use_result: { file: { numLines: 20 } } });
    if (taken) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
  message("last", [{ type: "text", text: `The end: ${end}.` }]);
  write({ type: "result", subtype: "success", is_error: false, uuid: randomUUID(), duration_ms: 1, num_turns: 1, result: end, total_cost_usd: 0.1, usage: {} });
}

readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const frame = JSON.parse(line);
  if (frame.type === "control_request") write({ type: "control_response", response: { subtype: "success", request_id: frame.request_id, response: {} } });
  if (frame.type !== "user") return;
  const { content } = frame.message;
  const prompt = typeof content === "string" ? content : content.map((block) => block.text ?? "").join("");
  const found = /(\d+) items, then (.*)/.exec(prompt);
  await play(Number(found?.[1] ?? 0), found?.[2] ?? "done");
});
process.stdin.on("end", () => process.exit(0));
