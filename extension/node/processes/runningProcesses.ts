import type { Clock } from "../../shared/base/clock.ts";
import type { ProcessSystem } from "./processSystem.ts";
import { getProcessState, identifyProcess, isAlive, type ProcessIdentity } from "./runningProcess.ts";

/**
 * Time in milliseconds for which a process that was identified by its start time counts as the same while its id is in
 * use, because on Windows each check runs a program.
 */
const confirmedMs = 10_000;

/** Tells which of the processes that are known by their identity still run, and remembers it for a while. */
export class RunningProcesses {
  readonly #clock: Clock;
  readonly #system: ProcessSystem;
  /** Times of the last check that a process is still the same, by id and start time. */
  readonly #confirmed = new Map<string, number>();
  #own: Promise<ProcessIdentity> | undefined;

  constructor(clock: Clock, system: ProcessSystem) {
    this.#clock = clock;
    this.#system = system;
  }

  /** Returns the identity of this extension host. */
  identifyOwn(): Promise<ProcessIdentity> {
    const { pid } = process;
    this.#own ??= identifyProcess(pid, this.#system).then((own) => own ?? { pid, startedAt: undefined });
    return this.#own;
  }

  /** Returns true for a process that runs. One whose start time is unknown counts as running. */
  async isRunning(known: ProcessIdentity): Promise<boolean> {
    if (!isAlive(known.pid, this.#system)) return false;
    if (known.pid === process.pid) {
      const own = await this.identifyOwn();
      return known.startedAt === undefined || own.startedAt === undefined || known.startedAt === own.startedAt;
    }
    const key = `${known.pid} ${known.startedAt}`;
    if (this.#clock.now() - (this.#confirmed.get(key) ?? Number.NEGATIVE_INFINITY) < confirmedMs) return true;
    const state = await getProcessState(known, this.#system);
    if (state !== "gone") this.#confirmed.set(key, this.#clock.now());
    return state !== "gone";
  }
}
