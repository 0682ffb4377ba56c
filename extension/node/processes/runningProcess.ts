import { setTimeout as pause } from "node:timers/promises";
import {
  type FoundProcesses,
  findDescendants,
  findProcessesWith,
  getVariableState,
  readStat,
} from "./linuxProcesses.ts";
import { type ProcessSystem, thisSystem } from "./processSystem.ts";
import {
  buildEndCommand,
  buildListCommand,
  buildTaskkillCommand,
  environmentsCommand,
  type ListedProcess,
  parseMarked,
  parseProcesses,
} from "./processTools.ts";
import { collectTree, type TreeRoot } from "./processTree.ts";

/**
 * The variable by which all descendants of a process are found, also those that left its group and lost their parents.
 */
export const markName = "TANDEM_PROCESS";

type EndSignal = "SIGTERM" | "SIGKILL";

/** Identifies a process: the system reuses ids, but not an id with the same start time. */
export interface ProcessIdentity {
  readonly pid: number;
  /** On Linux in the system's own unit, elsewhere "unix:" and microseconds; undefined where it is not available. */
  readonly startedAt: string | undefined;
}

/** Returns the process that has this id now; undefined when there is none. */
export async function identifyProcess(pid: number, system = thisSystem): Promise<ProcessIdentity | undefined> {
  if (!isAlive(pid, system)) return undefined;
  if (system.platform === "linux") return { pid, startedAt: readStat(pid)?.startedAt };
  const listed = (await listProcesses(system, pid))?.find((each) => each.pid === pid);
  return { pid, startedAt: listed && `unix:${listed.startedAt}` };
}

/**
 * Returns whether exactly this process still runs; "unknown" where a process has its id and a start time is not
 * available.
 */
export async function getProcessState(
  known: ProcessIdentity,
  system = thisSystem,
): Promise<"running" | "gone" | "unknown"> {
  const now = await identifyProcess(known.pid, system);
  if (!now) return "gone";
  if (known.startedAt === undefined || now.startedAt === undefined) return "unknown";
  return now.startedAt === known.startedAt ? "running" : "gone";
}

/** Returns true if a process still runs; without start times, if any process has its id. */
export async function isRunning(known: ProcessIdentity, system = thisSystem): Promise<boolean> {
  return (await getProcessState(known, system)) !== "gone";
}

/** Returns true if any process has this id. */
export function isAlive(pid: number, system = thisSystem): boolean {
  try {
    system.signal(pid, 0);
    // A zombie has an id, but does nothing anymore.
    return system.platform !== "linux" || readStat(pid)?.state !== "Z";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Ends a process that certainly still runs, with all processes that it started: its descendants, and on Linux and macOS
 * its group and all processes with its mark, which finds those in other sessions. On Linux all are signaled when this
 * returns.
 */
export async function endTree(pid: number, mark: string, signal: EndSignal, system = thisSystem): Promise<void> {
  if (system.platform === "linux") {
    // A process that waits for its child continues when the child ends. So all descendants are found first, and parents
    // are signaled before their children.
    const below = findDescendants(pid);
    for (const found of [pid, ...below, -pid]) signalQuietly(found, signal, system);
    return endMarked(mark, signal, system);
  }
  const listed = await listProcesses(system);
  const root = listed?.find((each) => each.pid === pid);
  if (listed) return endListed(root ? collectTree([root], listed) : [], [pid], mark, signal, system);
  if (system.platform === "win32") await system.run(buildTaskkillCommand(system.variables, pid));
  else for (const found of [pid, -pid]) signalQuietly(found, signal, system);
}

/**
 * Ends the processes that an ended process left behind; its times are in microseconds since the epoch. Another process
 * may have its id by now.
 */
export async function endLeftBehind(ended: TreeRoot, mark: string, system = thisSystem): Promise<void> {
  if (system.platform === "win32") {
    const listed = await listProcesses(system);
    if (listed) await endListed(collectTree([ended], listed), [], mark, "SIGKILL", system);
    return;
  }
  // The system does not reuse the id while the group exists.
  signalQuietly(-ended.pid, "SIGKILL", system);
  await endMarked(mark, "SIGKILL", system);
}

/**
 * Ends processes that were just listed, each parent before its children. On systems other than Windows also ends the
 * groups and the marked processes.
 */
export async function endListed(
  processes: readonly ListedProcess[],
  groups: readonly number[],
  mark: string,
  signal: EndSignal,
  system: ProcessSystem,
): Promise<void> {
  if (system.platform === "win32") {
    if (processes.length > 0) await system.run(buildEndCommand(system.variables, processes));
    return;
  }
  for (const { pid } of processes) signalQuietly(pid, signal, system);
  for (const group of groups) signalQuietly(-group, signal, system);
  await endMarked(mark, signal, system);
}

/**
 * Maximum number of looks for processes to kill, of those that find none because a process could not be judged, and the
 * time in ms between two. One look is enough to ask them to end: what they start then is theirs to finish.
 */
const maxLooks = 10;
const maxUnsureLooks = 3;
const betweenLooksMs = 10;

/**
 * Ends the processes with a mark after the process that started them is gone, with SIGKILL also those that they start
 * meanwhile. On Linux those that are found at first are signaled when this returns. Does nothing on Windows, where
 * environments cannot be read.
 */
export async function endMarked(mark: string, signal: EndSignal, system = thisSystem): Promise<void> {
  if (system.platform === "win32") return;
  const ended = new Set<number>();
  let unsure = 0;
  for (let look = 0; look < (signal === "SIGKILL" ? maxLooks : 1); look++) {
    if (look > 0) await pause(betweenLooksMs);
    const { pids, isWhole } =
      system.platform === "linux" ? findProcessesWith(markName, mark) : await findListed(mark, system);
    const fresh = pids.filter((pid) => !ended.has(pid));
    for (const pid of fresh) {
      ended.add(pid);
      signalQuietly(pid, signal, system);
    }
    if (fresh.length === 0 && (isWhole || ++unsure === maxUnsureLooks)) return;
  }
}

async function findListed(mark: string, system: ProcessSystem): Promise<FoundProcesses> {
  return { pids: parseMarked((await system.run(environmentsCommand)) ?? "", markName, mark), isWhole: true };
}

/** Returns true if a process has a mark. Always false on systems other than Linux. */
export function isMarked(pid: number, mark: string): boolean {
  return thisSystem.platform === "linux" && getVariableState(pid, markName, mark) === "present";
}

/** Returns false if a process certainly was not started with a mark; only Linux can exclude that. */
export function canBeMarked(pid: number, mark: string, system: ProcessSystem): boolean {
  return system.platform !== "linux" || ["present", "starting"].includes(getVariableState(pid, markName, mark));
}

/** Lists all processes, or one; undefined when the system gives no list. */
export async function listProcesses(system: ProcessSystem, pid?: number): Promise<ListedProcess[] | undefined> {
  const text = await system.run(buildListCommand(system.platform, system.variables, pid));
  const listed = text === undefined ? [] : parseProcesses(system.platform, text);
  // The list has at least the process that asks, so an empty one means a failure.
  return listed.length > 0 ? listed : undefined;
}

function signalQuietly(pid: number, signal: EndSignal, system: ProcessSystem): void {
  try {
    system.signal(pid, signal);
    // A stopped process handles SIGTERM only once it continues.
    if (signal === "SIGTERM") system.signal(pid, "SIGCONT");
  } catch {
    // The process is gone already.
  }
}
