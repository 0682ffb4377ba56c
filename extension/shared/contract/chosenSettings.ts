import type { ConversationState, ModelChoice } from "./conversationState.ts";

/** Returns the current model among the known choices; the default choice if it is not among them. */
function findCurrentModel(state: ConversationState): ModelChoice | undefined {
  return findKnownModel(state) ?? state.models.find(({ value }) => value === "default");
}

function findKnownModel({ models, reported: { model = "default" } }: ConversationState): ModelChoice | undefined {
  return models.find(({ value, version }) => value === model || version === model);
}

/**
 * Returns the model that a word names: a known choice, or a full name as in the model's API. Undefined if it names
 * none.
 */
export function findModel({ models }: Pick<ConversationState, "models">, word: string): string | undefined {
  const wanted = word.toLowerCase();
  const found = models.find(({ value, label, version }) =>
    [value, label, version].some((name) => name?.toLowerCase() === wanted),
  );
  return found?.value ?? (/^[\w.:/@-]*\w-\d[\w.:/@[\]-]*$/.test(word) ? word : undefined);
}

/** Returns the effort levels of the current model, lowest first; empty if it has none. */
export function getEfforts(state: ConversationState): readonly string[] {
  return findCurrentModel(state)?.efforts ?? [];
}

/** Thinking of the current model; "always" if it cannot be switched off. */
export type Thinking = "on" | "off" | "always";

export function getThinking(state: ConversationState): Thinking {
  if (findKnownModel(state)?.alwaysThinks) return "always";
  return getSetting(state, "maxThinkingTokens") === 0 ? "off" : "on";
}

/** Returns true if fast mode can be switched: the current model has one, or the user switched it on before. */
export function hasFastMode(state: ConversationState): boolean {
  return findCurrentModel(state)?.isFast === true || isFastRequested(state);
}

/** Returns true if the user switched fast mode on for this conversation. */
export function isFastRequested(state: Pick<ConversationState, "settings">): boolean {
  return getSetting(state, "fastMode") === true;
}

/** Returns true if this conversation may use the mode that never asks, regardless of the settings of the editor. */
export function isBypassChosen(state: Pick<ConversationState, "settings">): boolean {
  return getSetting(state, "allowDangerouslySkipPermissions") === true;
}

/**
 * Returns the value of an option of the conversation; undefined before the first report, and if `claude` refused it.
 */
function getSetting({ settings }: Pick<ConversationState, "settings">, name: string): unknown {
  const found = Object.hasOwn(settings, name) ? settings[name] : undefined;
  return found?.state === "refused" ? undefined : found?.value;
}
