import * as z from "zod";

/**
 * Returns the schema of an optional field in a frame of `claude`. Optionality and types drift between versions in both
 * directions, so null, absence and a value of another type all read as undefined: one odd field never invalidates the
 * frame.
 */
export function lenient<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined as never);
}

export const lenientString = lenient(z.string());
export const lenientNumber = lenient(z.number());
export const lenientBoolean = lenient(z.boolean());
export const lenientStrings = lenient(z.array(z.string()));
export const record = z.record(z.string(), z.unknown());

/** A field of any type, present or not. */
export const anything = z.unknown().optional();
