import * as z from "zod";
import type { Remembered } from "../session/remembered.ts";

/** What is on disk of a conversation, as long as it is open in a window. */
export interface SavedConversation extends Remembered {
  readonly draft: string;
}

const version = 1;

const saved = z.strictObject({
  version: z.literal(version),
  draft: z.string(),
  sessionId: z.string().optional(),
  folder: z.string().optional(),
  mode: z.string().optional(),
  model: z.string().optional(),
  costUsd: z.number().min(0).optional(),
  cutBefore: z.string().optional(),
  unsent: z.array(z.strictObject({ id: z.string(), text: z.string(), isHeld: z.boolean().optional() })).optional(),
});

/** A window's own state: the conversation that it shows. */
const savedWindow = z.strictObject({ version: z.literal(version), shown: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

export function serializeConversation(value: SavedConversation): string {
  return JSON.stringify({ version, ...value });
}

/** Undefined for a text that is damaged, or of another version. */
export function parseConversation(text: string): SavedConversation | undefined {
  return parse(text, saved);
}

export function serializeWindow(shown: string): string {
  return JSON.stringify({ version, shown });
}

/** The conversation that a window showed; undefined for a text that is damaged, or of another version. */
export function parseWindow(text: string): string | undefined {
  return parse(text, savedWindow)?.shown;
}

function parse<T>(text: string, schema: z.ZodType<T>): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}
