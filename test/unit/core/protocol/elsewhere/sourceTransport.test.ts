import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { ProcessSource, SourceRequest } from "../../../../../extension/core/protocol/elsewhere/processSource.ts";
import { SourceTransport } from "../../../../../extension/core/protocol/elsewhere/sourceTransport.ts";
import { FakeClock } from "../../../../fakes/fakeClock.ts";

const request = { command: "claude", args: ["--verbose"], cwd: "/w", environment: { A: "1" } };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A process of foreign code that a test plays. */
class Played extends EventEmitter {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly killed: string[] = [];
  kill(signal = "SIGTERM"): void {
    this.killed.push(signal);
  }
  get written(): string {
    return String(this.stdin.read() ?? "");
  }
}

function fail(reason: string): never {
  throw new Error(reason);
}

function begin(source?: ProcessSource) {
  const clock = new FakeClock();
  const played = new Played();
  const requests: SourceRequest[] = [];
  const heard: unknown[] = [];
  const transport = new SourceTransport(
    source ??
      ((given) => {
        requests.push(given);
        return played;
      }),
    request,
    clock,
  );
  transport.start({
    onLine: (line) => heard.push(line),
    onStderr: (text) => heard.push({ text }),
    onInputClosed: () => heard.push("input closed"),
    onClosed: (failure) => heard.push(failure ? { code: failure.code, data: failure.data } : "closed"),
  });
  return { clock, played, requests, heard, transport };
}

it("starts with the reader, writes earlier messages, and delivers lines of bytes and text", async () => {
  const { transport, played, requests, heard } = begin();
  transport.send("early");
  expect(requests).toEqual([]);
  await settled();
  transport.send("late");
  expect([requests[0], played.written]).toEqual([{ ...request, signal: expect.any(AbortSignal) }, "early\nlate\n"]);
  const word = new TextEncoder().encode('{"a":"ä"}\n');
  for (const bytes of [word.slice(0, 7), word.slice(7), '{"b":2}\n']) played.stdout.write(bytes);
  played.stderr.write("note");
  await settled();
  expect(heard).toEqual(expect.arrayContaining(['{"a":"ä"}', '{"b":2}', { text: "note" }]));
});

it("ends cleanly, and with the code and the end of stderr where it does not", async () => {
  const clean = begin();
  await settled();
  clean.transport.end();
  clean.played.stdout.end("{}");
  clean.played.emit("exit", 0, null);
  await settled();
  expect(clean.heard).toEqual(["{}", "closed"]);
  const failed = begin();
  await settled();
  failed.played.stderr.end("no space");
  await settled();
  failed.played.stdout.end();
  failed.played.emit("exit", 3, null);
  await settled();
  expect(failed.heard.at(-1)).toEqual({ code: "cliExited", data: { code: 3, signal: null, detail: "no space" } });
});

it.each([
  ["throws", () => Promise.reject(new Error("no container")), "no container"],
  ["returns something else", () => ({}) as never, expect.any(String)],
])("says that it did not start where the source %s", async (_case, source: ProcessSource, reason) => {
  const { heard, transport } = begin(source);
  await settled();
  expect(heard).toEqual([{ code: "cliNotStartable", data: { path: "claude", reason } }]);
  await transport.close();
});

it("gives a child process of Node its listeners in time", async () => {
  const { spawn } = await import("node:child_process");
  for (const source of [() => spawn("/no/such/program"), async () => spawn("/no/such/program")]) {
    const { heard } = begin(source as ProcessSource);
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]).toMatchObject({ code: "cliNotStartable", data: { reason: expect.stringContaining("ENOENT") } });
  }
});

it("ends a process that doesn't end by itself, without waiting forever for confirmation", async () => {
  const { transport, clock, played, requests, heard } = begin();
  await settled();
  const closing = transport.close();
  expect([played.stdin.writableEnded, played.killed]).toEqual([true, []]);
  clock.advance(2_000);
  expect([played.killed, requests[0]?.signal.aborted]).toEqual([["SIGTERM"], true]);
  clock.advance(5_000);
  clock.advance(1_000);
  await closing;
  expect([played.killed, heard]).toEqual([["SIGTERM", "SIGKILL"], ["closed"]]);
  played.stdout.write('{"late":1}\n');
  await settled();
  expect([heard.length, clock.pending]).toEqual([1, 0]);
});

it("ends a process that comes after the close", async () => {
  let resolve = (_process: Played): void => {};
  const { transport, heard } = begin(() => new Promise<Played>((done) => (resolve = done)));
  await settled();
  await transport.close();
  const late = new Played();
  resolve(late);
  await settled();
  expect([heard, late.killed]).toEqual([["closed"], ["SIGKILL"]]);
});

it("treats a process as ended when its output closes while it runs, or fails", async () => {
  const silent = begin();
  await settled();
  silent.played.stdout.end("{}\n");
  await settled();
  silent.clock.advance(2_000);
  silent.played.emit("exit", 0, null);
  await settled();
  expect(silent.heard.at(-1)).toMatchObject({
    code: "cliExited",
    data: { detail: "It closed its output but kept running." },
  });
  const broken = begin();
  await settled();
  broken.played.stdout.write("{}\n");
  await settled();
  broken.played.stdout.destroy(new Error("cut"));
  await settled();
  expect(broken.heard).toEqual(["{}", { code: "cliExited", data: { code: null, signal: null, detail: "cut" } }]);
});

it.each([
  ["throws at a write", (played: Played) => (played.stdin.write = () => fail("closed"))],
  ["reports an error of its input", (played: Played) => played.stdin.destroy(new Error("EPIPE"))],
])("refuses a line, and ends a process that %s and runs on", async (_case, cut) => {
  const { transport, played, clock, heard } = begin();
  await settled();
  cut(played);
  await settled();
  expect(() => transport.send("lost")).toThrow("Connection closed");
  expect(() => transport.send("lost")).toThrow("Connection closed");
  expect(heard).toEqual(["input closed"]);
  clock.advance(2_000);
  clock.advance(7_000);
  clock.advance(1_000);
  expect(heard.at(-1)).toMatchObject({ data: { detail: "It closed its input but kept running." } });
  expect(() => transport.send("late")).toThrow("Connection closed");
});

it("names the exit of a process that was closed only after it", async () => {
  const { transport, played, heard } = begin();
  await settled();
  played.emit("exit", 3, null);
  expect(() => transport.send("lost")).toThrow("Connection closed");
  const closing = transport.close();
  played.stdout.end();
  await closing;
  expect(heard).toEqual(["input closed", expect.objectContaining({ code: "cliExited" })]);
});
