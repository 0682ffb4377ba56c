import { execFile } from "node:child_process";
import type { ToolCommand } from "./processTools.ts";

/** What ending processes needs of the system. */
export interface ProcessSystem {
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Sends a signal, or with 0 none. Throws ESRCH when no process has the id, EPERM when it is another user's. */
  signal(pid: number, signal: NodeJS.Signals | 0): void;
  /** What a tool prints; undefined when it is missing, fails or takes too long. Never rejects. */
  run(command: ToolCommand): Promise<string | undefined>;
}

/** PowerShell takes a second on a slow machine. */
const timeoutMs = 10_000;
const maxOutput = 16 * 1024 * 1024;

/** The machine that this runs on. */
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
