import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toProblem } from "../../../../extension/core/conversation/view/problem.ts";
import { ProcessLocks } from "../../../../extension/node/processes/processLocks.ts";
import { identifyProcess, isRunning, markName } from "../../../../extension/node/processes/runningProcess.ts";
import { failures } from "../../../../extension/shared/base/failure.ts";
import { formatProblem } from "../../../../extension/shared/text/problems.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { FakeSystem } from "../../../fakes/fakeSystem.ts";
import { systemClock } from "../../../fakes/systemClock.ts";

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-locks-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A process that does nothing until it is ended. */
function idle(mark: string): { pid: number; ended: Promise<void> } {
  const child = spawn(process.execPath, ["-e", "setInterval(()=>{},1000)"], {
    stdio: "ignore",
    env: { ...process.env, [markName]: mark },
  });
  children.push(child);
  return { pid: child.pid as number, ended: new Promise((resolve) => child.once("exit", () => resolve())) };
}
/** Waits until a start may go, and starts nothing. */
async function free(locks: ProcessLocks, name: string, session?: string): Promise<void> {
  (await locks.claim(name, session)).dispose();
}
/** The lock as another extension host would have written it. */
function rewriteHost(name: string, host: object): void {
  const file = path.join(folder, `${name}.json`);
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), host }));
}

it("lets a start proceed where no process runs", async () => {
  const locks = new ProcessLocks(folder, systemClock);
  await free(locks, "c");
  const mark = randomUUID();
  const { pid, ended } = idle(mark);
  await locks.hold("c", pid, mark);
  children[0]?.kill("SIGKILL");
  await ended;
  await free(locks, "c");
});

it.skipIf(process.platform === "win32")("ends what an extension host that is gone left behind", async () => {
  const locks = new ProcessLocks(folder, systemClock);
  const mark = randomUUID();
  const { pid, ended } = idle(mark);
  await locks.hold("c", pid, mark);
  rewriteHost("c", { pid: 2 ** 22 - 1, startedAt: "1" });
  await free(locks, "c");
  await ended;
});

it.skipIf(process.platform !== "linux")("ends what claude left behind that died with its extension host", async () => {
  const locks = new ProcessLocks(folder, systemClock);
  const mark = randomUUID();
  const [cli, shell] = [idle(""), idle(mark)];
  await locks.hold("c", cli.pid, mark);
  rewriteHost("c", { pid: 2 ** 22 - 1, startedAt: "1" });
  children[0]?.kill("SIGKILL");
  await cli.ended;
  await free(locks, "c");
  await shell.ended;
});

it.skipIf(process.platform === "win32")(
  "ends orphaned processes at once, whichever conversation opens next, and none with an owner",
  async () => {
    const locks = new ProcessLocks(folder, systemClock);
    const [mine, left] = [randomUUID(), randomUUID()];
    const [owned, orphan] = [idle(mine), idle(left)];
    await locks.hold("owned", owned.pid, mine);
    await locks.hold("orphan", orphan.pid, left);
    rewriteHost("orphan", { pid: 2 ** 22 - 1, startedAt: "1" });
    fs.writeFileSync(path.join(folder, "damaged.json"), "{");
    await locks.endOrphans();
    await orphan.ended;
    expect(await identifyProcess(owned.pid)).toBeDefined();
    await new ProcessLocks(path.join(folder, "nowhere"), systemClock).endOrphans();
  },
);

it("never ends what another window runs, waits for it, and says so when it stays", async () => {
  const clock = new FakeClock();
  const locks = new ProcessLocks(folder, clock);
  const mark = randomUUID();
  const [host, cli] = [idle(""), idle(mark)];
  await locks.hold("c", cli.pid, mark);
  rewriteHost("c", (await identifyProcess(host.pid)) as object);
  const claimed = locks.claim("c").catch((error: unknown) => error);
  const ticking = setInterval(() => clock.advance(1_000), 1);
  expect(await claimed).toMatchObject({ code: "inUse", data: { pid: cli.pid, holder: "otherWindow" } });
  clearInterval(ticking);
  expect(await isRunning((await identifyProcess(cli.pid)) as { pid: number; startedAt: string })).toBe(true);
});

