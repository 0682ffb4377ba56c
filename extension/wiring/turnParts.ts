import type * as vscode from "vscode";
import type { Conversations } from "../core/conversations/conversations.ts";
import { BranchWatch } from "../core/conversations/lifecycle/branchWatch.ts";
import { IdleRest } from "../core/conversations/lifecycle/idleRest.ts";
import { ProcessYielder } from "../core/conversations/lifecycle/processYielder.ts";
import { ProgramWatch } from "../core/conversations/lifecycle/programWatch.ts";
import { SilenceWatch } from "../core/conversations/lifecycle/silenceWatch.ts";
import { watchOngoingWork } from "../core/conversations/lifecycle/workWatch.ts";
import { isProgramFile } from "../node/claude/findClaude.ts";
import { GitBranches } from "../node/git/branches.ts";
import type { ProcessLocks } from "../node/processes/processLocks.ts";
import type { DiskSessionRegistry } from "../node/transcripts/sessionRegistry.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Logger } from "../shared/base/logger.ts";
import { UpdateNotice } from "../vscode/dialogs/updateNotice.ts";
import type { Keep } from "./keepIn.ts";

export interface TurnPartsOptions {
  readonly keep: Keep;
  readonly conversations: Conversations;
  readonly clock: Clock;
  readonly live: DiskSessionRegistry;
  readonly locks: ProcessLocks;
  /** Returns the number of idle minutes after which a conversation ends its process. */
  readonly idleMinutes: () => number;
  readonly extension: vscode.Extension<unknown>;
  readonly log: Logger;
}

/** Builds the objects that watch turns and processes from outside. */
export function createTurnParts({
  keep,
  conversations,
  clock,
  live,
  locks,
  idleMinutes,
  extension,
  log,
}: TurnPartsOptions): void {
  keep(new IdleRest(conversations, clock, idleMinutes));
  keep(new ProcessYielder(conversations, clock, (changed) => live.watch(changed)));
  keep(new SilenceWatch(conversations, clock));
  keep(new ProgramWatch(conversations, clock, log, isProgramFile));
  keep(new BranchWatch(conversations, new GitBranches(clock)));
  keep(watchOngoingWork(conversations, (id, work) => locks.noteWork(id, work)));
  keep(new UpdateNotice({ extension, logger: log }));
}
