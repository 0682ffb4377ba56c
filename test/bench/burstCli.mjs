// Plays the CLI for the turn bench: one turn of N items (a text, and a tool call with its result), written as fast as
// the pipe takes it.
import { randomUUID } from "node:crypto";
import readline from "node:readline";

const count = Number(process.env.TANDEM_BENCH_ITEMS);
const write = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const text =
  "I'll look at **this** file next, since `parse()` is called from there:\n\n- it reads\n- it splits\n\n```js\nconst x = 1;\n```\n";

readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const frame = JSON.parse(line);
  if (frame.type === "control_request")
    write({ type: "control_response", response: { subtype: "success", request_id: frame.request_id, response: {} } });
  if (frame.type !== "user") return;
  for (let i = 0; i < count; i++) {
    const id = `toolu_${i}`;
    const base = { parent_tool_use_id: null, session_id: "s" };
    write({
      type: "assistant",
      uuid: randomUUID(),
      message: { id: `m${i}`, content: [{ type: "text", text }] },
      ...base,
    });
    write({
      type: "assistant",
      uuid: randomUUID(),
      message: {
        id: `m${i}`,
        content: [{ type: "tool_use", id, name: "Read", input: { file_path: `/w/file${i}.js` } }],
      },
      ...base,
    });
    const taken = write({
      type: "user",
      uuid: randomUUID(),
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "line\n".repeat(20) }] },
      tool_use_result: { file: { numLines: 20 } },
      ...base,
    });
    if (!taken) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
  write({
    type: "assistant",
    uuid: randomUUID(),
    message: { id: "last", content: [{ type: "text", text: "THE END" }] },
    parent_tool_use_id: null,
    session_id: "s",
  });
  write({ type: "result", subtype: "success", is_error: false, uuid: randomUUID(), session_id: "s" });
});
process.stdin.on("end", () => process.exit(0));
