import * as z from "zod";
import type { KnownHookEvent } from "./hookEvents.ts";

/** A known hook event, or another name: unknown ones may be registered too. */
export type HookEvent = KnownHookEvent | (string & {});

/** Input that `claude` passes to a hook: common fields and those of the event, all untrusted. */
export interface HookInput {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

const asyncOutput = z.strictObject({ async: z.literal(true), asyncTimeout: z.number().positive().optional() });

const syncOutput = z.strictObject({
  continue: z.boolean().optional(),
  suppressOutput: z.boolean().optional(),
  stopReason: z.string().optional(),
  decision: z.enum(["approve", "block"]).optional(),
  reason: z.string().optional(),
  systemMessage: z.string().optional(),
  /** Since 2.1.329. */
  terminalSequence: z.string().optional(),
  hookSpecificOutput: z
    .looseObject({
      hookEventName: z.string(),
      permissionDecision: z.enum(["allow", "deny", "ask", "defer"]).optional(),
      permissionDecisionReason: z.string().optional(),
      decision: z.looseObject({ behavior: z.enum(["allow", "deny"]) }).optional(),
    })
    .optional(),
});

/** Output of a hook. An empty object means "no opinion". */
export const hookOutput = z.union([asyncOutput, syncOutput]);
export type HookOutput = z.infer<typeof hookOutput>;
