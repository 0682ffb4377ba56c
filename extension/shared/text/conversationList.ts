import { t } from "@vscode/l10n";
import type { ConversationState } from "../contract/conversationState.ts";
import { isUndecided } from "../contract/problem.ts";
import { getModelName } from "./modelName.ts";
import { formatContextPercent } from "./numbers.ts";

const states = {
  starting: () => t("starting"),
  waiting: () => t("waiting for you"),
  silent: () => t("no response"),
  working: () => t("working"),
  unseen: () => t("finished"),
  failed: () => t("failed"),
  idle: () => "",
  resting: () => "",
  saved: () => "",
} as const;

/** Returns the state of a conversation in a list; empty if there is nothing to report. */
export function getListedStateText(state: keyof typeof states): string {
  return states[state]();
}

/** Groups of the list: open conversations, or a range of days. */
export const listGroups = ["waiting", "open", "pinned", "today", "yesterday", "week", "older", "archived"] as const;
export type ListGroup = (typeof listGroups)[number];

const groups: { readonly [G in ListGroup]: () => string } = {
  waiting: () => t("Waiting for you"),
  open: () => t("Open"),
  pinned: () => t("Pinned"),
  archived: () => t("Archived"),
  today: () => t("Today"),
  yesterday: () => t("Yesterday"),
  week: () => t("Last 7 days"),
  older: () => t("Earlier"),
};

export function getListGroupText(group: ListGroup): string {
  return groups[group]();
}

const day = 24 * 60 * 60 * 1000;

/** Returns the group for a time; both arguments are milliseconds since the epoch. */
export function getGroupOfTime(time: number, now: number): ListGroup {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (time >= midnight) return "today";
  if (time >= midnight - day) return "yesterday";
  return time >= midnight - 6 * day ? "week" : "older";
}

/** Formats an age in the largest unit that fits: "5 min", "3 h", "2 days". */
export function formatAge(time: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - time) / 60_000));
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{0} min ago", minutes);
  if (minutes < 24 * 60) return t("{0} h ago", Math.floor(minutes / 60));
  const days = Math.floor(minutes / (24 * 60));
  return days === 1 ? t("1 day ago") : t("{0} days ago", days);
}

export const filteredText = (text: string): string => t("Filtered by “{0}”", text);

/** Formats the length of a conversation; empty if it is unknown. */
export function formatMessageCount(count: number | undefined): string {
  if (count === undefined) return "";
  return count === 1 ? t("1 message") : t("{0} messages", count);
}

/** Maximum length of a title, in code points, that leaves room for the rest of its row in a narrow side bar. */
const shortTitle = 28;

/** Returns a title for a row in which the conversation's state follows it. */
export function formatShortTitle(title: string): string {
  const letters = [...title];
  return letters.length > shortTitle ? `${letters.slice(0, shortTitle).join("").trimEnd()}…` : title;
}

export const untitled = (): string => t("New conversation");

export const getRowLostText = (): string => t("The list changed when you clicked. Nothing was done; click again.");

export const formatWaitingCount = (count: number): string =>
  count === 1 ? t("1 request is waiting for you") : t("{0} requests are waiting for you", count);

/**
 * Returns the status bar text of the current conversation: state, model and context usage. If requests wait in any
 * conversation, their number comes first.
 */
export function getStatusText(state: ConversationState, waiting: number): string {
  const model = state.reported.model === undefined ? [] : [getModelName(state).name];
  const context = state.contextTokens === 0 ? [] : [formatContextPercent(state)];
  return [formatState(getStatusCode(state, waiting), waiting), ...model, ...context].join(" · ");
}

export type StatusCode = "waiting" | "failed" | "silent" | "working" | "starting" | "idle";

/** Returns the single state that the status bar shows. */
export function getStatusCode(
  { status, problem, failure, silentSince }: ConversationState,
  waiting: number,
): StatusCode {
  if (waiting > 0 || (problem && isUndecided(problem))) return "waiting";
  if (silentSince !== undefined) return "silent";
  if (status === "working" || status === "starting") return status;
  return problem || failure ? "failed" : "idle";
}

function formatState(code: StatusCode, waiting: number): string {
  const states: { readonly [C in StatusCode]: () => string } = {
    waiting: () => (waiting > 0 ? t("Waiting for you ({0})", waiting) : t("Waiting for you")),
    failed: () => t("Failed"),
    silent: () => t("No response"),
    working: () => t("Working…"),
    starting: () => t("Starting…"),
    idle: () => "Tandem",
  };
  return states[code]();
}

/** Returns the text of an empty message tree. */
export function getNoPromptsText(): string {
  return t("There are no messages in this conversation yet.");
}

/** Returns the label of the message tree's row for messages that are only on disk. */
export function getEarlierPromptsText(): string {
  return t("Earlier messages…");
}
