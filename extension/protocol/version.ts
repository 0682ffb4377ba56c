/** A CLI version as three numbers. */
export type Version = readonly [number, number, number];

/** The three versions that the protocol was inspected and is tested with. */
export const inspected = { a: "2.0.77", b: "2.1.50", c: "2.1.329" } as const;
export type Since = keyof typeof inspected;

/** The oldest supported CLI. */
export const oldestSupported: string = inspected.a;

/** Reads "2.1.329" out of `claude --version` output or a `claude_code_version` field. */
export function parseVersion(text: string): Version | undefined {
  const match = /(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Negative, zero or positive, as `left` is older, equal or newer. */
export function compareVersions(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/**
 * Whether a CLI has something first seen in the inspected version `since`: "maybe" for a version
 * between the last one known to lack it and that one, and for an unknown version.
 */
export function hasSince(version: string | undefined, since: Since): "yes" | "no" | "maybe" {
  const parsed = version === undefined ? undefined : parseVersion(version);
  if (!parsed) return since === "a" ? "yes" : "maybe";
  if (compareVersions(parsed, parseVersion(inspected[since]) as Version) >= 0) return "yes";
  const lacking = since === "c" ? inspected.b : inspected.a;
  return compareVersions(parsed, parseVersion(lacking) as Version) <= 0 ? "no" : "maybe";
}
