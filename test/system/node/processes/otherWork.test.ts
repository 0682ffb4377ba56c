import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { watchOngoingWork } from "../../../../extension/core/conversations/lifecycle/workWatch.ts";
import { ProcessLocks } from "../../../../extension/node/processes/processLocks.ts";
import { markName } from "../../../../extension/node/processes/runningProcess.ts";
import { systemClock } from "../../../fakes/systemClock.ts";
import { setup } from "../../../unit/core/conversations/actionsSetup.ts";

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-work-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true, force: true });
});

function idle(mark = randomUUID()): number {
  const child = spawn(process.execPath, ["-e", "setInterval(()=>{},1000)"], {
    stdio: "ignore",
    env: { ...process.env, [markName]: mark },
  });
  children.push(child);
  return child.pid as number;
}

/** Makes a lock that of another window, whose extension host is the process `pid`. */
function moveToWindow(name: string, pid: number): void {
  const file = path.join(folder, `${name}.json`);
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), host: { pid } }));
}

it("names the work of conversations in other windows while window and process run", async () => {
  const locks = new ProcessLocks(folder, systemClock);
  const [cli, host] = [idle(), idle()];
  for (const name of ["own", "other", "quiet", "gone"]) await locks.hold(name, cli, randomUUID(), `s-${name}`);
  for (const name of ["own", "other", "gone"]) locks.noteWork(name, { folder: "/w", title: name });
  locks.noteWork("missing", { folder: "/w", title: "missing" });
  for (const name of ["other", "quiet"]) moveToWindow(name, host);
  moveToWindow("gone", 2 ** 22 - 1);
  expect(await locks.listOtherWork()).toEqual([{ folder: "/w", title: "other" }]);
  // The lock stays what it was.
  expect(await locks.findHolder("s-other")).toEqual({ pid: cli, isOwn: false });
  locks.noteWork("other", undefined);
  expect(await locks.listOtherWork()).toEqual([]);
  expect(await locks.findHolder("s-other")).toEqual({ pid: cli, isOwn: false });
});

it("notes a conversation while it works, with its present title", async () => {
  const { conversations, shown, cli } = await setup();
  const notes: unknown[] = [];
  const watching = watchOngoingWork(conversations, (id, work) => void notes.push([id === shown.id, work]));
  shown.submit("tidy up");
  cli.write({ type: "system", subtype: "init", session_id: "s1" });
  await expect.poll(() => notes.at(-1)).toEqual([true, { folder: "/w", title: "tidy up" }]);
  cli.write({ type: "result", subtype: "success" });
  await expect.poll(() => notes.at(-1)).toEqual([true, undefined]);
  watching.dispose();
});
