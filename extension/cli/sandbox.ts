import fs from "node:fs";
import path from "node:path";
import { failures } from "../base/failure.ts";
import { readBoolean, readObject } from "../base/read.ts";

/** Programs without which `claude` cannot build its sandbox on Linux; it has its own copy of ripgrep (2.0.77, 2.1.50, 2.1.329). */
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
 * Throws `settingInvalid` if the settings switch the sandbox on and this machine has none: `claude` would only warn and run commands without it
 * (2.0.77, 2.1.50, 2.1.329).
 */
export function assertSandbox(settings: unknown, { platform, env }: SandboxContext): void {
  if (!isSandboxOn(settings) || platform === "darwin") return;
  if (platform !== "linux") throw failures.settingInvalid("tandem.sandbox", { code: "sandboxUnsupported" });
  const missing = linuxTools.filter((tool) => !isOnPath(tool, env["PATH"] ?? ""));
  if (missing.length > 0) throw failures.settingInvalid("tandem.sandbox", { code: "sandboxToolsMissing", tools: missing });
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
