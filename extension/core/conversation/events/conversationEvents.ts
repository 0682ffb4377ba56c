import { Emitter, type Event } from "../../../shared/base/emitter.ts";
import type { TurnFailure } from "../../../shared/contract/items.ts";
import type { DecisionRecord } from "../../../shared/contract/requests/requests.ts";
import type { TurnUsage } from "../../../shared/contract/usage.ts";

interface ConversationEventBase {
  /** Time in milliseconds since the epoch. */
  readonly at: number;
  /** Session id of `claude`; undefined before it reported one. */
  readonly sessionId: string | undefined;
}

/** `claude` took a prompt: the text as it passes it to the model, and the tools that the model can call. */
export interface PromptRendered extends ConversationEventBase {
  readonly kind: "promptRendered";
  readonly text: string;
  /** Names of tools as `claude` spells them; empty before it reported them. */
  readonly tools: readonly string[];
}

/** Output of a shell command. Strings are complete as `claude` passed them. */
export interface ShellResponse {
  readonly stdout: string;
  readonly stderr: string;
  readonly interrupted: boolean;
  readonly isImage: boolean;
}

/** A tool call ended: it ran ("done", "failed", "interrupted"), or was not allowed to ("denied"). */
export interface ToolInvoked extends ConversationEventBase {
  readonly kind: "toolInvoked";
  /** Id of the call, as in the requests to the model. */
  readonly callId: string;
  /** Name of the tool as `claude` spells it. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Id of the Agent call in whose thread the call was made; undefined in the main thread. */
  readonly agentCallId: string | undefined;
  readonly outcome: "done" | "failed" | "interrupted" | "denied";
  /** The field `tool_response` of the hook, of any shape; undefined for a call that did not succeed. */
  readonly response: unknown;
  /** `response` in typed form; undefined unless the tool is a shell. */
  readonly shell: ShellResponse | undefined;
  /** The error, or the reason of the denial, as the model gets it. */
  readonly error: string | undefined;
  /** Running time in milliseconds, without the time that the user took to decide; undefined if the call did not run. */
  readonly durationMs: number | undefined;
  /** Decision about the call; undefined if the user was not asked and no rule is known. */
  readonly decision: DecisionRecord | undefined;
}

/** A turn ended; "interrupted" if its process ended before the turn. */
export interface TurnEnded extends ConversationEventBase {
  readonly kind: "turnEnded";
  readonly outcome: "done" | "failed" | "stopped" | "interrupted";
  readonly failure: TurnFailure | undefined;
  /** The final text of the turn. */
  readonly output: string;
  /** The structured answer, if one was requested and given. */
  readonly structuredOutput: unknown;
  readonly usage: TurnUsage | undefined;
  /** Cost of the turn in US dollars; undefined where it is unknown. */
  readonly costUsd: number | undefined;
  readonly durationMs: number | undefined;
  /**
   * Reason for the end, in the words of the Messages API ("end_turn") or of `claude` ("aborted_tools"); "end_turn" if
   * none is given.
   */
  readonly stopReason: string;
}

/** An event of a conversation, as a fact. Texts in it are untrusted and unmasked. */
export type ConversationEvent = PromptRendered | ToolInvoked | TurnEnded;
export type ConversationEventKind = ConversationEvent["kind"];
export type ConversationEventOf<K extends ConversationEventKind> = Extract<ConversationEvent, { readonly kind: K }>;

/** Subscribes to the events of one conversation. */
export interface ConversationEventSource {
  /** All events, in order. */
  readonly onDidPublish: Event<ConversationEvent>;
  /** The events of one kind, in order. */
  on<K extends ConversationEventKind>(
    kind: K,
    listener: (event: ConversationEventOf<K>) => void,
  ): ReturnType<Event<ConversationEvent>>;
}

/**
 * The event bus of one conversation. In a turn the order is: `promptRendered`, `toolInvoked` for each call that ended,
 * `turnEnded`. It survives the process, so events of a restarted one arrive here as well. A listener that throws
 * affects no other.
 */
export class ConversationEvents implements ConversationEventSource {
  readonly #published: Emitter<ConversationEvent>;

  /** `onError` receives errors that listeners throw. */
  constructor(onError: (error: unknown) => void) {
    this.#published = new Emitter(onError);
  }

  get onDidPublish(): Event<ConversationEvent> {
    return this.#published.event;
  }

  on<K extends ConversationEventKind>(
    kind: K,
    listener: (event: ConversationEventOf<K>) => void,
  ): ReturnType<Event<ConversationEvent>> {
    return this.#published.event((event) => {
      if (event.kind === kind) listener(event as ConversationEventOf<K>);
    });
  }

  publish(event: ConversationEvent): void {
    this.#published.fire(event);
  }
}
