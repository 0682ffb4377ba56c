#!/usr/bin/env node
// Runs the real `claude`, TANDEM_BENCH_CLAUDE, and notes in the folder TANDEM_BENCH_NOTES, in a file of its own, when
// it answered which request that changes its options.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";

const child = spawn(process.env.TANDEM_BENCH_CLAUDE, process.argv.slice(2), { stdio: ["pipe", "pipe", "inherit"] });
const asked = new Map();
const answered = [];
const file = path.join(process.env.TANDEM_BENCH_NOTES, `${process.pid}.json`);
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  child.stdin.write(`${line}\n`);
  if (!line.includes('"control_request"')) return;
  const { request_id, request } = JSON.parse(line);
  if (["set_model", "set_permission_mode", "apply_flag_settings"].includes(request.subtype))
    asked.set(request_id, request.subtype);
});
process.stdin.on("end", () => child.stdin.end());
if (process.argv.includes("--version")) child.stdout.pipe(process.stdout);
else
  readline.createInterface({ input: child.stdout }).on("line", (line) => {
    process.stdout.write(`${line}\n`);
    if (!line.includes('"control_response"')) return;
    const { response } = JSON.parse(line);
    const name = asked.get(response?.request_id);
    if (!name) return;
    answered.push({ name, at: performance.timeOrigin + performance.now() });
    fs.writeFileSync(`${file}.new`, JSON.stringify(answered));
    fs.renameSync(`${file}.new`, file);
  });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
