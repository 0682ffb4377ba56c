import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import * as vscode from "vscode";
import type { SpawnRequest } from "../../../extension/core/api/tandem.d.ts";

/** Starts `claude` as in a container: with an environment of its own, and what the request adds. */
export function spawnHere({
  args,
  cwd,
  environment,
}: Pick<SpawnRequest, "args" | "cwd" | "environment">): ChildProcessWithoutNullStreams {
  const settings = vscode.workspace.getConfiguration("tandem");
  const own = settings.get<Record<string, string>>("environment", {});
  return spawn(settings.get("claudePath", ""), [...args], {
    cwd,
    env: { PATH: process.env["PATH"], ...own, ...environment },
  });
}
