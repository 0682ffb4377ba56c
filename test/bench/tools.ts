import { LateServer } from "../../extension/core/ideTools/lateServer.ts";
import { createToolRunner, createToolServer } from "../../extension/core/ideTools/toolServer.ts";
import { McpBridge } from "../../extension/core/protocol/servers/mcpBridge.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { MemoryIde, place, problem } from "../fakes/memoryIde.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { median, ms, percentile, type Row } from "./row.ts";

const fileCount = 10_000;
const calls = 2_000;
const rounds = 20;

/** An editor with so many files, each with a problem and a reference to the same name. */
function createEditor(): MemoryIde {
  const editor = new MemoryIde();
  editor.places = Array.from({ length: fileCount }, (_, at) => place(`/w/src/${Math.floor(at / 100)}/file${at}.ts`, 1));
  for (const { path } of editor.places) {
    editor.write(path, "export const name = used;\n");
    editor.problems.set(path, [problem(1, "Cannot find name 'used'.")]);
  }
  return editor;
}

async function measure(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    await run();
    took.push(performance.now() - start);
  }
  return took;
}

/**
 * Measures the tools of the editor over an editor in memory, without the time of language servers: a call over the
 * bridge as `claude` makes it, against the call of its function, and tools whose results name 10,000 files.
 */
export async function bench(): Promise<Row[]> {
  const editor = createEditor();
  const options = {
    context: { editor, folder: "/w", beforeEdit: () => undefined },
    isOn: () => true,
    approve: async () => ({ isAllowed: true }),
    clock: systemClock,
  };
  const runner = createToolRunner(options);
  const bridge = new McpBridge(() => {});
  await bridge.add("editor", new LateServer(async () => createToolServer({ ...options, version: "1" }), silentLogger));
  let id = 0;
  const signal = new AbortController().signal;
  const ask = async (name: string, input: object): Promise<string> => {
    const message = { jsonrpc: "2.0", id: id++, method: "tools/call", params: { name, arguments: input } } as const;
    return JSON.stringify(await bridge.deliver("editor", JSON.parse(JSON.stringify(message)), signal));
  };
  await bridge.deliver(
    "editor",
    { jsonrpc: "2.0", id: id++, method: "initialize", params: { protocolVersion: "2025-06-18" } },
    signal,
  );
  // Both are compiled before they count.
  await measure(calls, () => ask("open_editors", {}));
  await measure(calls, () => runner.call("open_editors", {}, signal));
  const over = await measure(calls, () => ask("open_editors", {}));
  const direct = await measure(calls, () => runner.call("open_editors", {}, signal));
  const added = median(over) - median(direct);
  const slow = percentile(over, 0.99) - percentile(direct, 0.99);
  const symbol = { path: "src/0/file0.ts", line: 1, symbol: "name" };
  const diagnostics = await measure(rounds, () => ask("diagnostics", {}));
  const references = await measure(rounds, () => ask("references", symbol));
  const text = `${await ask("diagnostics", {})} ${await ask("references", symbol)}`;
  if (!text.includes(`${fileCount} problems`) || !text.includes(`${fileCount} references`))
    throw new Error("the results do not name all files");
  return [
    {
      what: "what the bridge adds to a tool call, median / p99",
      measured: `${added.toFixed(3)} / ${slow.toFixed(3)} ms`,
      target: "< 5 ms",
      isMet: Math.max(added, slow) < 5,
    },
    {
      what: "problems of 10,000 files, to the first page",
      measured: ms(median(diagnostics)),
      target: "≤ 100 ms",
      isMet: median(diagnostics) <= 100,
    },
    {
      what: "references in 10,000 files, to the first page",
      measured: ms(median(references)),
      target: "≤ 100 ms",
      isMet: median(references) <= 100,
    },
  ];
}
