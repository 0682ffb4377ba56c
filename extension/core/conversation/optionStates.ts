import type { Effective, LeftOutOption } from "../../shared/contract/configuration.ts";
import { isSame } from "../options/difference.ts";
import { type OptionName, optionRows } from "../options/options.ts";

type LiveState = Pick<Effective, "state" | "reason">;

/** The state of an option that a start does without; none where it does without a part only. */
const leftOutStates: Partial<Record<LeftOutOption["code"], Effective["state"]>> = {
  versionLacks: "refused",
  sameModel: "refused",
  policyForbids: "forbidden",
};

/** Returns the value that a report names, where `claude` has several names for one. */
export function parseReport(name: OptionName, reported: unknown): unknown {
  return (typeof reported === "string" ? optionRows.get(name)?.report?.parse?.(reported) : undefined) ?? reported;
}

/** The fate of each value that the running process got, by option. */
export class OptionStates {
  readonly #live = new Map<string, LiveState>();
  #leftOut: ReadonlyMap<string, LiveState> = new Map();
  /** Requested values in place of which `claude` reported others. */
  readonly #requested = new Map<string, unknown>();

  /** Takes over what a start does without. */
  begin(leftOut: readonly LeftOutOption[]): void {
    this.#leftOut = new Map(
      leftOut.flatMap(({ name, code }) => (leftOutStates[code] ? [[name, { state: leftOutStates[code] }]] : [])),
    );
  }

  /** Call when the process ends. */
  clear(): void {
    this.#live.clear();
    this.#requested.clear();
    this.#leftOut = new Map();
  }

  /** Returns an option with what the process made of it. */
  show(option: Effective): Effective {
    const requested = this.#requested.get(option.name);
    return {
      ...option,
      ...(requested === undefined ? {} : { requested }),
      ...(this.#leftOut.get(option.name) ?? this.#live.get(option.name)),
    };
  }

  isRefused(name: OptionName): boolean {
    return this.#live.get(name)?.state === "refused";
  }

  /** `reason`: words of `claude`. */
  refuse(name: OptionName, reason?: string): void {
    this.#live.set(name, { state: "refused", ...(reason === undefined ? {} : { reason }) });
  }

  /** Notes that a value was sent, and that nothing confirms it. */
  request(name: OptionName): void {
    this.#requested.delete(name);
    this.#live.set(name, { state: "requested" });
  }

  /** Notes that a value is in effect as far as known. */
  confirm(name: OptionName): void {
    this.#live.delete(name);
  }

  /** Notes that `claude` changed a value on its own, so that the one before is no longer asked for. */
  replace(name: OptionName): void {
    this.#requested.delete(name);
  }

  /** Compares a report with the value that was sent. Returns true for another one than was asked for. */
  compare(name: OptionName, value: unknown, reported: unknown): boolean {
    // An empty value leaves the choice to `claude`.
    const isOther = value !== "" && value !== undefined && !isSame(parseReport(name, reported), value);
    if (isOther) this.#requested.set(name, value);
    else this.#requested.delete(name);
    return isOther;
  }

  /** Call when a turn begins, which reports values. Returns true if that changes a state. */
  noteTurn(): boolean {
    const requested = [...this.#live].filter(([, { state }]) => state === "requested");
    for (const [name] of requested) if (optionRows.get(name)?.report) this.#live.delete(name);
    return requested.length > 0;
  }
}
