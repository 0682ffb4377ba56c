import * as z from "zod";

/**
 * An optional field of a frame that the CLI wrote. Optionality and types drift between versions in both
 * directions, so null, absence and a value of another type all read as undefined: one odd field
 * never costs the frame.
 */
export function soft<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return schema.optional().catch(undefined as never);
}

export const softString = soft(z.string());
export const softNumber = soft(z.number());
export const softBoolean = soft(z.boolean());
export const softStrings = soft(z.array(z.string()));
export const record = z.record(z.string(), z.unknown());

/** A field of any type, present or not. */
export const anything = z.unknown().optional();
