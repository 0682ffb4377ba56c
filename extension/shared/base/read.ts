/** Readers for values of unknown shape. Each returns undefined if the value has another type. */

export function readObject(value: unknown, key: string): Record<string, unknown> | undefined {
  const found = readOwn(value, key);
  return typeof found === "object" && found !== null && !Array.isArray(found)
    ? (found as Record<string, unknown>)
    : undefined;
}

export function readString(value: unknown, key: string): string | undefined {
  const found = readOwn(value, key);
  return typeof found === "string" ? found : undefined;
}

export function readNumber(value: unknown, key: string): number | undefined {
  const found = readOwn(value, key);
  return typeof found === "number" ? found : undefined;
}

export function readBoolean(value: unknown, key: string): boolean | undefined {
  const found = readOwn(value, key);
  return typeof found === "boolean" ? found : undefined;
}

export function readArray(value: unknown, key: string): readonly unknown[] | undefined {
  const found = readOwn(value, key);
  return Array.isArray(found) ? found : undefined;
}

/** Returns the value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads own properties only: a key may equal the name of an inherited property. */
function readOwn(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
