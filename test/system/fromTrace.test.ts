import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { formatTracedLine, type TraceHeader } from "../../extension/core/protocol/connection/trace.ts";

const script = fileURLToPath(new URL("../fixtures/fromTrace.mjs", import.meta.url));
const run = promisify(execFile);

it("makes a fixture of the frames of claude in a recorded trace, with one command", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-trace-"));
  try {
    const header: TraceHeader = { trace: 1, startedAt: 0, tandem: "0.1.0" };
    const init = {
      type: "system",
      subtype: "init",
      cwd: path.join(folder, "project"),
      session_id: "0f0e0d0c-1111-4222-8333-444455556666",
    };
    const result = { type: "result", subtype: "success", result: `Wrote ${path.join(folder, "project", "a.ts")}` };
    const lines = [
      JSON.stringify(header),
      JSON.stringify({ at: 1, started: "2.1.329" }),
      formatTracedLine(2, "tandem", JSON.stringify({ type: "user", message: { content: "write it" } })),
      formatTracedLine(3, "claude", JSON.stringify(init)),
      JSON.stringify({ at: 4, stderr: "a warning" }),
      formatTracedLine(5, "claude", JSON.stringify(result)),
    ];
    const trace = path.join(folder, "trace.jsonl");
    fs.writeFileSync(trace, `${lines.join("\n")}\n`);
    await run(process.execPath, [script, trace, "recorded", folder]);
    const text = fs.readFileSync(path.join(folder, "recorded.ndjson"), "utf8");
    const frames = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(frames.map(({ type }) => type)).toEqual(["system", "result"]);
    expect(text).not.toContain(folder);
    expect(text).not.toContain(init.session_id);
    // It never replaces a fixture.
    await expect(run(process.execPath, [script, trace, "recorded", folder])).rejects.toThrow("EEXIST");
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
