import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ProcessTransport } from "../../../../extension/node/claude/processTransport.ts";
import type { Failure } from "../../../../extension/shared/base/failure.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { systemClock } from "../../../fakes/systemClock.ts";

const fakeCli = fileURLToPath(new URL("../../../fakes/fakeCli.mjs", import.meta.url));

function start(
  behavior: string,
  {
    file = process.execPath,
    clock = systemClock as typeof systemClock | FakeClock,
    mark = randomUUID() as string,
  } = {},
) {
  const transport = new ProcessTransport({
    file,
    args: [fakeCli, behavior],
    cwd: process.cwd(),
    env: { PATH: process.env["PATH"] ?? "" },
    clock,
    mark,
  });
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let noteInputClosed = (): void => {};
  const inputClosed = new Promise<void>((resolve) => (noteInputClosed = resolve));
  const closed = new Promise<Failure | undefined>((resolve) => {
    transport.start({
      onLine: (line) => {
        lines.push(line);
        waiting.shift()?.(line);
      },
      onInputClosed: noteInputClosed,
      onClosed: resolve,
    });
  });
  return {
    transport,
    lines,
    closed,
    inputClosed,
    nextLine: () => new Promise<string>((resolve) => waiting.push(resolve)),
  };
}

/** Processes that carry a mark. */
const marked = (mark: string): number[] =>
  fs.readdirSync("/proc").flatMap((name) => {
    try {
      return /^\d+$/.test(name) && fs.readFileSync(`/proc/${name}/environ`, "latin1").includes(mark)
        ? [Number(name)]
        : [];
    } catch {
      return [];
    }
  });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

it("carries lines both ways and ends cleanly when its input ends", async () => {
  const { transport, closed, nextLine } = start("echo");
  const line = nextLine();
  transport.send('{"text":"hej på dig 👋"}');
  expect(await line).toBe('{"text":"hej på dig 👋"}');
  await transport.close();
  await transport.close();
  expect(await closed).toBeUndefined();
});

it("reports an exit with its code and the end of stderr, after the last line", async () => {
  const { lines, closed } = start("crash");
  expect(await closed).toMatchObject({ code: "cliExited", data: { code: 3, signal: null, detail: "it broke here" } });
  expect(lines).toEqual(['{"type":"keep_alive"}', '{"type":"resu']);
});

it("begins a truncated stderr with a whole word, so that no secret is split", async () => {
  const { closed } = start("crashAtLength");
  expect(await closed).toMatchObject({ data: { detail: "it broke" } });
});

it("carries one huge line", async () => {
  const { lines, closed } = start("huge");
  expect(await closed).toBeUndefined();
  expect(lines[0]?.length).toBeGreaterThan(20_000_000);
});

it("reports a program that is not there", async () => {
  const { closed } = start("echo", { file: "/no/such/program" });
  expect(await closed).toMatchObject({ code: "cliNotStartable" });
});

it.skipIf(process.platform === "win32")("kills a process that ignores everything, and its children", async () => {
  const clock = new FakeClock();
  const { transport, closed, nextLine } = start("stubborn", { clock });
  const { pids } = JSON.parse(await nextLine()) as { pids: number[] };
  expect(pids.map(isAlive)).toEqual([true, true]);
  const done = transport.close();
  clock.advance(2_000);
  clock.advance(5_000);
  // The kill is done by the system in its own time; the exit is what says so.
  const exited = new Promise<void>((resolve) => {
    const poll = setInterval(() => {
      clock.advance(1_000);
      if (!pids.some(isAlive)) {
        clearInterval(poll);
        resolve();
      }
    }, 20);
  });
  await exited;
  await done;
  expect(await closed).toBeUndefined();
});

it.skipIf(process.platform !== "linux")(
  "leaves nothing of what its child started, not even in a session of its own",
  async () => {
    const mark = randomUUID();
    const { transport, closed } = start("leaves", { mark });
    expect(await closed).toBeUndefined();
    // Finding what is left takes its time on a busy machine; after that, the system ends it.
    await transport.close();
    await expect.poll(() => marked(mark)).toEqual([]);
  },
);

it.skipIf(process.platform === "win32")("ends a child that closed its output but lives on, and says so", async () => {
  const clock = new FakeClock();
  const { closed, nextLine } = start("silent", { clock });
  await nextLine();
  // The end of the output is noticed when the system says so; then the clock decides.
  await expect.poll(() => (clock.pending > 0 ? "noticed" : "waiting")).toBe("noticed");
  const ticking = setInterval(() => clock.advance(2_000), 20);
  expect(await closed).toMatchObject({
    code: "cliExited",
    data: { detail: expect.stringContaining("closed its output") },
  });
  clearInterval(ticking);
});

it.skipIf(process.platform === "win32")("refuses a line, and ends a child, that reads nothing anymore", async () => {
  const clock = new FakeClock();
  const { transport, closed, inputClosed, nextLine } = start("deaf", { clock });
  await nextLine();
  // The system takes a first line, and reports with an error that nobody reads it.
  transport.send("{}");
  await inputClosed;
  expect(() => transport.send("{}")).toThrow("Connection closed");
  clock.advance(2_000);
  clock.advance(2_000);
  expect(await closed).toMatchObject({ data: { detail: "It closed its input but kept running." } });
  expect(() => transport.send("{}")).toThrow("Connection closed");
});

it.skipIf(process.platform === "win32")(
  "refuses a line after an exit, of which a later close keeps the reason",
  async () => {
    const clock = new FakeClock();
    const { transport, closed, inputClosed } = start("lingers", { clock });
    await inputClosed;
    expect(() => transport.send("{}")).toThrow("Connection closed");
    const closing = transport.close();
    clock.advance(1_000);
    await closing;
    expect(await closed).toMatchObject({ code: "cliExited", data: { code: 3 } });
  },
);
