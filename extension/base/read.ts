/** Reads of values whose shape nobody promises. Each returns undefined for anything else. */

export function readObject(value: unknown, key: string): Record<string, unknown> | undefined {
  const found = at(value, key);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : undefined;
}

export function readString(value: unknown, key: string): string | undefined {
  const found = at(value, key);
  return typeof found === "string" ? found : undefined;
}

export function readNumber(value: unknown, key: string): number | undefined {
  const found = at(value, key);
  return typeof found === "number" ? found : undefined;
}

export function readBoolean(value: unknown, key: string): boolean | undefined {
  const found = at(value, key);
  return typeof found === "boolean" ? found : undefined;
}

export function readArray(value: unknown, key: string): readonly unknown[] | undefined {
  const found = at(value, key);
  return Array.isArray(found) ? found : undefined;
}

/** Own properties only: a key may be named like something that every object inherits. */
function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
