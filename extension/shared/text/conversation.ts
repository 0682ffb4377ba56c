import { t } from "@vscode/l10n";
import { isFastRequested, type Thinking } from "../contract/chosenSettings.ts";
import type { Activity, ConversationState, ExternalUseView } from "../contract/conversationState.ts";
import { type Mode, parseMode } from "../contract/modes.ts";
import type { TaskView } from "../contract/tasks.ts";
import { joinNames } from "./shortList.ts";
import { formatLimit } from "./transcript/planLimits.ts";

const modeTexts: { readonly [M in Mode]: { readonly label: () => string; readonly detail: () => string } } = {
  default: { label: () => t("Manual"), detail: () => t("Asks before edits, commands, and web access") },
  acceptEdits: { label: () => t("Accept edits"), detail: () => t("Accepts file edits; asks for everything else") },
  plan: { label: () => t("Plan"), detail: () => t("Plans without changing anything") },
  auto: { label: () => t("Auto"), detail: () => t("claude decides, and asks when unsure") },
  dontAsk: { label: () => t("Preapproved only"), detail: () => t("Denies everything that no rule allows") },
  bypassPermissions: { label: () => t("Bypass permissions"), detail: () => t("Runs everything without asking") },
};

/** Returns the display name of a mode; the name that `claude` uses if the mode is unknown. */
export function getModeLabel(name: string): string {
  const mode = parseMode(name);
  return mode ? modeTexts[mode].label() : name;
}

/** Texts of the notice that the permission mode changed. */
export const modeChangeText = {
  changed: (mode: string) => t("Permission mode: {0}", mode),
  undo: () => t("Undo"),
  undoDetail: (mode: string) => t("Back to {0}", mode),
} as const satisfies Readonly<Record<string, (...values: never[]) => string>>;

/** Returns the label of an effort level as `claude` names it; undefined stands for the model's default. */
export function getEffortLabel(effort: string | undefined): string {
  if (effort === undefined) return t("Default");
  return effort === "xhigh" ? t("Extra high") : effort.charAt(0).toUpperCase() + effort.slice(1);
}

const thinkingTexts: {
  readonly [T in Thinking]: {
    readonly label: () => string;
    readonly name: () => string;
    readonly detail: () => string;
  };
} = {
  on: { label: () => t("On"), name: () => t("Thinking: on"), detail: () => t("The model thinks before it replies") },
  off: {
    label: () => t("Off"),
    name: () => t("Thinking: off"),
    detail: () => t("Thinking is off for this conversation"),
  },
  always: {
    label: () => t("Always"),
    name: () => t("Thinking: always on"),
    detail: () => t("This model always thinks before it replies. Effort sets how much."),
  },
};

/** Returns the texts of a thinking state: `label` next to "Thinking", `name` alone, and an explanation. */
export function getThinkingText(thinking: Thinking): {
  readonly label: string;
  readonly name: string;
  readonly detail: string;
} {
  const { label, name, detail } = thinkingTexts[thinking];
  return { label: label(), name: name(), detail: detail() };
}

/** Reasons why fast mode is off, by the codes of `claude` (2.1.329). */
const fastReasons: Readonly<Record<string, () => string>> = {
  free: () => t("a paid plan is required"),
  extra_usage_disabled: () => t("extra usage is disabled for this account"),
  not_first_party: () => t("it is only available on the model provider's own service"),
  disabled_by_env: () => t("an environment variable disables it"),
  preference: () => t("a policy disables it"),
  model_not_allowed: () => t("this model doesn't support it"),
  network_error: () => t("the service couldn't be reached"),
  pending: () => t("its availability is not known yet"),
};

/** Returns the state of fast mode, and why it differs from the requested one. */
export function getFastText(state: ConversationState): string {
  return readFast(state).text;
}

/** Returns the same as `getFastText` for a place that names fast mode already. */
export function getFastValue(state: ConversationState): string {
  return readFast(state).value;
}

function readFast(state: ConversationState): { readonly text: string; readonly value: string } {
  const fast = state.reported.fastMode;
  if (fast?.state === "on") return { text: t("Fast mode is on"), value: t("On") };
  if (fast?.state === "cooldown")
    return { text: t("Fast mode is paused until its limit resets"), value: t("Paused until its limit resets") };
  if (!isFastRequested(state)) return { text: t("Fast mode is off"), value: t("Off") };
  if (fast === undefined)
    return { text: t("Fast mode starts with the next message"), value: t("Starts with the next message") };
  const reason = Object.hasOwn(fastReasons, fast.reason ?? "") ? fastReasons[fast.reason ?? ""]?.() : undefined;
  if (reason === undefined) return { text: t("Fast mode was requested but is off"), value: t("Requested but off") };
  return { text: t("Fast mode was requested but is off: {0}", reason), value: t("Requested but off: {0}", reason) };
}

export function getModeDetail(mode: Mode): string {
  return modeTexts[mode].detail();
}

/** Formats an activity; `now`, in milliseconds since the epoch, is the base of the countdown. */
export function formatActivity(activity: Activity, now?: number): string {
  switch (activity.code) {
    case "compacting":
      return t("Compacting context…");
    case "retrying": {
      const { endsAt, seconds } = activity;
      const left = now === undefined || endsAt === undefined ? seconds : Math.max(0, Math.ceil((endsAt - now) / 1000));
      const text = t("Retrying ({0}/{1}) in {2} s", activity.attempt, activity.most ?? "?", left);
      return activity.error === undefined ? text : t("{0}: {1}", text, activity.error);
    }
    case "planLimit":
      return formatLimit(activity, activity.isReached);
    case "renewingLogin":
      return activity.line === undefined ? t("Renewing the login…") : t("Renewing the login: {0}", activity.line);
  }
}

const taskStates: { readonly [S in TaskView["state"]]: () => string } = {
  pending: () => t("pending"),
  inProgress: () => t("in progress"),
  completed: () => t("completed"),
};

export function getTaskStateText(state: TaskView["state"]): string {
  return taskStates[state]();
}

/** Returns a text that names unsaved files by their file names. */
export function formatUnsaved(files: readonly string[]): string {
  const names = files.map((file) => file.split(/[\\/]/).at(-1) ?? file);
  const [first = ""] = names;
  if (names.length === 1) return t("{0} has unsaved changes, which claude won't see.", first);
  return names.length <= 3
    ? t("{0} have unsaved changes, which claude won't see.", joinNames(names))
    : t("{0} and {1} more files have unsaved changes, which claude won't see.", first, names.length - 1);
}

/** Returns which program continues a conversation that is read-only here, and what the user can do. */
export function formatExternalUse({ by, pid, isWaiting, trace }: ExternalUseView): string {
  if (by === "trace")
    return t(
      "Replay of {0}: {1} of {2} recorded lines. Read-only.",
      trace?.name ?? "",
      trace?.shown ?? 0,
      trace?.total ?? 0,
    );
  if (isWaiting) return t("This conversation continues here as soon as the other program ends (PID {0}).", pid ?? "?");
  if (by === "maybe")
    return t("Another program may be using this conversation: its file just changed. New messages appear here.");
  return by === "window"
    ? t(
        "This conversation is running in another window (PID {0}). New messages appear here; close it there to continue here.",
        pid ?? "?",
      )
    : t(
        "This conversation is running in a terminal (PID {0}). New messages appear here; exit claude there to continue here.",
        pid ?? "?",
      );
}
