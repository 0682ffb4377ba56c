// Works on isolated folders in a process of its own, which ends itself by SIGKILL before one of its steps: arguments are the place, the workspace
// folder, the action, the id of an isolated folder, and the number of the step (0: none). Prints the number of steps it took, and the outcome.
import childProcess from "node:child_process";
import fs from "node:fs";
import { applyClean, copyOf, openIsolation, worktreeOf } from "./setup.ts";

const [place = "", folder = "", action = "", id = "", at = "0"] = process.argv.slice(2);
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

count(fs.promises as unknown as Record<string, unknown>, ["writeFile", "rename", "rm", "rmdir", "mkdir", "link", "symlink", "copyFile", "chmod", "open"]);
count(fs as unknown as Record<string, unknown>, ["renameSync", "rmSync", "openSync", "writeFileSync", "fsyncSync"]);
count(childProcess as unknown as Record<string, unknown>, ["spawn"]);

async function run(): Promise<unknown> {
  const isolation = openIsolation(place, folder);
  if (action === "create") return copyOf(isolation, folder);
  if (action === "createWorktree") return worktreeOf(isolation, folder, { branch: "second", include: ["*.local"] });
  if (action === "apply") return applyClean(isolation, id);
  if (action === "undo") return isolation.undoApply(id);
  if (action === "discard") return isolation.discard(id);
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
