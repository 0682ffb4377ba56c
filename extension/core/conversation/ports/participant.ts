import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { AttachmentContent, MentionedPath } from "../../../shared/contract/composer/attachments.ts";
import type { ConversationState, QueuedPrompt, StatePatch } from "../../../shared/contract/conversationState.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Notice, NoticeLevel } from "../../../shared/contract/notices.ts";
import type { GuardCause } from "../../../shared/contract/requests/guards.ts";
import type { Decision } from "../../../shared/contract/requests/requests.ts";
import type { Hook } from "../../protocol/requests/hookRegistry.ts";
import type { InProcessServer } from "../../protocol/servers/mcpBridge.ts";
import type { ChangeEvents } from "../events/changeEvents.ts";
import type { ConversationEventSource } from "../events/conversationEvents.ts";
import type { TurnEnding } from "../events/turnEnding.ts";
import type { UsageReader } from "../usage/usageReader.ts";
import type { WaitListener } from "./callWaits.ts";
import type { TurnContext, TurnLimits } from "./turnContext.ts";

/**
 * Defines an MCP server in the extension host. Each process of a conversation gets its own instance, which ends with
 * the process.
 */
export interface InProcessServerDefinition {
  /** Server name for `claude`; unique among the participants of a conversation. */
  readonly name: string;
  create(): InProcessServer;
}

/** Additions of a participant to a prompt. */
export interface PromptAddition {
  /** Attachments whose names begin with `@`: the next preparation of the prompt replaces them. */
  readonly contents?: readonly AttachmentContent[];
  readonly mentioned?: readonly MentionedPath[];
}

/** The reason why a prompt waits until the user sends it again. */
export interface Hold {
  readonly hold: Notice;
}

/** The outcome of a turn; "interrupted" if its process ended before the turn. */
export interface TurnEnd {
  readonly outcome: "done" | "failed" | "stopped" | "interrupted";
  /** Undefined if the process ended before the turn. */
  readonly ending?: TurnEnding | undefined;
}

/**
 * A component from outside that takes part in a conversation.
 *
 * - `initialize` of each process announces hooks and servers, so they are in effect from its start.
 * - Before a prompt is written, participants work one after the other in the order of their list, each once. No prompt
 *   is sent meanwhile.
 * - A failure of one participant is shown. It loses no prompt and does not affect other participants.
 */
export interface Participant extends WaitListener {
  readonly hooks?: readonly Hook[];
  readonly servers?: readonly InProcessServerDefinition[];
  /** True if the servers also serve a process that an extension started in another place. */
  readonly servesElsewhere?: boolean;
  /** Activity that the queue shows for a prompt that waits for this participant; none if absent. */
  readonly activity?: "reading";
  /**
   * Prepares a prompt that is next to be sent. Returns undefined if there is nothing to wait for; the prompt is then
   * sent at once. `signal` fires when the prompt is not sent after all; the result is then ignored. A rejection holds
   * the prompt; if the user sends it again (`prompt.unpreparedBy` is then this participant's name), it is sent without
   * the addition.
   */
  beforePrompt?(prompt: QueuedPrompt, signal: AbortSignal): Promise<PromptAddition | Hold | undefined> | undefined;
  /** Returns the limits that this participant sets to the running turn. */
  limits?(): TurnLimits;
  /** Called at the end of a turn. Not called for turns before the window was opened. */
  turnEnded?(turn: TurnEnd): void;
}

/** A conversation as others see it: its state, and notices in it. */
export interface ConversationAccess {
  readonly id: ConversationId;
  readonly state: () => ConversationState;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
  /**
   * Returns the session that this conversation is a copy of, up to a message of it, until the transcript of `claude`
   * has the copy.
   */
  readonly copyOf?:
    | (() => { readonly sessionId: string; readonly before?: string | undefined } | undefined)
    | undefined;
}

/** A call as a hook names it. */
export interface HookedCall {
  readonly callId: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Holds calls until the user decides. */
export interface CallHolder {
  /**
   * Shows why a call is held, and waits for the user. Rejects when the signal fires or the process ends; nothing is
   * allowed then.
   */
  hold(call: HookedCall, cause: GuardCause, signal: AbortSignal): Promise<Decision>;
  /**
   * Asks about a call of a tool of our own that is about to do what `input` says, on a card like that of a request of
   * `claude`. Rejects when the signal fires or the process ends; nothing is allowed then.
   */
  ask(
    call: HookedCall,
    signal: AbortSignal,
  ): Promise<{ readonly isAllowed: boolean; readonly feedback?: string | undefined }>;
  /** Returns whether `claude` asked the user about a call. */
  wasAsked(callId: string): boolean;
  /** Marks a call as denied by a guard. */
  deny(call: HookedCall, reason: string): void;
}

/** Access of a guard beyond that of other participants: usage, held calls, and the end of the turn. */
export interface GuardAccess {
  readonly usage: UsageReader;
  /** Returns true if `claude` reports exact usage during a turn. */
  readonly canAskUsage: () => boolean;
  readonly held: () => CallHolder;
  readonly patch: (set: Pick<StatePatch, "limits">) => void;
  /** Ends the turn as the user does: queued prompts wait. */
  readonly stop: () => Promise<void>;
}

/** Access of a participant to its conversation. */
export interface ParticipantContext extends ConversationAccess {
  readonly events: ConversationEventSource;
  /** Returns the context that hooks and tool handlers share. Call it only after all participants were created. */
  readonly turn: () => TurnContext;
  /** Changes of the state, in order. */
  readonly changes: Pick<ChangeEvents, "onDidChangeState">;
  readonly guarding: GuardAccess;
}

/** Creates a participant for one conversation. */
export type MakeParticipant = (conversation: ParticipantContext) => Participant;

/** Calls `turnEnded` of all participants. Logs failures. */
export function endTurn(participants: readonly Participant[], turn: TurnEnd, logger: Logger): void {
  for (const participant of participants) {
    try {
      participant.turnEnded?.(turn);
    } catch (error) {
      logger.error(`${participant.name} failed after a turn: ${getErrorMessage(error)}`);
    }
  }
}
