/** A line of the table. `isMet` is absent for a figure without a target. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly target: string;
  readonly isMet?: boolean;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const times = (value: number): string => `${value.toFixed(2)}×`;
