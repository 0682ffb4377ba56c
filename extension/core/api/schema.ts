import { getErrorMessage } from "../../shared/base/failure.ts";
import { readObject } from "../../shared/base/read.ts";
import { apiErrors } from "./apiError.ts";
import type { JsonSchema, StandardSchema } from "./tandem.d.ts";

/** A schema of an extension: as JSON Schema for `claude`, and with the check of its own library, if it has one. */
export interface OutputSchema {
  readonly json: JsonSchema;
  /** Resolves to the parsed value. Rejects with the issues as the message if the value is invalid. */
  check(value: unknown): Promise<unknown>;
}

/**
 * Reads a schema: JSON Schema, a Standard Schema that can be converted to it, or both as `{ standard, json }`. Throws
 * `invalidOptions`.
 */
export function readSchema(given: object): OutputSchema {
  const json = readObject(given, "json");
  const standard = isStandard(given) ? given : readObject(given, "standard");
  if (!isStandard(standard)) return { json: clone(json ?? given), check: async (value) => value };
  return { json: clone(json ?? convert(standard)), check: (value) => validate(standard, value) };
}

function isStandard(value: unknown): value is StandardSchema<unknown> {
  return (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;
}

function convert({ "~standard": standard }: StandardSchema<unknown>): object {
  if (!standard.jsonSchema)
    throw apiErrors.invalidOptions(
      `the schema (${standard.vendor}) cannot be converted to JSON Schema; pass { standard, json }`,
    );
  try {
    return standard.jsonSchema.input({ target: "draft-07" });
  } catch (error) {
    throw apiErrors.invalidOptions(`the schema cannot be converted to JSON Schema: ${getErrorMessage(error)}`);
  }
}

async function validate({ "~standard": standard }: StandardSchema<unknown>, value: unknown): Promise<unknown> {
  const result = await standard.validate(value);
  if (!result.issues) return result.value;
  throw new Error(
    result.issues.map(({ message, path = [] }) => `${path.map(nameOf).join(".")}: ${message}`).join("\n"),
  );
}

function nameOf(part: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof part === "object" ? part.key : part);
}

/** Returns a copy that the extension cannot change. Throws `invalidOptions` for a schema that is not JSON. */
function clone(schema: object): JsonSchema {
  try {
    return JSON.parse(JSON.stringify(schema));
  } catch (error) {
    throw apiErrors.invalidOptions(`the schema is not JSON: ${getErrorMessage(error)}`);
  }
}
