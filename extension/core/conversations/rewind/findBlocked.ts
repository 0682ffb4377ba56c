import type { Conversation } from "../../conversation/conversation.ts";
import type { CutPlace, CutProblem } from "../../conversation/ports/ports.ts";
import type { RewindPorts } from "./rewindPorts.ts";

/**
 * Returns the reason why a conversation cannot go back to before a prompt; undefined if it can, as far as its
 * transcript tells. Never rejects.
 */
export async function findBlocked(
  { rewinds }: { readonly rewinds: Pick<Conversation["rewinds"], "isKnown"> },
  { findCut }: Pick<RewindPorts, "findCut">,
  prompt: string,
): Promise<CutProblem | undefined> {
  const { kind } = await findCut(prompt).catch((): CutPlace => ({ kind: "unknown" }));
  if (kind === "compacted") return kind;
  // `claude` writes what it did a moment later (2.1.50), and a first turn when it ends (2.1.329).
  return kind === "unknown" && !rewinds.isKnown(prompt) ? kind : undefined;
}
