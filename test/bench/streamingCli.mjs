// Plays the CLI for the stream bench: answers initialize, and writes a prepared file when the first prompt comes.
import fs from "node:fs";
import readline from "node:readline";

const file = process.env.TANDEM_BENCH_STREAM;
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const frame = JSON.parse(line);
  if (frame.type === "control_request") {
    process.stdout.write(
      `${JSON.stringify({ type: "control_response", response: { subtype: "success", request_id: frame.request_id, response: {} } })}\n`,
    );
  } else if (frame.type === "user") {
    fs.createReadStream(file, { highWaterMark: 1 << 20 }).pipe(process.stdout, { end: false });
  }
});
process.stdin.on("end", () => process.exit(0));
