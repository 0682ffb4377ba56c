import { t } from "@vscode/l10n";
import { type ConversationState, getEfforts, getThinking } from "../contract/conversationState.ts";
import { parseMode } from "../contract/modes.ts";
import { getEffortLabel, getModeDetail, getModeLabel } from "./conversation.ts";

/** One of several values, as a menu of the page and a list of the editor show it. */
export interface Choice {
  /** What stands behind the command that sets it. */
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  readonly isCurrent: boolean;
}

/** What a list or menu of choices is called. */
export const choiceTexts = {
  mode: () => t("Permission mode"),
  model: () => t("Model"),
  effort: () => t("Effort"),
  thinking: () => t("Thinking"),
  fast: () => t("Fast mode"),
  current: () => t("current"),
} as const;

/** The models that claude offers. One that is named by its version is that rather than the default, which may be the same. */
export function modelChoices({ models, model = "default" }: ConversationState): readonly Choice[] {
  const ofVersion = models.filter(({ version }) => version === model);
  const current = models.find(({ value }) => value === model) ?? ofVersion.find(({ value }) => value !== "default") ?? ofVersion[0];
  return models.map(({ value, label, description }) => ({ value, label, detail: description, isCurrent: value === current?.value }));
}

/** The levels of the current model, its default first; empty where it has none. */
export function effortChoices(state: ConversationState): readonly Choice[] {
  const efforts = getEfforts(state);
  if (efforts.length === 0) return [];
  return [undefined, ...efforts].map((effort) => ({ value: effort ?? "default", label: getEffortLabel(effort), isCurrent: effort === state.effort }));
}

export function thinkingChoices(state: ConversationState): readonly Choice[] {
  const thinking = getThinking(state);
  const off = thinking === "always" ? t("This model always thinks. To turn thinking off, select another model.") : t("Faster for simple tasks");
  return onOrOff(thinking !== "off", t("Thinks as needed, within the chosen effort"), off);
}

export function fastChoices({ isFastRequested }: ConversationState): readonly Choice[] {
  return onOrOff(isFastRequested === true, t("Faster replies from the same model, at a higher token price"), t("Standard speed and price"));
}

/** The modes of this version of claude; the one in which nothing asks only where the settings allow it. */
export function modeChoices({ modes, mode }: ConversationState, isBypassAllowed: boolean): readonly Choice[] {
  const current = mode === undefined ? undefined : parseMode(mode);
  return modes
    .filter((name) => name !== "bypassPermissions" || isBypassAllowed)
    .map((name) => ({ value: name, label: getModeLabel(name), detail: getModeDetail(name), isCurrent: name === current }));
}

function onOrOff(isOn: boolean, on: string, off: string): readonly Choice[] {
  return [
    { value: "on", label: t("On"), detail: on, isCurrent: isOn },
    { value: "off", label: t("Off"), detail: off, isCurrent: !isOn },
  ];
}
