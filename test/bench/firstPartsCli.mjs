// Plays the CLI for the bench of first characters: it notes when it writes the first byte of a reply in the file
// TANDEM_BENCH_MARK.
import fs from "node:fs";
import readline from "node:readline";

const write = (frame) => process.stdout.write(`${JSON.stringify({ session_id: "s", ...frame })}\n`);
let turns = 0;
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, request_id } = JSON.parse(line);
  if (type === "control_request")
    write({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
  if (type !== "user") return;
  const event = (body) =>
    write({ type: "stream_event", uuid: `${turns}${body.type}`, parent_tool_use_id: null, event: body });
  fs.writeFileSync(process.env.TANDEM_BENCH_MARK, String(performance.timeOrigin + performance.now()));
  event({ type: "message_start", message: { id: `m${turns}` } });
  event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
  event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: `first character ${turns}.` } });
  event({ type: "content_block_stop", index: 0 });
  write({ type: "result", subtype: "success", is_error: false, uuid: `r${turns++}` });
});
process.stdin.on("end", () => process.exit(0));
