import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ProcessTransport } from "../../extension/cli/processTransport.ts";
import type { Launcher } from "../../extension/session/ports.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { ensureSdk } from "../host/install.mjs";
import { caller, openApi } from "../unit/api/setup.ts";
import { median, ms, type Row, times } from "./row.ts";
import { writeStream } from "./stream.ts";

const frameCount = 50_000;
const rounds = 9;
const project = process.cwd();
const program = path.join(project, "test", "bench", "streamingCli.mjs");

/** Milliseconds from the call to the first event, and from there to the end of the turn. */
interface Run {
  readonly first: number;
  readonly rest: number;
}

/** Measures a query that runs until its turn has ended. */
async function measure(events: AsyncIterable<unknown>, isFirst: (event: any) => boolean, isLast: (event: any) => boolean): Promise<Run> {
  const start = performance.now();
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
      transport: new ProcessTransport({ file: process.execPath, args: [program], cwd: project, env, clock: systemClock, mark: randomUUID() }),
      version: "2.1.329",
      isResumed: false,
    }),
  };
  const { api, conversations } = openApi({ launcher });
  const query = api.query(caller, { prompt: "go" });
  const run = await measure(
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
  const running = query({ prompt: "go", options: { pathToClaudeCodeExecutable: program, includePartialMessages: true, env, cwd: project } });
  const run = await measure(
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
  writeStream(file, frameCount);
  fs.appendFileSync(file, `${JSON.stringify({ type: "system", subtype: "session_state_changed", state: "idle", session_id: "s", uuid: randomUUID() })}\n`);
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
      return { what, measured: `${times(own / sdk)} (${ms(own)} / ${ms(sdk)})`, target: "≤ 1.1×", isMet: own <= sdk * 1.1 };
    };
    return [
      row("a query of another extension, to its first event, against the vendor's SDK", "first"),
      row(`the same, ${frameCount.toLocaleString("en")} frames from the first to the last`, "rest"),
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
