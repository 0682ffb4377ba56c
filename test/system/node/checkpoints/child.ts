// Runs the engine in a process of its own, which ends itself by SIGKILL before one of its steps: arguments are the
// place of the stores, the folders, the action, its target, and the number of the step (0: none). Prints the number of
// steps it took, and the outcome.
import childProcess from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { CheckpointId } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import { runCounted } from "./countedSteps.ts";
import { openWindow, restoreAllFiles } from "./setup.ts";

const [place = "", folder = "", action = "", target = "", at = "0"] = process.argv.slice(2);

async function run(): Promise<unknown> {
  const now = Date.now();
  const retention = {
    now: now + 5 * 24 * 60 * 60 * 1000,
    isOpen: (point: { readonly conversation: string }) => point.conversation === "one",
  };
  const window = openWindow(place, folder.split(path.delimiter), {
    ...(action === "cleanUp" ? { retention } : {}),
    // The target is the limit of size.
    ...(action === "takeLarge" ? { limits: { maxFileBytes: Number(target) } } : {}),
  });
  const files = window.open();
  if (action === "take" || action === "takeLarge") return files.take({ kind: "manual", name: "child" });
  if (action === "restore") return restoreAllFiles(files, target as CheckpointId);
  if (action === "cleanUp") return window.stores.cleanUpAll();
  throw new Error(`unknown action ${action}`);
}

const methods = [
  "writeFile",
  "rename",
  "rm",
  "rmdir",
  "mkdir",
  "link",
  "symlink",
  "copyFile",
  "chmod",
  "utimes",
  "open",
];
const otherMethods = [
  "link",
  "renameSync",
  "rmSync",
  "mkdirSync",
  "linkSync",
  "copyFileSync",
  "writeSync",
  "fchmodSync",
  "chmodSync",
];

runCounted(
  Number(at),
  [
    [fs.promises, methods],
    [fs, otherMethods],
    [childProcess, ["spawn"]],
  ],
  run,
);
