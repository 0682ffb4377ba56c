import { getErrorMessage } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import type { AttachmentContent, MentionedPath } from "../contract/attachments.ts";
import type { ConversationState, QueuedPrompt } from "../contract/conversationState.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { Notice, NoticeLevel } from "../contract/items.ts";
import type { Hook } from "../protocol/hookRegistry.ts";
import type { InProcessServer } from "../protocol/mcpBridge.ts";

/** An MCP server in the extension host. Each process of a conversation gets one of its own, which ends with it. */
export interface ServerDefinition {
  /** The name that the CLI knows it by; unique among the participants of a conversation. */
  readonly name: string;
  create(): InProcessServer;
}

/** What goes with a prompt beside what the user put into it. */
export interface PromptAddition {
  /** Their names begin with `@`: the next preparation of the prompt replaces them. */
  readonly contents?: readonly AttachmentContent[];
  readonly mentioned?: readonly MentionedPath[];
}

/** Why a prompt has to wait until the user sends it again. */
export interface Hold {
  readonly hold: Notice;
}

/** How a turn ended; "interrupted" where its process ended before it. */
export interface TurnEnd {
  readonly outcome: "done" | "failed" | "stopped" | "interrupted";
}

/**
 * Something that takes part in a conversation from outside of it.
 *
 * - Hooks and servers are announced by `initialize` of each process, so they count from its start.
 * - Before a prompt is written, participants work one after the other in the order of their list, each once. Nothing goes meanwhile.
 * - The failure of one is shown and costs no prompt and no other participant anything.
 */
export interface Participant {
  /** Names it in the log. */
  readonly name: string;
  readonly hooks?: readonly Hook[];
  readonly servers?: readonly ServerDefinition[];
  /** What the queue says about a prompt that waits for this participant; nothing without it. */
  readonly activity?: "reading";
  /**
   * Prepares a prompt whose turn has come. Returns undefined where there is nothing to wait for; the prompt then goes at once.
   * `signal` fires when the prompt does not go after all, and what this resolves to then counts for nothing. A rejection holds the
   * prompt; when the user sends it again (`prompt.isUnread`) it goes without.
   */
  beforePrompt?(prompt: QueuedPrompt, signal: AbortSignal): Promise<PromptAddition | Hold | undefined> | undefined;
  /** Hears that a turn ended. Not told of turns before the window was opened. */
  turnEnded?(turn: TurnEnd): void;
}

/** What a participant may know of its conversation, and say in it. */
export interface ParticipantContext {
  readonly id: ConversationId;
  readonly state: () => ConversationState;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
}

/** Makes a participant for one conversation. */
export type MakeParticipant = (conversation: ParticipantContext) => Participant;

/** Tells all participants that a turn ended. The failure of one is logged. */
export function endTurn(participants: readonly Participant[], turn: TurnEnd, logger: Logger): void {
  for (const participant of participants) {
    try {
      participant.turnEnded?.(turn);
    } catch (error) {
      logger.error(`${participant.name} failed after a turn: ${getErrorMessage(error)}`);
    }
  }
}
