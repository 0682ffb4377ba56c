import type { ConversationState, ExtensionName } from "../../../shared/contract/conversationState.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { isUndecided } from "../../../shared/contract/problem.ts";
import type { SessionSummary } from "./sessionCatalog.ts";

/**
 * State of a conversation in the list. `silent`: it works or starts, and `claude` has written nothing for long.
 * `unseen`: a turn finished while the conversation was not visible.
 */
export type ListedState =
  | "waiting"
  | "silent"
  | "working"
  | "starting"
  | "failed"
  | "unseen"
  | "idle"
  | "resting"
  | "saved";

const order: readonly ListedState[] = [
  "waiting",
  "silent",
  "working",
  "starting",
  "failed",
  "unseen",
  "idle",
  "resting",
  "saved",
];

/** A conversation of the list: open in this window, saved, or both. */
export interface ListedConversation {
  /** Id in the list, for the lifetime of the list. */
  readonly key: string;
  readonly id?: ConversationId | undefined;
  readonly session?: SessionSummary | undefined;
  /** Sessions that the conversation left behind with rewinds; they have no rows of their own. */
  readonly earlier?: readonly SessionSummary[] | undefined;
  readonly state: ListedState;
  /** Empty until the first message. */
  readonly title: string;
  readonly folder: string;
  /** Name of the profile; empty or undefined for none. */
  readonly profile?: string | undefined;
  /** The extension that started the conversation, if it is open; its name is external text. */
  readonly startedBy?: ExtensionName | undefined;
  readonly isPinned: boolean;
  /**
   * True for an open conversation that is not paused, that has no saved session, or that the panel or a tab shows;
   * false for other saved ones.
   */
  readonly isActive: boolean;
  /** True for the conversation that commands without an argument concern. */
  readonly isCurrent: boolean;
}

/** Compares two rows by their states: the one that is more important for the user comes first. */
export function compareStates(one: ListedConversation, other: ListedConversation): number {
  return order.indexOf(one.state) - order.indexOf(other.state);
}

/** Returns the state; the first condition that applies is the most important one for the user. */
export function getListedState(
  { status, requests, problem, failure, silentSince }: ConversationState,
  isUnseen: boolean,
): ListedState {
  if (problem && isUndecided(problem)) return "waiting";
  if (problem || failure) return "failed";
  if (requests.length > 0) return "waiting";
  if (silentSince !== undefined) return "silent";
  if (isUnseen && status !== "working") return "unseen";
  return status === "ended" ? "resting" : status;
}
