import { t } from "@vscode/l10n";
import { getEfforts, getThinking, isBypassChosen, isFastRequested } from "../../contract/chosenSettings.ts";
import type { ConversationState } from "../../contract/conversationState.ts";
import { parseMode } from "../../contract/modes.ts";
import { getEffortLabel, getFastText, getModeDetail, getModeLabel } from "../conversation.ts";
import { getOptionLabel, getSourceText } from "./options.ts";

/** One of several values, for a menu of the page and a list of the editor. */
export interface Choice {
  /** Argument of the command that sets the value. */
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  readonly isCurrent: boolean;
}

/** Titles of the lists and menus of choices. */
export const choiceTexts = {
  mode: () => t("Permission mode"),
  model: () => t("Model"),
  effort: () => t("Effort"),
  thinking: () => t("Thinking"),
  fast: () => t("Fast mode"),
  current: () => t("current"),
} as const;

/**
 * Returns the models that `claude` offers. A model named by its version is marked as current rather than the default
 * choice, which may resolve to the same version.
 */
export function getModelChoices({ models, reported: { model = "default" } }: ConversationState): readonly Choice[] {
  const ofVersion = models.filter(({ version }) => version === model);
  const current =
    models.find(({ value }) => value === model) ?? ofVersion.find(({ value }) => value !== "default") ?? ofVersion[0];
  return models.map(({ value, label, description }) => ({
    value,
    label,
    detail: description,
    isCurrent: value === current?.value,
  }));
}

/** Returns the effort levels of the current model, default first; empty if it has none. */
export function getEffortChoices(state: ConversationState): readonly Choice[] {
  const efforts = getEfforts(state);
  if (efforts.length === 0) return [];
  return [undefined, ...efforts].map((effort) => ({
    value: effort ?? "default",
    label: getEffortLabel(effort),
    isCurrent: effort === state.reported.effort,
  }));
}

export function getThinkingChoices(state: ConversationState): readonly Choice[] {
  const thinking = getThinking(state);
  const off =
    thinking === "always"
      ? t("This model always thinks. To turn thinking off, select another model.")
      : t("Faster for simple tasks");
  return onOrOff(thinking !== "off", t("Thinks as needed, within the chosen effort"), off);
}

export function getFastChoices(state: ConversationState): readonly Choice[] {
  return onOrOff(
    isFastRequested(state),
    t("Faster replies from the same model, at a higher token price"),
    t("Standard speed and price"),
  );
}

/**
 * Returns the modes of this CLI version; includes the mode that never asks only if the settings or the start of the
 * conversation allow it.
 */
export function getModeChoices(state: ConversationState, isBypassAllowed: boolean): readonly Choice[] {
  const { permissionMode } = state.reported;
  const current = permissionMode === undefined ? undefined : parseMode(permissionMode);
  return state.modes
    .filter((name) => name !== "bypassPermissions" || isBypassAllowed || isBypassChosen(state))
    .map((name) => ({
      value: name,
      label: getModeLabel(name),
      detail: getModeDetail(name),
      isCurrent: name === current,
    }));
}

/** A list of the editor for an option: its title, a line with what is in effect, and the choices. */
interface OptionPicker {
  readonly title: () => string;
  readonly detail: (state: ConversationState) => string;
  readonly choices: (state: ConversationState, isBypassAllowed: boolean) => readonly Choice[];
}

/** The lists for options whose values need words of their own. */
const optionPickers: Readonly<Record<string, OptionPicker>> = {
  model: {
    title: () => t("Model for this conversation"),
    detail: (state) => getSourceText(state, "model"),
    choices: getModelChoices,
  },
  effort: {
    title: () => t("Effort for this conversation"),
    detail: (state) => getSourceText(state, "effort"),
    choices: getEffortChoices,
  },
  maxThinkingTokens: {
    title: () => t("Thinking in this conversation"),
    detail: (state) => getSourceText(state, "maxThinkingTokens"),
    choices: getThinkingChoices,
  },
  fastMode: {
    title: () => t("Fast mode for this conversation, starting with the next message"),
    detail: getFastText,
    choices: getFastChoices,
  },
  permissionMode: {
    title: () => t("Permission mode for this conversation"),
    detail: (state) => getSourceText(state, "permissionMode"),
    choices: getModeChoices,
  },
};

/**
 * Returns the list for an option that the user can choose for one conversation. `words` are its values by the words of
 * an option without own texts.
 */
export function getOptionPicker(name: string, words: ReadonlyMap<string, unknown>): OptionPicker {
  if (Object.hasOwn(optionPickers, name)) return optionPickers[name] as OptionPicker;
  const special: ReadonlyMap<string, string> = new Map([
    ["on", t("On")],
    ["off", t("Off")],
    ["default", t("Default")],
  ]);
  return {
    title: () => t("For this conversation: {0}", getOptionLabel(name)),
    detail: (state) => getSourceText(state, name),
    choices: ({ settings }) =>
      [...words].map(([value, meaning]) => ({
        value,
        label: special.get(value) ?? value,
        isCurrent: settings[name]?.value === meaning,
      })),
  };
}

function onOrOff(isOn: boolean, on: string, off: string): readonly Choice[] {
  return [
    { value: "on", label: t("On"), detail: on, isCurrent: isOn },
    { value: "off", label: t("Off"), detail: off, isCurrent: !isOn },
  ];
}
