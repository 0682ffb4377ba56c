// Runs the engine in a process of its own, which ends itself by SIGKILL before one of its steps: arguments are the place of the stores, the folders,
// the action, its target, and the number of the step (0: none). Prints the number of steps it took, and the outcome.
import childProcess from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { CheckpointId } from "../../../extension/contract/checkpoints.ts";
import { openWindow, restoreAllFiles } from "./setup.ts";

const [place = "", folder = "", action = "", target = "", at = "0"] = process.argv.slice(2);
let step = 0;

/** Counts each call of these methods, and ends the process before the chosen one. */
function count(owner: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const method = owner[name] as (...args: unknown[]) => unknown;
    owner[name] = function (this: unknown, ...args: unknown[]) {
      if (++step === Number(at)) process.kill(process.pid, "SIGKILL");
      return method.apply(this, args);
    };
  }
}

const writing = ["writeFile", "rename", "rm", "rmdir", "mkdir", "link", "symlink", "copyFile", "chmod", "utimes", "open"];
count(fs.promises as unknown as Record<string, unknown>, writing);
count(fs as unknown as Record<string, unknown>, ["renameSync", "rmSync", "mkdirSync", "linkSync", "copyFileSync", "writeSync", "fchmodSync", "chmodSync"]);
count(childProcess as unknown as Record<string, unknown>, ["spawn"]);

async function run(): Promise<unknown> {
  const now = Date.now();
  const isFarLater = action === "cleanUp";
  const window = openWindow(
    place,
    folder.split(path.delimiter),
    isFarLater ? { retention: { now: now + 5 * 24 * 60 * 60 * 1000, isOpen: (point) => point.conversation === "one" } } : {},
  );
  const files = window.open();
  if (action === "take") return files.take({ kind: "manual", name: "child" });
  if (action === "restore") return restoreAllFiles(files, target as CheckpointId);
  if (action === "cleanUp") return window.stores.cleanUpAll();
  throw new Error(`unknown action ${action}`);
}

run().then(
  (outcome) => {
    fs.writeSync(1, `${JSON.stringify({ steps: step, outcome: outcome ?? null })}\n`);
    process.exit(0);
  },
  (error: unknown) => {
    fs.writeSync(1, `${JSON.stringify({ steps: step, outcome: { kind: "failed", message: String(error) } })}\n`);
    process.exit(1);
  },
);
