import type { Option } from "../options/option.ts";
import { type OptionName, optionRows } from "../options/options.ts";
import type { Client } from "../protocol/connection/client.ts";
import { hasSince } from "../protocol/version.ts";

/** Returns whether a process is known to change an option with a request: others answer it as well, but ignore it. */
export function hasLiveEffect({ version }: Pick<Client, "version">, { liveSince }: Pick<Option, "liveSince">): boolean {
  return liveSince === undefined || hasSince(version, liveSince) === "yes";
}

/**
 * Returns the requests that set an option to the value that it has, as a list of one change; none if it needs a
 * restart.
 */
export function getRepeated(name: OptionName, values: ReadonlyMap<string, unknown>, restart: readonly OptionName[]) {
  const requests = restart.includes(name)
    ? undefined
    : optionRows.get(name)?.live?.(values.get(name), values.get(name));
  return requests ? [{ name, requests }] : [];
}

/**
 * Returns the value of an option that `claude` reports after a change, in its answer or its settings; null if the value
 * has no effect, undefined if this version reports nothing.
 */
export async function readReport(client: Client, { report }: Option, answer: unknown): Promise<unknown> {
  if (!report) return undefined;
  if (report.in === "answer") return asRecord(answer)[report.key];
  if (!client.supports("get_settings")) return undefined;
  return asRecord((await client.call("get_settings", {})).applied)[report.key] ?? null;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
