import fs from "node:fs";
import path from "node:path";
import { failures } from "../../shared/base/failure.ts";
import { readBoolean, readObject } from "../../shared/base/read.ts";
import type { SettingProblem } from "../../shared/contract/settingProblem.ts";

/**
 * Programs without which `claude` cannot build its sandbox on Linux; it has its own copy of ripgrep (2.0.77, 2.1.50,
 * 2.1.329).
 */
const linuxTools = ["bwrap", "socat"] as const;

export interface SandboxContext {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns whether settings of `claude` switch its sandbox on. */
export function isSandboxOn(settings: unknown): boolean {
  return readBoolean(readObject(settings, "sandbox"), "enabled") === true;
}

/**
 * Throws `settingInvalid` if the settings switch the sandbox on and this machine has none: `claude` would only warn and
 * run commands without it (2.0.77, 2.1.50, 2.1.329).
 */
export function assertSandbox(settings: unknown, { platform, env }: SandboxContext): void {
  const problem = isSandboxOn(settings) ? findSandboxProblem({ platform, env }) : undefined;
  if (problem) throw failures.settingInvalid("tandem.sandbox", problem);
}

/** Returns why `claude` has no sandbox on this machine; undefined if it has one. */
export function findSandboxProblem({ platform, env }: SandboxContext): SettingProblem | undefined {
  if (platform === "darwin") return undefined;
  if (platform !== "linux") return { code: "sandboxUnsupported" };
  const missing = linuxTools.filter((tool) => !isOnPath(tool, env["PATH"] ?? ""));
  return missing.length > 0 ? { code: "sandboxToolsMissing", tools: missing } : undefined;
}

function isOnPath(tool: string, folders: string): boolean {
  return folders.split(path.delimiter).some((folder) => {
    try {
      fs.accessSync(path.join(folder, tool), fs.constants.X_OK);
      return path.isAbsolute(folder);
    } catch {
      return false;
    }
  });
}
