import fs from "node:fs";

interface Stat {
  readonly state: string;
  readonly parent: number;
  /** In ticks since the system started. */
  readonly startedAt: string;
}

/** Reads the fields of /proc/PID/stat; undefined where there is none. The name in it is in brackets and can hold anything. */
export function readStat(pid: number): Stat | undefined {
  try {
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

/** Finds children and their children, each after its parent. */
export function findDescendants(pid: number): number[] {
  const parents = listProcessIds().map((id) => [id, readStat(id)?.parent] as const);
  const below = (parent: number): number[] => parents.filter(([, own]) => own === parent).flatMap(([id]) => [id, ...below(id)]);
  return below(pid);
}

/** Finds the processes whose environment holds a variable with this value, without this one. */
export function findProcessesWith(variable: string, value: string): number[] {
  return listProcessIds().filter((pid) => pid !== process.pid && hasVariable(pid, variable, value));
}

/** Whether the environment that a process was started with holds a variable with this value. */
export function hasVariable(pid: number, variable: string, value: string): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${variable}=${value}\0`);
  } catch {
    // Somebody else's, or gone.
    return false;
  }
}
