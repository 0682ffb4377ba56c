import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Launcher } from "../../extension/core/conversation/ports/ports.ts";
import { ProcessTransport } from "../../extension/node/claude/processTransport.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { ensureSdk } from "../host/install.mjs";
import { caller, openApi } from "../unit/core/api/setup.ts";
import { median, ms, type Row, times } from "./row.ts";

const messages = 20;
const pieces = 2_500;
const frameCount = messages * (pieces + 5);
const rounds = 9;
const project = process.cwd();
const program = path.join(project, "test", "bench", "streamingCli.mjs");

/** A turn of several replies, as `claude` streams it: each in pieces, then whole. */
function writeTurn(file: string): void {
  const lines: string[] = [];
  const write = (frame: object): unknown =>
    lines.push(JSON.stringify({ session_id: "s", uuid: randomUUID(), parent_tool_use_id: null, ...frame }));
  const event = (body: object): unknown => write({ type: "stream_event", event: body });
  write({
    type: "system",
    subtype: "init",
    tools: [],
    mcp_servers: [],
    model: "model",
    cwd: project,
    claude_code_version: "2.1.329",
  });
  for (let at = 0; at < messages; at++) {
    const id = `message${at}`;
    const piece = "a few words of the reply, as they come ";
    event({ type: "message_start", message: { id, role: "assistant", content: [] } });
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    for (let part = 0; part < pieces; part++)
      event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } });
    write({
      type: "assistant",
      message: { id, role: "assistant", content: [{ type: "text", text: piece.repeat(pieces) }] },
    });
    event({ type: "content_block_stop", index: 0 });
    event({ type: "message_stop" });
  }
  write({ type: "result", subtype: "success", is_error: false, result: "end" });
  write({ type: "system", subtype: "session_state_changed", state: "idle" });
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
}

/** Milliseconds from the call of `query` to the first event, and from there to the end of the turn. */
interface Run {
  readonly first: number;
  readonly rest: number;
}

/**
 * Measures a query that runs until its turn has ended. `start`: the time before its call, which can start the process
 * itself.
 */
async function measure(
  start: number,
  events: AsyncIterable<unknown>,
  isFirst: (event: any) => boolean,
  isLast: (event: any) => boolean,
): Promise<Run> {
  let first = 0;
  for await (const event of events) {
    if (first === 0 && isFirst(event)) first = performance.now() - start;
    if (isLast(event)) break;
  }
  return { first, rest: performance.now() - start - first };
}

async function tandem(env: Readonly<Record<string, string>>): Promise<Run> {
  const launcher: Launcher = {
    launch: async () => ({
      transport: new ProcessTransport({
        file: process.execPath,
        args: [program],
        cwd: project,
        env,
        clock: systemClock,
        mark: randomUUID(),
      }),
      version: "2.1.329",
      isResumed: false,
    }),
  };
  const { api, conversations } = openApi({ launcher });
  const start = performance.now();
  const query = api.query(caller, { prompt: "go", isolation: "none" });
  const run = await measure(
    start,
    query,
    ({ kind }) => kind === "text" || kind === "thought",
    ({ kind }) => kind === "turnEnded",
  );
  await query.result;
  await Promise.all(conversations.all.map((open) => open.close()));
  return run;
}

async function vendorSdk(env: Readonly<Record<string, string>>): Promise<Run> {
  const { query } = await import(ensureSdk());
  const start = performance.now();
  const running = query({
    prompt: "go",
    options: { pathToClaudeCodeExecutable: program, includePartialMessages: true, env, cwd: project },
  });
  const run = await measure(
    start,
    running,
    ({ type, event }) => type === "stream_event" && event.type === "content_block_delta",
    ({ type }) => type === "result",
  );
  running.close?.();
  return run;
}

export async function bench(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-bench-"));
  const file = path.join(folder, "stream.ndjson");
  writeTurn(file);
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TANDEM_BENCH_STREAM: file };
  const runs = { own: [] as Run[], sdk: [] as Run[] };
  try {
    for (let round = 0; round < rounds; round++) {
      runs.own.push(await tandem(env));
      runs.sdk.push(await vendorSdk(env));
    }
    const of = (list: readonly Run[], part: keyof Run): number => median(list.map((run) => run[part]));
    const row = (what: string, part: keyof Run): Row => {
      const [own, sdk] = [of(runs.own, part), of(runs.sdk, part)];
      return {
        what,
        measured: `${times(own / sdk)} (${ms(own)} / ${ms(sdk)})`,
        target: "≤ 1.1×",
        isMet: own <= sdk * 1.1,
      };
    };
    return [
      row("a query of another extension, to its first event, against the vendor's SDK", "first"),
      row(`the same, ${frameCount.toLocaleString("en")} frames from the first to the last`, "rest"),
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
