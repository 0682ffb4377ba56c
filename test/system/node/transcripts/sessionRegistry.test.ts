import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ProcessLocks } from "../../../../extension/node/processes/processLocks.ts";
import { identifyProcess } from "../../../../extension/node/processes/runningProcess.ts";
import { getTranscriptPath } from "../../../../extension/node/transcripts/projectFolder.ts";
import { DiskSessionRegistry } from "../../../../extension/node/transcripts/sessionRegistry.ts";
import { followTranscript } from "../../../../extension/node/transcripts/transcriptTail.ts";
import { systemClock } from "../../../fakes/systemClock.ts";

let root: string;
let file: string;
let now: number;
/** Processes of the editor's own terminals, by session. */
const terminals = new Map<string, number>();
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-live-")));
  now = Date.now();
  file = getTranscriptPath(env(), root, root, "s1");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.mkdirSync(path.join(root, "config", "sessions"));
});
afterEach(() => {
  fs.rmSync(root, { recursive: true });
  terminals.clear();
});

const env = () => ({ CLAUDE_CONFIG_DIR: path.join(root, "config") });
function setup() {
  const locks = new ProcessLocks(path.join(root, "locks"), systemClock);
  return {
    locks,
    uses: new DiskSessionRegistry({
      environment: env,
      locks,
      terminal: (session) => terminals.get(session),
      now: () => now,
    }),
  };
}
const register = (entry: object, name = "1.json") =>
  fs.writeFileSync(
    path.join(root, "config", "sessions", name),
    typeof entry === "string" ? entry : JSON.stringify(entry),
  );

it("finds a running program in the registry, but no ended one whose id was reused", async () => {
  const { uses } = setup();
  const self = await identifyProcess(process.pid);
  register({ pid: process.pid, procStart: self?.startedAt, sessionId: "s1" });
  expect(await uses.find({ sessionId: "s1", folder: root })).toEqual({
    certainty: "certain",
    where: "terminal",
    pid: process.pid,
  });
  expect(await uses.find({ sessionId: "s2", folder: root })).toBeUndefined();
  register({ pid: process.pid, procStart: "1", sessionId: "s1" });
  if (process.platform === "linux") expect(await uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
  const gone = spawn(process.execPath, ["-e", ""]);
  await once(gone, "exit");
  register({ pid: gone.pid, sessionId: "s1" });
  expect(await uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
});

it("knows the terminals of its own window in every version", async () => {
  const { uses } = setup();
  terminals.set("s1", 42);
  expect(await uses.find({ sessionId: "s1", folder: root })).toEqual({
    certainty: "certain",
    where: "terminal",
    pid: 42,
  });
  expect(await uses.find({ sessionId: "s2", folder: root })).toBeUndefined();
});

it.each([
  "",
  "null",
  "[]",
  "{",
  '{"pid":"x","sessionId":"s1"}',
  '{"pid":-1,"sessionId":"s1"}',
  '{"pid":1,"sessionId":"s1"}',
  '{"pid":1.5,"sessionId":"s1"}',
])("ignores a damaged registry entry %j", async (text) => {
  fs.writeFileSync(path.join(root, "config", "sessions", "1.json"), text);
  expect(await setup().uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
});

it("tells its own process from another window's, and counts a dead window's as nobody's", async () => {
  const { locks, uses } = setup();
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  await locks.hold("c1", child.pid ?? 0, "mark", "s1");
  register({ pid: child.pid, sessionId: "s1" });
  expect(await uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
  const beside = await identifyProcess(process.pid);
  register({ pid: process.pid, procStart: beside?.startedAt, sessionId: "s1" }, "2.json");
  if (process.platform === "linux")
    expect(await uses.find({ sessionId: "s1", folder: root })).toMatchObject({ where: "terminal", pid: process.pid });
  fs.rmSync(path.join(root, "config", "sessions", "2.json"));
  const lock = path.join(root, "locks", "c1.json");
  const host = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  const own = JSON.parse(fs.readFileSync(lock, "utf8"));
  fs.writeFileSync(lock, JSON.stringify({ ...own, host: await identifyProcess(host.pid ?? 0) }));
  expect(await uses.find({ sessionId: "s1", folder: root })).toEqual({
    certainty: "certain",
    where: "window",
    pid: child.pid,
  });
  host.kill("SIGKILL");
  await once(host, "exit");
  expect(await uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
  child.kill("SIGKILL");
  await once(child, "exit");
});

it("counts a recently written file as possibly in use, unless its version has a registry", async () => {
  const { uses } = setup();
  const line = (version: string) => `${JSON.stringify({ uuid: "u", type: "user", version })}\n`;
  fs.writeFileSync(file, line("2.0.77"));
  expect(await uses.find({ sessionId: "s1", folder: root })).toEqual({ certainty: "maybe" });
  fs.writeFileSync(file, line("2.1.329"));
  expect(await uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
  fs.writeFileSync(file, line("2.0.77"));
  now += 60_000;
  expect(await uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
});

it("follows a file by whole lines, in order, whatever pieces they come in", async () => {
  const entry = (uuid: string, text: string) =>
    `${JSON.stringify({ uuid, type: "user", message: { role: "user", content: text } })}\n`;
  fs.writeFileSync(file, entry("before", "é"));
  const seen: string[] = [];
  let isShortened = false;
  const following = followTranscript(
    file,
    fs.statSync(file).size,
    (frames) => seen.push(...frames.map((frame) => ("uuid" in frame ? String(frame.uuid) : ""))),
    () => {
      isShortened = true;
    },
  );
  const bytes = Buffer.from(`${entry("one", "ünïcödé 🚀")}no json\n${entry("two", "x")}`);
  for (let at = 0; at < bytes.length; at += 7) fs.appendFileSync(file, bytes.subarray(at, at + 7));
  await expect.poll(() => seen).toEqual(["one", "two"]);
  fs.truncateSync(file, 5);
  await expect.poll(() => isShortened).toBe(true);
  following.dispose();
  fs.appendFileSync(file, entry("after", "x"));
  expect(seen).toEqual(["one", "two"]);
});

it("counts files of its own ended process or window as its own", async () => {
  const { locks, uses } = setup();
  const write = (secondsAgo: number) => {
    fs.writeFileSync(file, `${JSON.stringify({ uuid: "u", type: "user", version: "2.0.77" })}\n`);
    fs.utimesSync(file, now / 1_000, now / 1_000 - secondsAgo);
  };
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  await locks.hold("c1", child.pid ?? 0, "mark", "s1");
  child.kill("SIGKILL");
  await once(child, "exit");
  write(1);
  expect(await uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
  locks.release("c1", child.pid ?? 0);
  expect(await uses.find({ sessionId: "s1", folder: root })).toBeUndefined();
  // Somebody went on with it after that.
  write(-5);
  now += 6_000;
  expect(await uses.find({ sessionId: "s1", folder: root })).toEqual({ certainty: "maybe" });
});

it("reports a program that enters the registry, also if that did not exist", async () => {
  fs.rmdirSync(path.join(root, "config", "sessions"));
  const { uses } = setup();
  let told = 0;
  const watching = uses.watch(() => told++);
  fs.mkdirSync(path.join(root, "config", "sessions"));
  await uses.find({ sessionId: "s1", folder: root });
  register({ pid: process.pid, sessionId: "s1" });
  await expect.poll(() => told).toBeGreaterThan(0);
  watching.dispose();
});
