import { failures } from "../base/failure.ts";
import type { ProcessStart } from "../session/ports.ts";

/** How a process begins: with nothing, with a saved conversation, or with a copy of one, whole or up to an entry. */
export type StartPlan =
  | { readonly kind: "fresh" }
  | { readonly kind: "resume"; readonly sessionId: string }
  | { readonly kind: "fork"; readonly sessionId: string; readonly lastEntry: string | undefined };

/** What the plan must know of saved conversations. */
export interface TranscriptLookup {
  exists(sessionId: string, folder: string): boolean;
  /** The entry before a prompt; null when the prompt is the first, undefined when it is not there. */
  entryBefore(sessionId: string, folder: string, promptId: string): Promise<string | null | undefined>;
}

/**
 * Decides how a process begins. 2.1.329 writes a conversation's first lines when its first turn ends, so one
 * without a transcript begins afresh. Throws `untrusted` before anything is looked at, and `forkImpossible`
 * for a fork from a prompt that no transcript holds: going on from elsewhere would not be what was asked.
 */
export async function planStart({ folder, resume, fork }: ProcessStart, saved: TranscriptLookup, isTrusted: boolean): Promise<StartPlan> {
  if (!isTrusted) throw failures.untrusted();
  const isSaved = resume !== undefined && saved.exists(resume, folder);
  if (fork === undefined || resume === undefined) return isSaved ? { kind: "resume", sessionId: resume } : { kind: "fresh" };
  if (!isSaved) throw failures.forkImpossible("conversation");
  if (fork.before === undefined) return { kind: "fork", sessionId: resume, lastEntry: undefined };
  const lastEntry = await saved.entryBefore(resume, folder, fork.before);
  if (lastEntry === undefined) throw failures.forkImpossible("message");
  // Before the first message there is nothing to go on with.
  return lastEntry === null ? { kind: "fresh" } : { kind: "fork", sessionId: resume, lastEntry };
}
