import type { Clock } from "./base/clock.ts";
import type { Disposable } from "./base/disposable.ts";
import { GitBranches } from "./cli/branches.ts";
import type { LiveUses } from "./cli/liveSessions.ts";
import { BranchWatch } from "./conversations/branchWatch.ts";
import type { Conversations } from "./conversations/conversations.ts";
import { GiveWay } from "./conversations/giveWay.ts";
import { IdleRest } from "./conversations/idleRest.ts";
import { SilenceWatch } from "./conversations/silenceWatch.ts";

export interface TurnPartsOptions {
  readonly conversations: Conversations;
  readonly clock: Clock;
  readonly live: LiveUses;
  /** After how many idle minutes a conversation lets its process go. */
  readonly idleMinutes: () => number;
}

/** Builds what watches turns and processes from outside. No logic. */
export function turnParts({ conversations, clock, live, idleMinutes }: TurnPartsOptions): readonly Disposable[] {
  return [
    new IdleRest(conversations, clock, idleMinutes),
    new GiveWay(conversations, clock, (changed) => live.watch(changed)),
    new SilenceWatch(conversations, clock),
    new BranchWatch(conversations, new GitBranches(clock)),
  ];
}
