// Plays the CLI and writes down how it was started and what it was told: argv, environment, stdin frames.
import fs from "node:fs";
import readline from "node:readline";

const [first] = process.argv.slice(2);
if (first === "--version") {
  console.log("2.1.329 (recorder)");
  process.exit(0);
}
const record = { argv: process.argv.slice(2), env: process.env, frames: [] };
const save = () => fs.writeFileSync(process.env.TANDEM_RECORD, JSON.stringify(record));
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const frame = JSON.parse(line);
  record.frames.push(frame);
  save();
  if (frame.type === "control_request") {
    const response = { canRewind: true, mcpServers: [], added: [], removed: [], errors: {} };
    process.stdout.write(
      `${JSON.stringify({ type: "control_response", response: { subtype: "success", request_id: frame.request_id, response } })}\n`,
    );
  }
});
process.stdin.on("end", () => process.exit(0));
