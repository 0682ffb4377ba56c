import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { FolderSettings } from "../configuration/folderSettings.ts";
import type { OptionValue, SettingName } from "../configuration/options.ts";
import type { Conversations } from "../conversations/conversations.ts";
import { LimitGuard } from "../guards/limitGuard.ts";
import { LoopGuard } from "../guards/loopGuard.ts";
import { WebGuard } from "../guards/webGuard.ts";
import { hasSince, isGateHard } from "../protocol/version.ts";

export interface GuardPartsOptions {
  readonly conversations: Conversations;
  readonly folderSettings: FolderSettings;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Lets guards take part in all conversations. Contains no logic. */
export function addGuards({ conversations, folderSettings, clock, log }: GuardPartsOptions): void {
  conversations.addParticipant(
    (conversation) =>
      new LoopGuard({ conversation, isEnabled: () => folderSettings.read("limits.askOnRepetition", conversation.state().folder), clock, logger: log }),
  );
  conversations.addParticipant(
    (conversation) =>
      new WebGuard({
        conversation,
        isEnabled: () => folderSettings.read("permissions.reviewWebContent", conversation.state().folder),
        canReplace: (version) => hasSince(version, "c") === "yes",
        clock,
        logger: log,
      }),
  );
  conversations.addParticipant((conversation) => {
    const get = <N extends SettingName>(name: N): OptionValue<N> => folderSettings.read(name, conversation.state().folder);
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
