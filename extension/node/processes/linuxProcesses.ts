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

/** Processes that were found among all. */
export interface FoundProcesses {
  readonly pids: readonly number[];
  /** False if another look can find more: a process ended or began a program meanwhile, and may have started others. */
  readonly isWhole: boolean;
}

/** Finds the processes whose environment has a variable with this value, except this process. */
export function findProcessesWith(variable: string, value: string): FoundProcesses {
  const states = listProcessIds()
    .filter((pid) => pid !== process.pid)
    .map((pid) => [pid, getVariableState(pid, variable, value)] as const);
  return {
    pids: states.flatMap(([pid, state]) => (state === "present" ? [pid] : [])),
    isWhole: states.every(([, state]) => state === "present" || state === "absent"),
  };
}

/** States of a variable with a value in the environment with which a process was started. */
type VariableState = "present" | "absent" | "gone" | "starting";

/** Returns "starting" for a process that begins a program: for that moment it has neither arguments nor environment. */
export function getVariableState(pid: number, variable: string, value: string): VariableState {
  // regular: files of /proc
  const read = (name: string): string => fs.readFileSync(`/proc/${pid}/${name}`, "latin1");
  try {
    const environment = read("environ");
    if (environment.includes(`${variable}=${value}\0`)) return "present";
    if (environment !== "" || read("cmdline") !== "") return "absent";
    // The processes of the kernel, below its process 2, and those that ended have neither at any time.
    const stat = readStat(pid);
    if (!stat) return "gone";
    return stat.state === "Z" || pid === 2 || stat.parent === 2 ? "absent" : "starting";
  } catch (error) {
    // Others belong to another user.
    return ["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "") ? "gone" : "absent";
  }
}
