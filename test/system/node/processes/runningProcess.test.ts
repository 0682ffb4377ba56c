import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { type ProcessSystem, thisSystem } from "../../../../extension/node/processes/processSystem.ts";
import { endMarked, endTree, markName } from "../../../../extension/node/processes/runningProcess.ts";

/** A shell that goes on as soon as the first of its many children ends. */
const goesOn = "sleep 100 & first=$!; for i in $(seq 300); do sleep 100 & done; echo > began; wait $first; echo > late";

it.skipIf(process.platform === "win32").each(["SIGTERM", "SIGKILL"] as const)(
  "ends a process tree from above with %s, before a parent runs its next command",
  async (signal) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-tree-"));
    const mark = randomUUID();
    const child = spawn("sh", ["-c", `(${goesOn}); echo > late`], {
      cwd: folder,
      detached: true,
      env: { ...process.env, [markName]: mark },
    });
    // The pipe is closed once the last of them is gone.
    const allGone = new Promise((resolve) => child.stdout.once("close", resolve).resume());
    await expect.poll(() => fs.existsSync(path.join(folder, "began")), { timeout: 5_000 }).toBe(true);
    endTree(child.pid as number, mark, signal);
    await allGone;
    expect(fs.readdirSync(folder)).toEqual(["began"]);
    fs.rmSync(folder, { recursive: true });
  },
);

it.skipIf(process.platform === "win32")("ends a stopped process with SIGTERM too", async () => {
  const mark = randomUUID();
  const child = spawn("sleep", ["300"], { detached: true, stdio: "ignore", env: { ...process.env, [markName]: mark } });
  const ended = once(child, "exit");
  child.kill("SIGSTOP");
  await endTree(child.pid as number, mark, "SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
});

it.skipIf(process.platform !== "linux")("kills what a process starts in the moment before it is killed", async () => {
  const mark = randomUUID();
  const start = () =>
    spawn("sleep", ["300"], { detached: true, stdio: "ignore", env: { ...process.env, [markName]: mark } });
  const started = [start()];
  const system: ProcessSystem = {
    ...thisSystem,
    signal(pid, signal) {
      if (started.length < 3) started.push(start());
      thisSystem.signal(pid, signal);
    },
  };
  await endMarked(mark, "SIGKILL", system);
  await expect.poll(() => started.map(({ signalCode }) => signalCode)).toEqual(["SIGKILL", "SIGKILL", "SIGKILL"]);
});
