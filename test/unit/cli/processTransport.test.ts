import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Failure } from "../../../extension/base/failure.ts";
import { ProcessTransport } from "../../../extension/cli/processTransport.ts";
import { FakeClock } from "../../fakes/fakeClock.ts";
import { systemClock } from "../../fakes/systemClock.ts";

const fakeCli = fileURLToPath(new URL("../../fakes/fakeCli.mjs", import.meta.url));

function start(behaviour: string, { file = process.execPath, clock = systemClock as typeof systemClock | FakeClock } = {}) {
  const transport = new ProcessTransport({ file, args: [fakeCli, behaviour], cwd: process.cwd(), env: { PATH: process.env["PATH"] ?? "" }, clock });
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  const closed = new Promise<Failure | undefined>((resolve) => {
    transport.start({
      onLine: (line) => {
        lines.push(line);
        waiting.shift()?.(line);
      },
      onClosed: resolve,
    });
  });
  return { transport, lines, closed, nextLine: () => new Promise<string>((resolve) => waiting.push(resolve)) };
}

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
