import type { Attachment } from "../contract/attachments.ts";
import { type ConversationState, createEmptyState, type QueuedPrompt } from "../contract/conversationState.ts";
import type { SlashCommand } from "../contract/suggestions.ts";
import type { CommandChangeRecord } from "./files/commandChanges.ts";
import type { UnwrittenTextRecord } from "./files/unwrittenTexts.ts";
import type { Grants } from "./permissions/grants.ts";
import type { ForkSource } from "./rewind/resumePoint.ts";

/** What of a conversation outlives the extension host, beside the CLI's own transcript. */
export interface Remembered {
  readonly sessionId?: string | undefined;
  readonly title?: string | undefined;
  /** Nobody needs its process before the next prompt. */
  readonly isResting?: boolean | undefined;
  /** Its last turn was cut when the editor ended its process. */
  readonly isInterrupted?: boolean | undefined;
  readonly folder?: string | undefined;
  /** Chosen for this conversation: a start must not fall back to the settings. */
  readonly mode?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  readonly isThinkingOff?: boolean | undefined;
  readonly isFast?: boolean | undefined;
  /** Allowed for the length of the conversation. */
  readonly grants?: Grants | undefined;
  /** What files were when the user looked at them, by path. */
  readonly reviewed?: Readonly<Record<string, string>> | undefined;
  /** What commands changed. */
  readonly byCommands?: readonly CommandChangeRecord[] | undefined;
  /** What the user wrote for edits that are not written: of requests that went, and of those that are open. */
  readonly kept?: readonly UnwrittenTextRecord[] | undefined;
  /** Calls that waited for the user when a process ended, or wait now. */
  readonly waited?: readonly string[] | undefined;
  /** US dollars so far. */
  readonly costUsd?: number | undefined;
  /** It is a copy that no transcript of its own shows yet. */
  readonly forkedFrom?: ForkSource | undefined;
  /** A cut that the CLI's transcript does not show yet. */
  readonly cutBefore?: string | undefined;
  /** What goes with the prompt in the composer. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** Prompts that nothing shows to have reached the CLI. */
  readonly unsent?: readonly QueuedPrompt[] | undefined;
  readonly offered?: CommandCatalog | undefined;
}

/** What the CLI offers for prompts. */
export interface CommandCatalog {
  readonly commands: readonly SlashCommand[];
  readonly agents: readonly string[];
}

/** The state that a conversation begins with. Prompts from before a restart go only when the user says so. */
export function createInitialState(remembered: Remembered): ConversationState {
  return {
    ...createEmptyState(remembered.folder),
    ...(remembered.isResting ? { status: "resting" } : {}),
    ...(remembered.isThinkingOff ? { isThinkingOff: true } : {}),
    ...(remembered.isFast ? { isFastRequested: true } : {}),
    ...(remembered.isInterrupted ? { isInterrupted: true } : {}),
    title: remembered.title ?? "",
    costUsd: remembered.costUsd ?? 0,
    attachments: remembered.attachments ?? [],
    ...remembered.offered,
    queue: (remembered.unsent ?? []).map((prompt) => ({ ...prompt, isHeld: true })),
    ...(remembered.sessionId === undefined ? {} : { sessionId: remembered.sessionId }),
  };
}

/** What is remembered of what is shown. */
export function getRememberedState({ state, waited }: { readonly state: ConversationState } & Pick<Remembered, "waited">): Remembered {
  const { sessionId, title, folder, costUsd, status, isInterrupted, attachments } = state;
  return {
    sessionId,
    title,
    folder,
    costUsd,
    isResting: status === "resting",
    isInterrupted,
    waited,
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}