it("names an ended window where its remains may be another process", async () => {
  const clock = new FakeClock();
  const locks = new ProcessLocks(folder, clock);
  const cli = idle("");
  await locks.hold("c", cli.pid, randomUUID());
  rewriteHost("c", { pid: 2 ** 22 - 1, startedAt: "1" });
  const file = path.join(folder, "c.json");
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), cli: { pid: cli.pid } }));
  const claimed = locks.claim("c").catch((error: unknown) => error);
  const ticking = setInterval(() => clock.advance(1_000), 1);
  expect(await claimed).toMatchObject({ code: "inUse", data: { pid: cli.pid, holder: "closedWindow" } });
  clearInterval(ticking);
  const said = (holder: "otherWindow" | "thisWindow" | "closedWindow") =>
    formatProblem(toProblem(failures.inUse(cli.pid, holder)));
  expect(said("closedWindow").title).toBe("A closed window left this conversation running");
  expect(said("closedWindow").detail).toContain(`PID ${cli.pid}`);
  for (const holder of ["thisWindow", "closedWindow"] as const)
    expect(JSON.stringify(said(holder))).not.toContain("another window");
});

it("continues no transcript that another conversation's process writes", async () => {
  const clock = new FakeClock();
  const locks = new ProcessLocks(folder, clock);
  const mark = randomUUID();
  const { pid } = idle(mark);
  await locks.hold("c", pid, mark);
  await free(locks, "d", "s1");
  locks.noteSession("c", pid + 1, "s1");
  await free(locks, "d", "s1");
  locks.noteSession("c", pid, "s1");
  await free(locks, "d", "s2");
  const claimed = locks.claim("d", "s1").catch((error: unknown) => error);
  const ticking = setInterval(() => clock.advance(1_000), 1);
  expect(await claimed).toMatchObject({ code: "inUse", data: { pid, holder: "thisWindow" } });
  clearInterval(ticking);
});

