import { compareVersions, parseVersion, type Version } from "../../shared/base/version.ts";

/** The versions with which the protocol was inspected and is tested. */
export const inspected = { a: "2.0.77", b: "2.1.50", c: "2.1.329", d: "2.1.332" } as const;
export type Since = keyof typeof inspected;
const inspectedVersions: Readonly<Record<Since, Version>> = {
  a: [2, 0, 77],
  b: [2, 1, 50],
  c: [2, 1, 329],
  d: [2, 1, 332],
};
/** The inspected version before each one. */
const before: Readonly<Record<Since, Since>> = { a: "a", b: "a", c: "b", d: "c" };

/** The oldest supported CLI version. */
export const oldestSupported: string = inspected.a;

/** The newest inspected CLI version. */
export const newestInspected: string = inspected.d;

/** Returns true for a version that is newer than all inspected ones. */
export function isUninspected(version: string): boolean {
  const parsed = parseVersion(version);
  return parsed !== undefined && compareVersions(parsed, inspectedVersions.d) > 0;
}

/** The first version that never runs a tool call whose PreToolUse hook it cancelled (from its changelog). */
const hardGates: Version = [2, 1, 208];

/** Returns true if a version never runs a call whose gate was cancelled. */
export function isGateHard(version: string): boolean {
  const parsed = parseVersion(version);
  return parsed !== undefined && compareVersions(parsed, hardGates) >= 0;
}

/**
 * Returns true if a version may read nothing until every MCP server of its start is connected or has failed (2.0.77,
 * 2.1.50).
 */
export function waitsForServers(version: string): boolean {
  return hasSince(version, "c") !== "yes";
}

/** Cache of the last parsed text: a conversation checks its version with each call, and it is always the same text. */
let last: { readonly text: string; readonly version: Version | undefined } = { text: "", version: undefined };

/**
 * Returns whether a CLI version has a feature that was first seen in the inspected version `since`. "maybe" for a
 * version between that one and the last one known to lack it, and for an unknown version unless `since` is the oldest.
 */
export function hasSince(version: string | undefined, since: Since): "yes" | "no" | "maybe" {
  if (version !== undefined && version !== last.text) last = { text: version, version: parseVersion(version) };
  const parsed = version === undefined ? undefined : last.version;
  if (!parsed) return since === "a" ? "yes" : "maybe";
  if (compareVersions(parsed, inspectedVersions[since]) >= 0) return "yes";
  return compareVersions(parsed, inspectedVersions[before[since]]) <= 0 ? "no" : "maybe";
}
