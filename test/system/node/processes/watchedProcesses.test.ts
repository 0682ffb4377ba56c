import { describe, expect, it } from "vitest";
import { WatchedProcesses } from "../../../../extension/node/processes/watchedProcesses.ts";
import { FakeSystem } from "../../../fakes/fakeSystem.ts";

/** A watch whose waits take no time; what happens during them is said by `then`, one step for each. */
function watchOn(system: FakeSystem, ...then: readonly (() => void)[]) {
  const steps = [...then];
  const waits: number[] = [];
  const watch = new WatchedProcesses(system, async (ms) => {
    waits.push(ms);
    await new Promise((resolve) => setImmediate(resolve));
    steps.shift()?.();
  });
  const tell = (kind: "watch" | "forget", pid: number): void =>
    watch.read(JSON.stringify({ kind, pid, mark: `mark ${pid}` }));
  return { watch, tell, waits };
}
/** A program of claude with a shell in a session of its own, which runs a command. */
const table = {
  1: { parent: 0, startedAt: 1_000_000 },
  50: { parent: 40, startedAt: 5_000_000, group: 50 },
  51: { parent: 50, startedAt: 6_000_000, group: 51 },
  52: { parent: 51, startedAt: 7_000_000, group: 51 },
  60: { parent: 40, startedAt: 8_000_000, group: 60 },
};

describe("an extension host of Windows that dies", () => {
  it("lets the system end its program, and the watch end what that left behind", async () => {
    const system = new FakeSystem("win32", table);
    const { watch, tell } = watchOn(system);
    tell("watch", 50);
    await expect.poll(() => system.ran.length).toBe(1);
    system.processes.delete(50);
    await watch.endAll();
    expect(system.ended).toEqual(["51 Stop-Process", "52 Stop-Process"]);
    expect([...system.processes.keys()]).toEqual([1, 60]);
  });

  it("has nothing ended that got an id of what ended meanwhile", async () => {
    const system = new FakeSystem("win32", table);
    const { watch, tell } = watchOn(system, () => {
      for (const pid of [50, 51, 52]) system.processes.set(pid, { parent: 1, startedAt: 20_000_000 + pid });
      system.processes.set(53, { parent: 50, startedAt: 30_000_000 });
    });
    tell("watch", 50);
    await watch.endAll();
    expect(system.ended).toEqual([]);
  });

  it("has nothing ended where PowerShell tells no start times", async () => {
    const system = new FakeSystem("win32", table);
    system.missing = /./;
    const { watch, tell } = watchOn(system);
    tell("watch", 50);
    await watch.endAll();
    expect(system.ended).toEqual([]);
  });
});

describe("an extension host of macOS that dies", () => {
  it("has the program told to end, then made to, with shells that lost their parent", async () => {
    const system = new FakeSystem("darwin", table);
    const { watch, tell, waits } = watchOn(system, () => {
      // The program saw its input end, and left its shell to the system.
      system.processes.delete(50);
      for (const pid of [51, 52]) system.processes.set(pid, { ...table[pid as 51 | 52], parent: 1 });
    });
    tell("watch", 50);
    await watch.endAll();
    expect(system.ended).toEqual(["51 SIGTERM", "52 SIGTERM"]);
    expect(waits).toEqual([1_000, 2_000]);
  });

  it("ends the group of its ended program, but no other group of that id", async () => {
    const left = { parent: 1, startedAt: 6_000_000, group: 50 };
    const system = new FakeSystem("darwin", { ...table, 55: left });
    const { watch, tell } = watchOn(system, () => system.processes.delete(50));
    tell("watch", 50);
    await watch.endAll();
    expect(system.ended).toContain("55 SIGTERM");

    const other = new FakeSystem("darwin", table);
    const second = watchOn(other, () => {
      for (const pid of [50, 51, 52]) other.processes.delete(pid);
      other.processes.set(50, { parent: 1, startedAt: 30_000_000, group: 50 });
    });
    second.tell("watch", 50);
    await second.watch.endAll();
    expect(other.ended).toEqual([]);
  });
});

it("ends nothing that it was told to forget, and waits for nothing then", async () => {
  const system = new FakeSystem("darwin", table);
  const { watch, tell, waits } = watchOn(system);
  tell("watch", 50);
  tell("forget", 50);
  await watch.endAll();
  expect([system.ended, waits]).toEqual([[], []]);
});

it("ends known processes when its extension host dies in the middle of a line", async () => {
  const system = new FakeSystem("darwin", table);
  const { watch, tell } = watchOn(system);
  tell("watch", 60);
  watch.read('{"kind":"watch","pi');
  await watch.endAll();
  expect(system.ended[0]).toBe("60 SIGTERM");
});