it("lets one of several simultaneous starts proceed, and the next when that is done", async () => {
  const [first, second] = [new ProcessLocks(folder, systemClock), new ProcessLocks(folder, systemClock)];
  const order: string[] = [];
  const start = async (locks: ProcessLocks, name: string) => {
    const claim = await locks.claim(name, "s1");
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} is done`);
    claim.dispose();
  };
  await Promise.all([start(first, "c"), start(second, "d")]);
  expect(order.filter((_, index) => index % 2 === 0).map((text) => text.slice(2))).toEqual(["begins", "begins"]);
  // One whose extension host is gone holds up nobody, and neither does a damaged one.
  fs.writeFileSync(path.join(folder, "s1.claim"), JSON.stringify({ host: { pid: 2 ** 22 - 1, startedAt: "1" } }));
  (await first.claim("c", "s1")).dispose();
  fs.writeFileSync(path.join(folder, "s1.claim"), "{");
  (await first.claim("c", "s1")).dispose();
  expect(fs.readdirSync(folder)).toEqual([]);
});

it("continues as soon as the other window has ended it, as on a reload", async () => {
  const locks = new ProcessLocks(folder, systemClock);
  const mark = randomUUID();
  const [host, cli] = [idle(""), idle(mark)];
  await locks.hold("c", cli.pid, mark);
  rewriteHost("c", (await identifyProcess(host.pid)) as object);
  const claimed = locks.claim("c");
  children[1]?.kill("SIGKILL");
  await claimed;
});

it("counts an id that the system gave to another process as nobody's", async () => {
  const locks = new ProcessLocks(folder, systemClock);
  const mark = randomUUID();
  const { pid } = idle(mark);
  await locks.hold("c", pid, mark);
  const file = path.join(folder, "c.json");
  const lock = JSON.parse(fs.readFileSync(file, "utf8"));
  fs.writeFileSync(file, JSON.stringify({ ...lock, cli: { pid, startedAt: "another time" } }));
  await free(locks, "c");
  expect(await identifyProcess(pid)).toBeDefined();
});

it.each([
  "",
  "null",
  "[]",
  '{"cli":5}',
  '{"cli":{"pid":1},"host":{"pid":1},"mark":""}',
  '{"cli":{"pid":-1,"startedAt":"1"},"host":{"pid":0},"mark":"x"}',
])("ends nothing because of a damaged lock: %s", async (text) => {
  fs.writeFileSync(path.join(folder, "c.json"), text);
  await free(new ProcessLocks(folder, systemClock), "c");
});

it("releases its own lock only", async () => {
  const locks = new ProcessLocks(folder, systemClock);
  const mark = randomUUID();
  const { pid } = idle(mark);
  await locks.hold("c", pid, mark);
  locks.release("c", pid + 1);
  expect(fs.existsSync(path.join(folder, "c.json"))).toBe(true);
  locks.release("c", pid);
  expect(fs.existsSync(path.join(folder, "c.json"))).toBe(false);
});

describe.each(["win32", "darwin"] as const)("a window of %s that is gone", (platform) => {
  const second = 1_000_000;
  const own = { parent: 1, startedAt: second };
  const [host, cli, shell] = [
    { parent: 1, startedAt: 2 * second },
    { parent: 40, startedAt: 3 * second },
    { parent: 50, startedAt: 4 * second },
  ];

  /** A lock of a window with the id 40, which started 50. */
  async function locksWith(system: FakeSystem): Promise<ProcessLocks> {
    const locks = new ProcessLocks(folder, systemClock, system);
    await locks.hold("c", 50, "mark", "s1");
    rewriteHost("c", { pid: 40, startedAt: `unix:${host.startedAt}` });
    return locks;
  }

  it("has what it left behind ended by its start time, with what that started", async () => {
    const system = new FakeSystem(platform, { [process.pid]: own, 40: host, 50: cli, 51: shell, 60: host });
    const locks = await locksWith(system);
    await locks.endOrphans();
    expect(system.ended).toEqual([]);
    system.processes.delete(40);
    await free(locks, "d", "s1");
    expect(system.ended.map((each) => each.split(" ")[0])).toEqual(["50", "51"]);
    await locks.endOrphans();
    expect(fs.existsSync(path.join(folder, "c.json"))).toBe(false);
  });

  it("is told from another process that has its id, and so is what it started", async () => {
    const system = new FakeSystem(platform, { [process.pid]: own, 50: cli, 51: shell });
    const locks = await locksWith(system);
    system.processes.set(40, { parent: 1, startedAt: 9 * second });
    system.processes.set(50, { parent: 1, startedAt: 9 * second });
    await free(locks, "c");
    expect(system.ended).toEqual([]);
  });

  it("has nothing ended where no start time can be told, and is waited for", async () => {
    const system = new FakeSystem(platform, { [process.pid]: own, 50: cli });
    const clock = new FakeClock();
    await locksWith(system);
    system.missing = /./;
    const claimed = new ProcessLocks(folder, clock, system).claim("c").catch((error: unknown) => error);
    const ticking = setInterval(() => clock.advance(1_000), 1);
    expect(await claimed).toMatchObject({ code: "inUse", data: { pid: 50 } });
    clearInterval(ticking);
    expect(system.ended).toEqual([]);
  });

  it("lets a start go before the start time of its process is known", async () => {
    const system = new FakeSystem(platform, { [process.pid]: own, 50: cli });
    const locks = new ProcessLocks(folder, systemClock, system);
    const held = locks.hold("c", 50, "mark");
    locks.noteSession("c", 50, "s1");
    await held;
    expect(JSON.parse(fs.readFileSync(path.join(folder, "c.json"), "utf8"))).toMatchObject({
      session: "s1",
      cli: { startedAt: `unix:${cli.startedAt}` },
    });
    locks.release("c", 50);
    // A process that ended meanwhile is not held again.
    const late = locks.hold("c", 50, "mark");
    locks.release("c", 50);
    await late;
    expect(fs.existsSync(path.join(folder, "c.json"))).toBe(false);
  });
});
