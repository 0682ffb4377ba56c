#!/usr/bin/env node
// Plays the CLI for the review bench: answers initialize, and asks for the edit that a prompt names. When it asked
// stands in a file.
import fs from "node:fs";
import readline from "node:readline";

if (process.argv.includes("--version")) {
  console.log("2.1.329 (Claude Code)");
  process.exit(0);
}
const write = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
let count = 0;

/** A file that was written without a question, and what it was before. */
function tellWritten(file, originalFile) {
  const id = `toolu_${count++}`;
  write({
    type: "assistant",
    message: {
      id: `m${count}`,
      content: [{ type: "tool_use", id, name: "Write", input: { file_path: file, content: "" } }],
    },
    uuid: `a${count}`,
  });
  const content = [{ type: "tool_result", tool_use_id: id, content: "ok" }];
  write({
    type: "user",
    message: { role: "user", content },
    uuid: `u${count}`,
    tool_use_result: { type: "update", filePath: file, originalFile },
  });
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const frame = JSON.parse(line);
  if (frame.type === "control_request") {
    write({
      type: "control_response",
      response: { subtype: "success", request_id: frame.request_id, response: { current_permission_mode: "default" } },
    });
  } else if (frame.type === "control_response") {
    write({ type: "result", subtype: "success", session_id: "bench", uuid: `e${count}` });
  } else if (frame.type === "user") {
    const text = typeof frame.message.content === "string" ? frame.message.content : frame.message.content[0].text;
    const { path, content, mark, done } = JSON.parse(text);
    if (done) {
      for (const [original, file] of done) tellWritten(file, fs.readFileSync(original, "utf8"));
      write({ type: "result", subtype: "success", session_id: "bench", uuid: `e${count++}` });
      return;
    }
    const id = `toolu_${count++}`;
    const input = { file_path: path, content: fs.readFileSync(content, "utf8") };
    write({
      type: "assistant",
      message: { id: `m${count}`, content: [{ type: "tool_use", id, name: "Write", input }] },
      uuid: `a${count}`,
    });
    fs.writeFileSync(mark, String(Date.now()));
    write({
      type: "control_request",
      request_id: `r${count}`,
      request: { subtype: "can_use_tool", tool_name: "Write", input, tool_use_id: id },
    });
  }
});
process.stdin.on("end", () => process.exit(0));
