import * as z from "zod";
import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type {
  ConversationPosition,
  PendingRewind,
  RememberedRewinds,
  RewindRecord,
} from "../../conversation/rewind/rewindMemory.ts";
import { savedAttachment } from "../savedAttachment.ts";

/** Schema of the saved source of a copy. */
export const forkSource = z.strictObject({
  sessionId: z.string(),
  before: z.string().optional(),
  through: z.string().optional(),
});

const checkpoint = z.string().transform((id) => id as CheckpointId);

const tasks = z.array(
  z.strictObject({ id: z.string(), text: z.string(), state: z.enum(["pending", "inProgress", "completed"]) }),
);

const position: z.ZodType<ConversationPosition> = z.strictObject({
  sessionId: z.string().optional(),
  forkedFrom: forkSource.optional(),
  cutBefore: z.string().optional(),
  lastEntry: z.string().optional(),
  title: z.string(),
  tasks,
  contextTokens: z.number(),
  costUsd: z.number().optional(),
  mode: z.string().optional(),
});

const goal = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("before"), prompt: z.string() }),
  z.strictObject({ kind: z.literal("position"), position }),
]);

const pending: z.ZodType<PendingRewind> = z.strictObject({
  kind: z.enum(["rewind", "undo", "redo"]),
  phase: z.enum(["restoring", "truncating", "returning"]),
  at: z.number(),
  to: checkpoint,
  paths: z.array(z.string()).optional(),
  isByClaude: z.literal(true).optional(),
  goal: goal.optional(),
  earlier: checkpoint.optional(),
  undo: checkpoint.optional(),
  from: position,
  prompt: z.string(),
  removed: z.strictObject({ text: z.string(), attachments: z.array(savedAttachment) }).optional(),
  shown: z
    .strictObject({
      tasks: tasks.optional(),
      contextTokens: z.number(),
      costUsd: z.number().optional(),
      mode: z.string().optional(),
    })
    .optional(),
});

const record: z.ZodType<RewindRecord> = z.strictObject({
  id: checkpoint,
  to: checkpoint,
  at: z.number(),
  parts: z.enum(["files", "both", "conversation"]),
  from: position,
});

/** Schema of the saved state about rewinds. */
export const rememberedRewinds: z.ZodType<RememberedRewinds> = z.strictObject({
  pending: pending.optional(),
  done: z.array(record),
  beforeTurn: checkpoint.optional(),
});
