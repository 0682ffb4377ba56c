import { execFile } from "node:child_process";
import fs from "node:fs";
import treeKill from "tree-kill";

const isLinux = process.platform === "linux";
const isWindows = process.platform === "win32";

/** The variable by which everything that a process started is found again, also what left its group and lost its parents. */
export const markName = "TANDEM_PROCESS";

/** A process as the system knows it: an id is used again, an id with its start time is not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As the system counts it; undefined where that cannot be told. */
  readonly startedAt: string | undefined;
}

/** Who has this id now; undefined when nobody has. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isAlive(pid)) return undefined;
  if (isLinux) return { pid, startedAt: statOf(pid)?.startedAt };
  if (isWindows) return { pid, startedAt: undefined };
  const startedAt = await new Promise<string | undefined>((resolve) => {
    execFile("ps", ["-o", "lstart=", "-p", String(pid)], (error, stdout) => resolve(error ? undefined : stdout.trim() || undefined));
  });
  return { pid, startedAt };
}

/** Whether exactly this process still runs. Where start times cannot be told, whether some process has its id. */
export async function isRunning(known: ProcessIdentity): Promise<boolean> {
  const now = await identify(known.pid);
  return now !== undefined && (known.startedAt === undefined || now.startedAt === known.startedAt);
}

/**
 * Ends a process with everything that it started: its group, its descendants, and on Linux whatever carries its mark, which
 * finds what made itself a session of its own.
 */
export function endTree(pid: number, mark: string, signal: "SIGTERM" | "SIGKILL"): void {
  if (!isLinux) {
    treeKill(pid, signal, () => !isWindows && signalQuietly(-pid, signal));
    return;
  }
  // Who waits for a child goes on when the child ends: so the ones above first, and all are found before any is ended.
  const below = descendantsOf(pid);
  signalQuietly(pid, signal);
  for (const found of below) signalQuietly(found, signal);
  signalQuietly(-pid, signal);
  endMarked(mark, signal);
}

/** Ends what carries a mark, when the process that started it is gone. Only on Linux: elsewhere nothing tells whose it was. */
export function endMarked(mark: string, signal: "SIGTERM" | "SIGKILL"): void {
  if (isLinux) for (const found of markedBy(mark)) signalQuietly(found, signal);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that ended and was not waited for yet has an id, but does nothing any more.
    return !isLinux || statOf(pid)?.state !== "Z";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}

interface Stat {
  readonly state: string;
  readonly parent: number;
  readonly startedAt: string;
}

/** The fields of /proc/PID/stat. The name in it is in brackets and can hold anything. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent), startedAt: rest[17] ?? "" };
  } catch {
    return undefined;
  }
}

function allProcesses(): number[] {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Children and their children, each after its parent. */
function descendantsOf(pid: number): number[] {
  const parents = allProcesses().map((id) => [id, statOf(id)?.parent] as const);
  const below = (parent: number): number[] => parents.filter(([, own]) => own === parent).flatMap(([id]) => [id, ...below(id)]);
  return below(pid);
}

function markedBy(mark: string): number[] {
  return allProcesses().filter((pid) => pid !== process.pid && isMarked(pid, mark));
}

/** Whether a process can be one that was started with a mark: only on Linux that can be told. */
export function mayBeMarked(pid: number, mark: string): boolean {
  return !isLinux || isMarked(pid, mark);
}

/** Whether a process carries a mark. Only on Linux: elsewhere nothing tells. */
export function isMarked(pid: number, mark: string): boolean {
  try {
    return isLinux && fs.readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${markName}=${mark}\0`);
  } catch {
    // Somebody else's, or gone.
    return false;
  }
}
