import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProcessLocks } from "../../../../extension/node/processes/processLocks.ts";
import { identifyProcess, markName } from "../../../../extension/node/processes/runningProcess.ts";
import { openWindowFolder } from "../../../../extension/node/storage/windowFolder.ts";
import { systemClock } from "../../../fakes/systemClock.ts";
import { hostileTexts } from "../../../fuzz/hostileTexts.ts";

let folder: string;
let victim: string;
const children: ChildProcess[] = [];
const readers: number[] = [];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-forged-"));
  victim = path.join(folder, "victim.txt");
  fs.writeFileSync(victim, "mine");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const reader of readers.splice(0)) fs.closeSync(reader);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Entries in the place of a file of ours. */
const forgeries: readonly [string, (file: string) => void][] = [
  ["garbage", (file) => fs.writeFileSync(file, "\u0000{]")],
  ["a huge file", (file) => fs.writeFileSync(file, `{"cli":"${"x".repeat(5 * 1024 * 1024)}"}`)],
  ["a link to a file of the user", (file) => fs.symlinkSync(victim, file)],
  ["a link that leads nowhere", (file) => fs.symlinkSync(path.join(folder, "nowhere"), file)],
  ["a link to itself", (file) => fs.symlinkSync(file, file)],
  [
    "a pipe",
    (file) => {
      execFileSync("mkfifo", [file]);
      // With a reader, so that what would write into it fails here and does not wait for ever.
      readers.push(fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK));
    },
  ],
];

describe.skipIf(process.platform === "win32").each(forgeries)("%s in the place of a lock", (_name, forge) => {
  it("protects nothing, is written through by nobody, and gives way", async () => {
    const locks = new ProcessLocks(folder, systemClock);
    for (const name of ["c.json", "c.claim", "s1.claim", "s1.ended"]) forge(path.join(folder, name));
    (await locks.claim("c")).dispose();
    await locks.hold("c", process.pid, "mark", "s1");
    expect(await locks.findHolder("s1")).toEqual({ pid: process.pid, isOwn: true });
    locks.release("c", process.pid);
    expect(locks.getLastWriteTime("s1")).toBeGreaterThan(Date.now() - 60_000);
    expect(fs.lstatSync(path.join(folder, "s1.ended")).isFile()).toBe(true);
    expect([fs.readFileSync(victim, "utf8"), fs.existsSync(path.join(folder, "nowhere"))]).toEqual(["mine", false]);
  });

  it("does not keep a window from its folder", () => {
    const shared = path.join(folder, "shared");
    fs.mkdirSync(path.join(shared, "conversations", "w"), { recursive: true });
    forge(path.join(shared, "conversations", "w", "owner"));
    const kept = openWindowFolder({
      workspace: undefined,
      shared,
      memory: { get: () => "w", update: async () => {} },
      newId: () => "other",
    });
    expect(fs.lstatSync(path.join(kept.path, "owner")).isFile()).toBe(true);
    expect(fs.readFileSync(victim, "utf8")).toBe("mine");
    kept.claim.dispose();
  });
});

it("starts and notes a process although a folder is in its lock's place", async () => {
  const locks = new ProcessLocks(folder, systemClock);
  for (const name of ["c.json", "c.claim", "s1.ended"])
    fs.mkdirSync(path.join(folder, name, "full"), { recursive: true });
  (await locks.claim("c")).dispose();
  await locks.hold("c", process.pid, "mark", "s1");
  locks.release("c", process.pid);
  await locks.endOrphans();
});

it.skipIf(process.platform !== "linux")(
  "ends no process that carries no mark of ours, whatever a lock claims",
  async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(()=>{},1000)"], {
      stdio: "ignore",
      env: { ...process.env, [markName]: "other" },
    });
    children.push(child);
    await once(child, "spawn");
    const gone = { pid: 2 ** 22 - 1, startedAt: "1" };
    const foreign = await identifyProcess(child.pid as number);
    for (const [index, mark] of ["mark", ...hostileTexts.filter((text) => !text.includes("\u0000"))].entries())
      fs.writeFileSync(path.join(folder, `${index}.json`), JSON.stringify({ cli: foreign, mark, host: gone }));
    fs.writeFileSync(
      path.join(folder, "one.json"),
      JSON.stringify({ cli: { pid: 1, startedAt: "0" }, mark: "m", host: gone }),
    );
    await new ProcessLocks(folder, systemClock).endOrphans();
    expect(await identifyProcess(child.pid as number)).toEqual(foreign);
  },
);
