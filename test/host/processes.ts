// The processes of an editor under test, found in /proc.
import fs from "node:fs";
import { vi } from "vitest";

/** Resolves once no process is left; rejects with those that remain. */
export async function ended(processes: () => readonly number[]): Promise<void> {
  await vi.waitFor(
    () => {
      const left = processes();
      if (left.length > 0) throw new Error(`processes ${left.join(", ")} outlive their editor`);
    },
    { timeout: 30_000, interval: 100 },
  );
}

/** Returns the ids of the processes whose environment contains the text. */
export function processesWith(environment: string, isMeant: (argv: readonly string[]) => boolean): number[] {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const argv = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return isMeant(argv) && fs.readFileSync(`/proc/${pid}/environ`, "utf8").includes(environment);
    } catch {
      // The process has ended in the meantime.
      return false;
    }
  });
}

/** Kills the processes that have not ended on their own. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Returns the arguments of all processes that contain the text. */
export function findInArguments(text: string): string[] {
  return fs.readdirSync("/proc").flatMap((name) => {
    try {
      const argv = /^\d+$/.test(name) ? fs.readFileSync(`/proc/${name}/cmdline`, "utf8") : "";
      return argv.includes(text) ? [argv] : [];
    } catch {
      // The process has ended in the meantime.
      return [];
    }
  });
}
