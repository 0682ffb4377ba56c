/** A version as three numbers. */
export type Version = readonly [number, number, number];

/** Parses "2.1.329" out of a text that contains it. */
export function parseVersion(text: string): Version | undefined {
  const match = /(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Returns a negative number, zero or a positive number if `left` is older, equal or newer. */
export function compareVersions(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
