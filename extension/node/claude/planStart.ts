import type { CutPlace, ProcessStart, SavedSession } from "../../core/conversation/ports/ports.ts";
import { failures } from "../../shared/base/failure.ts";

/** The way a process begins: fresh, with a saved conversation, or with a copy of one, whole or up to an entry. */
export type StartPlan =
  | { readonly kind: "fresh" }
  | { readonly kind: "resume"; readonly sessionId: string }
  | { readonly kind: "fork"; readonly sessionId: string; readonly lastEntry: string | undefined };

/** The access to saved conversations that a plan needs. */
export interface TranscriptLookup {
  exists(session: SavedSession): boolean;
  /** Finds the place before a prompt from which a copy can continue. */
  findCut(session: SavedSession, promptId: string): Promise<CutPlace>;
}

/**
 * Decides how a process begins. 2.1.329 writes a conversation's first lines when its first turn ends, so a conversation
 * without a transcript begins fresh. Throws `untrusted` before it reads anything, and `forkImpossible` for a fork from
 * a prompt that `claude` does not know (any more), since a fork from another entry is not what the user asked for.
 */
export async function planStart(
  { folder, profile, resume, fork }: ProcessStart,
  saved: TranscriptLookup,
  isTrusted: boolean,
): Promise<StartPlan> {
  if (!isTrusted) throw failures.untrusted();
  const isSaved = resume !== undefined && saved.exists({ sessionId: resume, folder, profile });
  if (fork === undefined || resume === undefined)
    return isSaved ? { kind: "resume", sessionId: resume } : { kind: "fresh" };
  if (!isSaved) throw failures.forkImpossible("conversation");
  if (fork.before === undefined) return { kind: "fork", sessionId: resume, lastEntry: fork.through };
  const place = await saved.findCut({ sessionId: resume, folder, profile }, fork.before);
  if (place.kind === "compacted") throw failures.forkImpossible("compacted");
  if (place.kind === "unknown") throw failures.forkImpossible("message");
  // Before the first message there is nothing to continue.
  return place.kind === "entry" ? { kind: "fork", sessionId: resume, lastEntry: place.uuid } : { kind: "fresh" };
}
