import { expect, it } from "vitest";
import type { ListedProcess } from "../../../../extension/node/processes/processTools.ts";
import { collectTree } from "../../../../extension/node/processes/processTree.ts";
import { endLeftBehind, endTree } from "../../../../extension/node/processes/runningProcess.ts";
import { FakeSystem } from "../../../fakes/fakeSystem.ts";

const listed = (...rows: readonly (readonly [pid: number, parent: number, startedAt: number])[]): ListedProcess[] =>
  rows.map(([pid, parent, startedAt]) => ({ pid, parent, startedAt }));
const getIds = (...given: Parameters<typeof collectTree>): number[] => collectTree(...given).map(({ pid }) => pid);

it("finds a process and all below it, each after its parent", () => {
  const all = listed([9, 7, 130], [7, 5, 120], [5, 1, 100], [8, 5, 110], [6, 1, 100], [0, 0, 1]);
  expect(getIds([{ pid: 5, startedAt: 100 }], all)).toEqual([5, 7, 9, 8]);
});

it("leaves out a process whose parent had that id before", () => {
  // 7 was started by another 5, which was there before.
  expect(getIds([{ pid: 5, startedAt: 100 }], listed([5, 1, 100], [7, 5, 50]))).toEqual([5]);
});

it("finds what a process left behind, and nothing of who has its id now", () => {
  const all = listed([5, 1, 300], [7, 5, 150], [8, 7, 400], [9, 5, 310]);
  expect(getIds([{ pid: 5, startedAt: 100 }], all)).toEqual([7, 8]);
  // Nobody has the id, but somebody had it after the process ended.
  expect(getIds([{ pid: 5, startedAt: 100, endedAt: 200 }], listed([7, 5, 150], [9, 5, 310]))).toEqual([7]);
});

it("comes to an end where parents lead in a circle", () => {
  expect(getIds([{ pid: 5, startedAt: 100 }], listed([5, 6, 100], [6, 5, 100]))).toEqual([5, 6]);
});

it("ends a process tree of Windows from above, and no older process naming its parent", async () => {
  const table = {
    5: { parent: 1, startedAt: 100 },
    7: { parent: 5, startedAt: 120 },
    9: { parent: 7, startedAt: 130 },
    8: { parent: 5, startedAt: 50 },
  };
  const system = new FakeSystem("win32", table);
  await endTree(5, "mark", "SIGKILL", system);
  expect(system.ended).toEqual(["5 Stop-Process", "7 Stop-Process", "9 Stop-Process"]);
});

it("ends a child of Windows also where PowerShell does not run", async () => {
  const system = new FakeSystem("win32", { 5: { parent: 1, startedAt: 100 }, 7: { parent: 5, startedAt: 120 } });
  system.missing = /powershell/;
  await endTree(5, "mark", "SIGKILL", system);
  expect(system.processes.size).toBe(0);
});

it("ends what a Windows process left behind, but not the new owner of its id", async () => {
  const table = {
    5: { parent: 1, startedAt: 300 },
    6: { parent: 5, startedAt: 310 },
    7: { parent: 5, startedAt: 120 },
  };
  const system = new FakeSystem("win32", table);
  await endLeftBehind({ pid: 5, startedAt: 100, endedAt: 200 }, "mark", system);
  expect(system.ended).toEqual(["7 Stop-Process"]);
  system.missing = /powershell/;
  await endLeftBehind({ pid: 5, startedAt: 100, endedAt: 200 }, "mark", system);
  expect([...system.processes.keys()]).toEqual([5, 6]);
});

it("ends what a process of macOS left behind by its group and by its mark", async () => {
  const table = {
    6: { parent: 1, startedAt: 120, group: 5 },
    7: { parent: 1, startedAt: 120, environment: "TANDEM_PROCESS=mark" },
    8: { parent: 1, startedAt: 120 },
  };
  const system = new FakeSystem("darwin", table);
  await endLeftBehind({ pid: 5, startedAt: 100, endedAt: 200 }, "mark", system);
  expect(system.ended).toEqual(["6 SIGKILL", "7 SIGKILL"]);
});
