import { findDescendants, findProcessesWith, hasVariable, readStat } from "./linuxProcesses.ts";
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

/** The variable by which everything that a process started is found again, also what left its group and lost its parents. */
export const markName = "TANDEM_PROCESS";

type EndSignal = "SIGTERM" | "SIGKILL";

/** A process as the system knows it: an id is used again, an id with its start time is not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** On Linux as the system counts it, elsewhere "unix:" and microseconds; undefined where it cannot be told. */
  readonly startedAt: string | undefined;
}

/** Who has this id now; undefined when nobody has. */
export async function identify(pid: number, system = thisSystem): Promise<ProcessIdentity | undefined> {
  if (!isAlive(pid, system)) return undefined;
  if (system.platform === "linux") return { pid, startedAt: readStat(pid)?.startedAt };
  const listed = (await listProcesses(system, pid))?.find((each) => each.pid === pid);
  return { pid, startedAt: listed && `unix:${listed.startedAt}` };
}

/** Whether exactly this process still runs; "unknown" where some process has its id and a start time cannot be told. */
export async function getProcessState(known: ProcessIdentity, system = thisSystem): Promise<"running" | "gone" | "unknown"> {
  const now = await identify(known.pid, system);
  if (!now) return "gone";
  if (known.startedAt === undefined || now.startedAt === undefined) return "unknown";
  return now.startedAt === known.startedAt ? "running" : "gone";
}

/** Whether a process still runs. Where start times cannot be told, whether some process has its id. */
export async function isRunning(known: ProcessIdentity, system = thisSystem): Promise<boolean> {
  return (await getProcessState(known, system)) !== "gone";
}

/** Whether some process has this id. */
export function isAlive(pid: number, system = thisSystem): boolean {
  try {
    system.signal(pid, 0);
    // A process that ended and was not waited for yet has an id, but does nothing any more.
    return system.platform !== "linux" || readStat(pid)?.state !== "Z";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Ends a process that certainly still runs with everything that it started: its descendants, and on Linux and macOS its group and
 * whatever carries its mark, which finds what made itself a session of its own. On Linux all are told when this returns.
 */
export async function endTree(pid: number, mark: string, signal: EndSignal, system = thisSystem): Promise<void> {
  if (system.platform === "linux") {
    // Who waits for a child goes on when the child ends: so the ones above first, and all are found before any is ended.
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

/** Ends what a process left behind that ran from one time to another, in microseconds since the epoch. Its id may be another one's by now. */
export async function endLeftBehind(ended: TreeRoot, mark: string, system = thisSystem): Promise<void> {
  if (system.platform === "win32") {
    const listed = await listProcesses(system);
    if (listed) await endListed(collectTree([ended], listed), [], mark, "SIGKILL", system);
    return;
  }
  // A group keeps its id from being used again.
  signalQuietly(-ended.pid, "SIGKILL", system);
  await endMarked(mark, "SIGKILL", system);
}

/** Ends processes that were just listed, each parent before its children, and the groups and the marked ones where there are such. */
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

/** Ends what carries a mark, when the process that started it is gone. Not on Windows, where nothing tells whose it was. */
export async function endMarked(mark: string, signal: EndSignal, system = thisSystem): Promise<void> {
  if (system.platform === "linux") for (const found of findProcessesWith(markName, mark)) signalQuietly(found, signal, system);
  if (system.platform !== "darwin") return;
  for (const found of parseMarked((await system.run(environmentsCommand)) ?? "", markName, mark)) signalQuietly(found, signal, system);
}

/** Whether a process carries a mark. Only on Linux: elsewhere it is not looked for. */
export function isMarked(pid: number, mark: string): boolean {
  return thisSystem.platform === "linux" && hasVariable(pid, markName, mark);
}

/** Whether a process can be one that was started with a mark: only on Linux that can be told. */
export function canBeMarked(pid: number, mark: string, system: ProcessSystem): boolean {
  return system.platform !== "linux" || hasVariable(pid, markName, mark);
}

/** All processes, or one; undefined when the system does not tell. */
export async function listProcesses(system: ProcessSystem, pid?: number): Promise<ListedProcess[] | undefined> {
  const text = await system.run(buildListCommand(system.platform, system.variables, pid));
  const listed = text === undefined ? [] : parseProcesses(system.platform, text);
  // There is always one that asks.
  return listed.length > 0 ? listed : undefined;
}

function signalQuietly(pid: number, signal: EndSignal, system: ProcessSystem): void {
  try {
    system.signal(pid, signal);
    // A stopped process handles SIGTERM only once it is continued.
    if (signal === "SIGTERM") system.signal(pid, "SIGCONT");
  } catch {
    // Gone already.
  }
}
