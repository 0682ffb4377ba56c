import { execFile } from "node:child_process";
import type { ToolCommand } from "./processTools.ts";

/** The access to the system that ending processes needs. */
export interface ProcessSystem {
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /**
   * Sends a signal, or with 0 none. Throws ESRCH when no process has the id, EPERM when the process belongs to another
   * user.
   */
  signal(pid: number, signal: NodeJS.Signals | 0): void;
  /** Returns the output of a tool; undefined when the tool is missing, fails or takes too long. Never rejects. */
  run(command: ToolCommand): Promise<string | undefined>;
}

/** PowerShell takes a second on a slow machine. */
const timeoutMs = 10_000;
const maxOutput = 16 * 1024 * 1024;

/** The system of this machine. */
export const thisSystem: ProcessSystem = {
  platform: process.platform,
  variables: process.env,
  signal: (pid, signal) => void process.kill(pid, signal),
  run: ({ file, args, env }) =>
    new Promise((resolve) => {
      const options = { timeout: timeoutMs, maxBuffer: maxOutput, windowsHide: true, env: { ...process.env, ...env } };
      execFile(file, [...args], options, (error, stdout) => resolve(error ? undefined : stdout));
    }),
};
