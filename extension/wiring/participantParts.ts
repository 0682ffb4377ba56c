import { MentionGate } from "../core/conversation/prompts/mentionGate.ts";
import { TracedEvents } from "../core/conversation/trace/tracedEvents.ts";
import type { TraceRecorder } from "../core/conversation/trace/traceRecorder.ts";
import type { Mentions } from "../core/conversations/composer/mentions/mentions.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { RepositoryTrust } from "../core/conversations/repositoryTrust.ts";
import { WorktreeUpdateNote } from "../core/conversations/worktreeUpdateNote.ts";
import { LimitGuard } from "../core/guards/limitGuard.ts";
import { LoopGuard } from "../core/guards/loopGuard.ts";
import { RepositoryGuard } from "../core/guards/repositoryGuard.ts";
import { WebGuard } from "../core/guards/webGuard.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import type { OptionValue, SettingName } from "../core/options/options.ts";
import { hasSince, isGateHard } from "../core/protocol/version.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Logger } from "../shared/base/logger.ts";
import type { IsolationParts } from "./isolationParts.ts";

export interface AddParticipantsOptions {
  readonly conversations: Conversations;
  readonly recorder: TraceRecorder;
  readonly isolation: Pick<IsolationParts, "readUpdate">;
  readonly mentions: Mentions;
  readonly settings: FolderSettings;
  readonly trust: Pick<RepositoryTrust, "originIn" | "isRefusedTask">;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Lets the objects of this window that watch and guard a turn take part in all conversations. */
export function addParticipants({
  conversations,
  recorder,
  isolation,
  mentions,
  settings,
  trust,
  clock,
  log,
}: AddParticipantsOptions): void {
  conversations.addParticipant((conversation) => new TracedEvents(recorder, conversation));
  conversations.addParticipant((conversation) => new WorktreeUpdateNote(isolation.readUpdate, conversation));
  conversations.addParticipant(
    (conversation) =>
      new RepositoryGuard({
        origin: () => trust.originIn(conversation.state().folder),
        isRefusedTask: (message) => trust.isRefusedTask(conversation.state().folder, message),
      }),
  );
  conversations.addParticipant((conversation) => new MentionGate(mentions, conversation));
  conversations.addParticipant(
    (conversation) =>
      new LoopGuard({
        conversation,
        isEnabled: () => settings.read("limits.askOnRepetition", conversation.state().folder),
        clock,
        logger: log,
      }),
  );
  conversations.addParticipant(
    (conversation) =>
      new WebGuard({
        conversation,
        isEnabled: () => settings.read("permissions.reviewWebContent", conversation.state().folder),
        canReplace: (version) => hasSince(version, "c") === "yes",
        clock,
        logger: log,
      }),
  );
  conversations.addParticipant((conversation) => {
    const get = <N extends SettingName>(name: N): OptionValue<N> => settings.read(name, conversation.state().folder);
    return new LimitGuard({
      conversation,
      settings: () => ({
        deadlineMinutes: get("limits.turn.minutes"),
        maxTokens: get("limits.turn.newTokens"),
        maxCostUsd: get("limits.turn.costUsd"),
        conversationMaxTokens: get("limits.conversation.newTokens"),
        conversationMaxCostUsd: get("limits.conversation.costUsd"),
      }),
      isHard: isGateHard,
      clock,
      logger: log,
    });
  });
}
