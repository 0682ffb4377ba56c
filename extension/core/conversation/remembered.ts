import type { Attachment } from "../../shared/contract/composer/attachments.ts";
import type { SlashCommand } from "../../shared/contract/composer/suggestions.ts";
import {
  type ConversationState,
  createEmptyState,
  type ExtensionName,
  type QueuedPrompt,
} from "../../shared/contract/conversationState.ts";
import type { RememberedFiles } from "./files/editedFiles.ts";
import type { Grants } from "./ports/grants.ts";
import type { RememberedPosition } from "./rewind/conversationRewinds.ts";

/** The state of a conversation that outlives the extension host, besides the transcript of `claude`. */
export interface RememberedState extends RememberedFiles, RememberedPosition {
  readonly sessionId?: string | undefined;
  readonly title?: string | undefined;
  readonly titledSession?: string | undefined;
  /** True if no process is needed before the next prompt. */
  readonly isResting?: boolean | undefined;
  /** True if the editor ended the process during its last turn. */
  readonly isInterrupted?: boolean | undefined;
  readonly folder?: string | undefined;
  /** Name of the profile; empty for none. */
  readonly profile?: string | undefined;
  /** The extension that started the conversation. */
  readonly startedBy?: ExtensionName | undefined;
  /** Values by option that the user chose for this conversation; a start must not fall back to the settings. */
  readonly choices?: Readonly<Record<string, unknown>> | undefined;
  /** Permissions for the duration of the conversation. */
  readonly grants?: Grants | undefined;
  /** Calls that waited for the user when a process ended, or wait now. */
  readonly waited?: readonly string[] | undefined;
  /** New tokens so far. */
  readonly newTokens?: number | undefined;
  /** Cost so far in US dollars. */
  readonly costUsd?: number | undefined;
  readonly rewoundCostUsd?: number | undefined;
  /** Size of the model's context window, in tokens. */
  readonly contextWindow?: number | undefined;
  /** Attachments of the prompt in the composer. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** Prompts without evidence that they reached `claude`. */
  readonly unsent?: readonly QueuedPrompt[] | undefined;
  readonly offered?: CommandCatalog | undefined;
}

/** Commands and agents that `claude` offers for prompts. */
export interface CommandCatalog {
  readonly commands: readonly SlashCommand[];
  readonly agents: readonly string[];
}

/** Creates the initial state of a conversation. Prompts from before a restart are held until the user sends them. */
export function createInitialState(remembered: RememberedState): ConversationState {
  return {
    ...createEmptyState(remembered.folder),
    ...(remembered.isResting ? { status: "resting" } : {}),
    ...(remembered.isInterrupted ? { isInterrupted: true } : {}),
    title: remembered.title ?? "",
    costUsd: remembered.costUsd ?? 0,
    attachments: remembered.attachments ?? [],
    ...remembered.offered,
    ...(remembered.rewoundCostUsd === undefined ? {} : { rewoundCostUsd: remembered.rewoundCostUsd }),
    ...(remembered.newTokens === undefined ? {} : { newTokens: remembered.newTokens }),
    queue: (remembered.unsent ?? []).map((prompt) => ({ ...prompt, isHeld: true })),
    ...(remembered.sessionId === undefined ? {} : { sessionId: remembered.sessionId }),
    ...(remembered.profile === undefined ? {} : { profile: remembered.profile }),
    ...(remembered.titledSession === undefined ? {} : { titledSession: remembered.titledSession }),
    ...(remembered.contextWindow === undefined ? {} : { contextWindow: remembered.contextWindow }),
    ...(remembered.startedBy === undefined ? {} : { startedBy: remembered.startedBy }),
  };
}

/** Returns the part of the displayed state that is remembered. */
export function getRememberedState({
  state,
  waited,
}: { readonly state: ConversationState } & Pick<RememberedState, "waited">): RememberedState {
  const { attachments } = state;
  return {
    sessionId: state.sessionId,
    title: state.title,
    titledSession: state.titledSession,
    folder: state.folder,
    profile: state.profile,
    startedBy: state.startedBy,
    newTokens: state.newTokens,
    costUsd: state.costUsd,
    rewoundCostUsd: state.rewoundCostUsd,
    contextWindow: state.contextWindow,
    isResting: state.status === "resting",
    isInterrupted: state.isInterrupted,
    waited,
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}
