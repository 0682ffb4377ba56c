import fs from "node:fs";

interface Stat {
  readonly state: string;
  readonly parent: number;
  /** Start time in ticks since the system started. */
  readonly startedAt: string;
}

/**
 * Reads the fields of /proc/PID/stat; undefined where the process does not exist. The name in it is in brackets and can
 * contain anything.
 */
export function readStat(pid: number): Stat | undefined {
  try {
    // regular: a file of /proc
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent), startedAt: rest[17] ?? "" };
  } catch {
    return undefined;
  }
}

function listProcessIds(): number[] {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Finds all descendants of a process, each after its parent. */
export function findDescendants(pid: number): number[] {
  const parents = listProcessIds().map((id) => [id, readStat(id)?.parent] as const);
  const below = (parent: number): number[] =>
    parents.filter(([, own]) => own === parent).flatMap(([id]) => [id, ...below(id)]);
  return below(pid);
}

/** Finds the processes whose environment has a variable with this value, except this process. */
export function findProcessesWith(variable: string, value: string): number[] {
  return listProcessIds().filter((pid) => pid !== process.pid && hasVariable(pid, variable, value));
}

/** Returns true if the environment with which a process was started has a variable with this value. */
export function hasVariable(pid: number, variable: string, value: string): boolean {
  try {
    // regular: a file of /proc
    return fs.readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${variable}=${value}\0`);
  } catch {
    // The process is gone or belongs to another user.
    return false;
  }
}
