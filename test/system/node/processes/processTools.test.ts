import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { type ProcessSystem, thisSystem } from "../../../../extension/node/processes/processSystem.ts";
import {
  buildEndCommand,
  buildListCommand,
  parseMarked,
  parseProcesses,
} from "../../../../extension/node/processes/processTools.ts";
import {
  endTree,
  getProcessState,
  identifyProcess,
  isRunning,
} from "../../../../extension/node/processes/runningProcess.ts";
import { FakeSystem } from "../../../fakes/fakeSystem.ts";

const startedAt = Date.parse("2026-11-24T20:40:51Z") * 1000;

describe("the list of processes of Windows", () => {
  it("is read to the microsecond", () => {
    const row = { pid: 13_188, parent: 4, startedAt: startedAt + 123_456 };
    expect(parseProcesses("win32", "13188 4 134400264511234567\r\n")).toEqual([row]);
    // Windows PowerShell can begin with a byte order mark.
    expect(parseProcesses("win32", "\uFEFF13188 4 134400264511234567\r\n\r\n13188 4 134400264511234567")).toEqual([
      row,
      row,
    ]);
  });

  it.each([
    "",
    "\r\n",
    // A process without a start time.
    "0 0 ",
    "4 0 0",
    // PowerShell prints a time without a requested format like this, in two languages.
    "13188 4 24/11/2026 20:40:51",
    "13188 4 11/24/2026 8:40:51 PM",
    // CIM_DATETIME, as WMI stores it.
    "13188 4 20261124204051.123456+060",
    "Get-CimInstance : Zugriff verweigert ",
    "13188 4 134400264511234567 and more",
    "-5 4 134400264511234567",
    "99999999999 4 134400264511234567",
  ])("reads no process from any other form: %j", (text) => {
    expect(parseProcesses("win32", text)).toEqual([]);
  });

  it("is asked for by the full path of PowerShell, in words that need no quoting", () => {
    for (const command of [
      buildListCommand("win32", { SystemRoot: "D:\\Windows" }),
      buildListCommand("win32", { SystemRoot: "D:\\Windows" }, 7),
      buildEndCommand({ SystemRoot: "D:\\Windows" }, [{ pid: 7, parent: 1, startedAt }]),
    ]) {
      expect(command.file).toBe("D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe");
      expect(command.args.join(" ")).not.toContain('"');
    }
  });
});

describe("the list of processes of macOS", () => {
  it("is read to the second, in UTC", () => {
    const text = "    1     0 Tue Nov  3 08:00:00 2026    \n  713     1 Tue Nov 24 20:40:51 2026    \n";
    expect(parseProcesses("darwin", text)).toEqual([
      { pid: 1, parent: 0, startedAt: Date.parse("2026-11-03T08:00:00Z") * 1000 },
      { pid: 713, parent: 1, startedAt },
    ]);
  });

  it.each([
    "",
    "  713     1 -",
    // In the languages of the system, which the command keeps it from.
    "  713     1 Di 24 Nov 20:40:51 2026",
    "  713     1 mar. 24 nov. 2026 20:40:51",
    "  713     1 火 11/24 20:40:51 2026",
    "  713     1 Tue Foo 24 20:40:51 2026",
    "ps: illegal option -- o",
  ])("reads no process from any other form: %j", (text) => {
    expect(parseProcesses("darwin", text)).toEqual([]);
  });

  it("asks for English names and UTC", () => {
    expect(buildListCommand("darwin", {}).env).toEqual({ LC_ALL: "C", TZ: "UTC0" });
  });

  it("finds a variable among the others of an environment, whole", () => {
    const text =
      "   17 /bin/node a.js TANDEM_PROCESS=one HOME=/Users/a\n   18 /bin/node TANDEM_PROCESS=one2\n 19 vi XTANDEM_PROCESS=one\n\n";
    expect(parseMarked(text, "TANDEM_PROCESS", "one")).toEqual([17]);
  });
});

describe.each(["win32", "darwin"] as const)("a process of %s", (platform) => {
  const table = { 30: { parent: 1, startedAt } };

  it("is the same as long as its id has its start time", async () => {
    const system = new FakeSystem(platform, table);
    const known = await identifyProcess(30, system);
    expect(known).toEqual({ pid: 30, startedAt: `unix:${startedAt}` });
    expect(await getProcessState(known!, system)).toBe("running");
    system.processes.set(30, { parent: 1, startedAt: startedAt + 5_000_000 });
    expect(await getProcessState(known!, system)).toBe("gone");
    system.processes.clear();
    expect(await getProcessState(known!, system)).toBe("gone");
  });

  it("counts as running, and not as known, where no tool tells", async () => {
    const system = new FakeSystem(platform, table);
    const known = await identifyProcess(30, system);
    system.missing = /./;
    expect(await identifyProcess(30, system)).toEqual({ pid: 30, startedAt: undefined });
    expect(await getProcessState(known!, system)).toBe("unknown");
    expect(await isRunning(known!, system)).toBe(true);
  });
});

it("waits for no tool that is missing, fails or never ends", async () => {
  expect(await thisSystem.run({ file: "/no/such/tool", args: [] })).toBeUndefined();
  expect(
    await thisSystem.run({ file: process.execPath, args: ["-e", "console.log('5 1 x'); process.exit(1)"] }),
  ).toBeUndefined();
});

// The `ps` of Linux prints the same columns in the same form.
describe.skipIf(process.platform === "win32")("a real process, as ps lists it", () => {
  const system: ProcessSystem = { ...thisSystem, platform: "darwin" };

  it("has the start time that it has, and is ended with what it started", async () => {
    const before = Math.floor(Date.now() / 1000) * 1_000_000;
    const child = spawn("sh", ["-c", "sleep 300 & echo up; wait"], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    const known = await identifyProcess(child.pid!, system);
    const told = Number(known?.startedAt?.slice("unix:".length));
    // Linux counts from its own start, whose time is known to the second.
    expect(told).toBeGreaterThanOrEqual(before - 2_000_000);
    expect(told).toBeLessThanOrEqual(Date.now() * 1000 + 2_000_000);
    expect(await getProcessState(known!, system)).toBe("running");
    // Its output ends with the last of them.
    const ended = once(child.stdout.resume(), "close");
    await endTree(child.pid!, "no mark", "SIGKILL", system);
    await ended;
  });
});
