import { parseJson, readNumber } from "./read.ts";

/** The part of a schema of zod that is used. */
interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

/**
 * Returns the version of the format of a saved JSON text. A text that names none, or is damaged, counts as one of the
 * first version.
 */
export function readVersion(text: string): number {
  // Every version writes it first, so that it is known of a text that was cut off too.
  const first = /^\s*\{\s*"version"\s*:\s*(\d{1,9})\s*[,}]/.exec(text)?.[1];
  return first === undefined ? (readNumber(parseJson(text), "version") ?? 1) : Number(first);
}

/** Returns the value of a saved JSON text; undefined for one that does not fit the schema. */
export function parseSavedText<T>(text: string, schema: Schema<T>): T | undefined {
  const result = schema.safeParse(parseJson(text));
  return result.success ? result.data : undefined;
}
