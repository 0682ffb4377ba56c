// Works on isolated folders in a process of its own, which ends itself by SIGKILL before one of its steps: arguments
// are the place, the workspace folder, the action, the id of an isolated folder, and the number of the step (0: none).
// Prints the number of steps it took, and the outcome.
import childProcess from "node:child_process";
import fs from "node:fs";
import { runCounted } from "../checkpoints/countedSteps.ts";
import { applyClean, copyOf, mountIn, openIsolation, worktreeOf } from "./setup.ts";

const [place = "", folder = "", action = "", id = "", at = "0"] = process.argv.slice(2);

async function run(): Promise<unknown> {
  const library = `${place}/library`;
  const isolation = openIsolation(place, folder, { allowedRoots: () => [folder, library] });
  if (action === "create") return copyOf(isolation, folder);
  if (action === "createMounted")
    return mountIn(isolation, folder, [{ path: "../library", mountPath: "vendor/library" }]);
  if (action === "createWorktree") return worktreeOf(isolation, folder, { branch: "second", include: ["*.local"] });
  if (action === "apply") return applyClean(isolation, id);
  if (action === "undo") return isolation.undoApply(id);
  if (action === "discard") return isolation.discard(id);
  throw new Error(`unknown action ${action}`);
}

const methods = ["writeFile", "rename", "rm", "rmdir", "mkdir", "link", "symlink", "copyFile", "chmod", "open"];

runCounted(
  Number(at),
  [
    [fs.promises, methods],
    [fs, ["renameSync", "rmSync", "openSync", "writeFileSync", "fsyncSync"]],
    [childProcess, ["spawn"]],
  ],
  run,
);
