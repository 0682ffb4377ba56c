import * as z from "zod";
import {
  type CheckpointCause,
  type CheckpointId,
  type UncoveredReason,
  uncoveredReasons,
} from "../../../shared/contract/changes/checkpoints.ts";

/** The moment of a point. "restored" follows a restore: what changes from there on was not changed by it. */
export type PointCause =
  | CheckpointCause
  | { readonly kind: "restored" }
  /** The checkpoint belongs to a restore that did not happen. No moment of its own. */
  | { readonly kind: "cancelled"; readonly checkpoint: CheckpointId };

/**
 * One folder's part of a checkpoint, as its log has it. The parts of one checkpoint in several folders have the same
 * id.
 */
export interface Point {
  readonly id: CheckpointId;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Names the extension host that took it. */
  readonly run: string;
  readonly conversation: string;
  readonly session?: string | undefined;
  /**
   * The session that the conversation was a copy of by then: it shares the points of the messages that it has from
   * there.
   */
  readonly copyOf?: string | undefined;
  /** The message of that session before which the copy ends; undefined for all of it. */
  readonly copyBefore?: string | undefined;
  /** Id of the message whose turn was running. */
  readonly turn?: string | undefined;
  readonly cause: PointCause;
  /** Absolute path as the conversation knew it. */
  readonly folder: string;
  readonly snapshot?: string | undefined;
  readonly uncovered?: UncoveredReason | undefined;
  /** Name of the blob with the names and sizes of the ignored files: in points before a message, and of the user. */
  readonly ignored?: string | undefined;
  /** Paths that the user saved in the editor since the point before, relative to the folder. */
  readonly saved?: readonly string[] | undefined;
  /**
   * Paths that calls wrote since the point before, relative to the folder, where all that ran since names what it
   * writes. Undefined where something could write any file, and in points of earlier versions.
   */
  readonly own?: readonly string[] | undefined;
  /** True if commands of the conversation ran in the background when it was taken. */
  readonly background?: boolean | undefined;
}

const id = z.string().min(1).max(200);
const snapshotId = z.string().regex(/^[0-9a-f]{40,64}$/);
const cause = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), prompt: id }),
  z.object({ kind: z.literal("call"), call: id, tool: z.string() }),
  z.object({ kind: z.literal("turnEnd"), prompt: id }),
  z.object({ kind: z.literal("manual"), name: z.string() }),
  z.object({ kind: z.literal("rewind"), to: id, prompt: id.optional() }),
  z.object({ kind: z.literal("cancelled"), checkpoint: id }),
  z.object({ kind: z.enum(["revert", "apply", "preview", "moment", "restored"]) }),
]);
const schema = z.object({
  id,
  at: z.number(),
  run: z.string(),
  conversation: id,
  session: id.optional(),
  copyOf: id.optional(),
  copyBefore: id.optional(),
  turn: id.optional(),
  cause,
  folder: z.string().min(1),
  snapshot: snapshotId.optional(),
  uncovered: z.enum(uncoveredReasons).optional(),
  ignored: snapshotId.optional(),
  saved: z.array(z.string()).optional(),
  own: z.array(z.string()).optional(),
  background: z.boolean().optional(),
});

/** Returns undefined for a line that is not a point. */
export function parsePoint(line: string): Point | undefined {
  try {
    // The schema proves everything but the brand of the id.
    return schema.parse(JSON.parse(line)) as Point;
  } catch {
    return undefined;
  }
}

/**
 * Returns true if files that change after a point, and before the next one, are changed by the turn of its
 * conversation.
 */
export function isInTurn({ turn, cause: { kind } }: Point): boolean {
  return turn !== undefined && kind !== "turnEnd";
}

const restoring: ReadonlySet<string> = new Set(["rewind", "revert", "apply"]);

/** Returns true for a point before a restore. */
export function isRestoring({ cause: { kind } }: Point): boolean {
  return restoring.has(kind);
}
