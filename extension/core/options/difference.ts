import type { LiveRequest, Option } from "./option.ts";
import { type OptionName, optionRows } from "./options.ts";

/** The changes that turn one set of values into another. */
export interface Difference {
  /** Options that requests change in a running process, with the requests. */
  readonly live: readonly { readonly name: OptionName; readonly requests: readonly LiveRequest[] }[];
  /** Options that a running process keeps. */
  readonly restart: readonly OptionName[];
}

/**
 * Compares the values of a running process with those that apply now. Options that a start does not depend on never
 * differ: their readers follow them. `canSend` tells whether the process takes a request for an option.
 */
export function getDifference(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  canSend: (request: LiveRequest["request"], row: Pick<Option, "liveSince">) => boolean,
): Difference {
  const live: Difference["live"][number][] = [];
  const restart: OptionName[] = [];
  for (const [name, row] of optionRows) {
    if (!row.launch && !row.live && !row.isOfStart) continue;
    const [old, value] = [before.get(name) ?? row.default, after.has(name) ? after.get(name) : row.default];
    if (isSame(old, value)) continue;
    const requests = row.live?.(value, old);
    if (requests?.every(({ request }) => canSend(request, row))) live.push({ name: name as OptionName, requests });
    else restart.push(name as OptionName);
  }
  return { live, restart };
}

/** Returns the requests that a new process gets behind `initialize`: for values that no argument passes. */
export function getStartRequests(values: ReadonlyMap<string, unknown>): readonly LiveRequest[] {
  return [...optionRows].flatMap(([name, { launch, live, default: unset }]) => {
    const value = values.has(name) ? values.get(name) : unset;
    return launch || isSame(value, unset) ? [] : (live?.(value, unset) ?? []);
  });
}

/** Compares JSON values; the order of the keys of an object does not count. */
export function isSame(left: unknown, right: unknown): boolean {
  return left === right || toCanonicalJson(left) === toCanonicalJson(right);
}

/** Returns the JSON text of a value, the same for each order of the keys of an object. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? "";
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}
