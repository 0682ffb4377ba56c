import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "../../extension/core/protocol/connection/client.ts";
import { ProcessTransport } from "../../extension/node/claude/processTransport.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { ensureSdk } from "../host/install.mjs";
import { median, type Row, times } from "./row.ts";

const frameCount = 200_000;
const bytesWanted = 50_000_000;
const rounds = 5;
const project = process.cwd();
const program = path.join(project, "test", "bench", "streamingCli.mjs");

/**
 * Writes a recorded turn's frames, repeated to the wanted count, with text that makes up the wanted size. Returns the
 * number of characters of replies.
 */
function writeStream(file: string): number {
  const recorded = fs
    .readFileSync(path.join(project, "test", "fixtures", "thinking.ndjson"), "utf8")
    .trim()
    .split("\n")
    .filter((line) => /^\{"type":"(stream_event|assistant)/.test(line) && line.length < 600);
  const size = recorded.reduce((sum, line) => sum + line.length + 1, 0);
  const filler = Math.max(0, Math.round(bytesWanted / frameCount - size / recorded.length));
  const parts: string[] = [];
  for (let i = 0; i < frameCount - 1; i++) {
    const line = recorded[i % recorded.length] ?? "";
    parts.push(
      line.includes('"text_delta"') ? line.replace(/"text":"[^"]*/, (text) => text + "x".repeat(filler * 2)) : line,
    );
  }
  parts.push(
    JSON.stringify({
      type: "result",
      subtype: "success",
      is_error: false,
      result: "end",
      session_id: "s",
      uuid: randomUUID(),
    }),
  );
  fs.writeFileSync(file, `${parts.join("\n")}\n`);
  return parts.reduce((sum, line) => sum + countText(JSON.parse(line)), 0);
}

/** Returns the number of characters that a frame adds to a reply. */
function countText(frame: { readonly type: string; readonly event?: unknown }): number {
  if (frame.type !== "stream_event") return 0;
  const { delta } = frame.event as { readonly delta?: { readonly text?: unknown } };
  return typeof delta?.text === "string" ? delta.text.length : 0;
}

type Env = Record<string, string>;
const prompt = {
  type: "user",
  uuid: randomUUID(),
  session_id: "",
  parent_tool_use_id: null,
  message: { role: "user", content: [{ type: "text", text: "go" }] },
};

/** The floor: split at newlines and parse, nothing else. */
async function bare(env: Env): Promise<number> {
  const child = spawn(process.execPath, [program], { env, stdio: ["pipe", "pipe", "inherit"] });
  const start = performance.now();
  child.stdin.write(`${JSON.stringify(prompt)}\n`);
  let rest = "";
  let count = 0;
  child.stdout.setEncoding("utf8");
  await new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        JSON.parse(line);
        if (++count === frameCount) resolve();
      }
    }),
  );
  const time = performance.now() - start;
  child.stdin.end();
  return time;
}

/**
 * The client, which passes pieces of a block that arrive together as one frame; `characters`: how many all frames must
 * add to replies.
 */
async function tandem(env: Env, characters: number): Promise<number> {
  const transport = new ProcessTransport({
    file: process.execPath,
    args: [program],
    cwd: project,
    env,
    clock: systemClock,
    mark: randomUUID(),
  });
  let count = 0;
  let done = (): void => {};
  const end = new Promise<void>((resolve) => {
    done = resolve;
  });
  const client = new Client({
    transport,
    clock: systemClock,
    logger: silentLogger,
    newId: randomUUID,
    listener: {
      onFrame: (frame) => {
        count += countText(frame);
        if (frame.type === "result") done();
      },
      onActivity: () => {},
      onCorrupt: () => {},
      onClosed: () => {},
      can_use_tool: async () => ({ behavior: "deny", message: "no", toolUseID: "" }),
      askUser: async () => ({ action: "decline" }),
    },
  });
  client.start();
  await client.initialize();
  const start = performance.now();
  client.prompt([{ type: "text", text: "go" }], { uuid: randomUUID() });
  await end;
  const time = performance.now() - start;
  await client.close();
  if (count !== characters) throw new Error(`The client passed ${count} of ${characters} characters.`);
  return time;
}

async function vendorSdk(env: Env): Promise<number> {
  const { query } = await import(ensureSdk());
  let start = 0;
  async function* prompts() {
    start = performance.now();
    yield prompt;
    await new Promise(() => {});
  }
  const run = query({
    prompt: prompts(),
    options: { pathToClaudeCodeExecutable: program, includePartialMessages: true, env, cwd: project },
  });
  for await (const message of run) if (message.type === "result") break;
  const time = performance.now() - start;
  run.close?.();
  return time;
}

export async function bench(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-bench-"));
  const file = path.join(folder, "stream.ndjson");
  const characters = writeStream(file);
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TANDEM_BENCH_STREAM: file };
  const results = { bare: [] as number[], tandem: [] as number[], sdk: [] as number[] };
  try {
    for (let round = 0; round < rounds; round++) {
      results.bare.push(await bare(env));
      results.tandem.push(await tandem(env, characters));
      results.sdk.push(await vendorSdk(env));
    }
    const megabytes = Math.round(fs.statSync(file).size / 1e6);
    const floor = median(results.bare);
    const [own, sdk] = [median(results.tandem) / floor, median(results.sdk) / floor];
    const what = `${frameCount.toLocaleString("en")} frames, ${megabytes} MB from a process`;
    return [
      {
        what: `${what}: client against split + JSON.parse`,
        measured: times(own),
        target: "≤ 1.15×",
        isMet: own <= 1.15,
      },
      {
        what: `${what}: the vendor's SDK against the same`,
        measured: times(sdk),
        target: "slower than the client",
        isMet: own < sdk,
      },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
