import type { RewindRecord } from "../../../../../extension/core/conversation/rewind/rewindMemory.ts";
import type { CheckpointId } from "../../../../../extension/shared/contract/changes/checkpoints.ts";

/** A finished rewind of a conversation that was in this session before it. */
export const rewindFrom = (sessionId: string, at: number, parts: RewindRecord["parts"] = "both"): RewindRecord => ({
  id: `c${at}` as CheckpointId,
  to: "c0" as CheckpointId,
  at,
  parts,
  from: { sessionId, title: "", tasks: [], contextTokens: 0 },
});
