import type { ConversationState, ModelChoice } from "../../extension/contract/conversationState.ts";

/**
 * What the model in force is called, with its version, and the CLI's id of that version; undefined where nobody knows it yet. The
 * default is called what it stands for.
 */
export function getModelName({ model = "default", models }: Pick<ConversationState, "model" | "models">): {
  readonly name: string;
  readonly version: string | undefined;
} {
  const chosen = models.find(({ value }) => value === model);
  const version = chosen ? chosen.version : model === "default" ? undefined : model;
  const named = [chosen, ...models.filter((each) => version !== undefined && each.version === version)].find((each) => each && each.value !== "default");
  return { name: named ? versionedLabel(named) : shortId(version ?? model), version };
}

/** "Opus" of `claude-opus-5-5` is "Opus 5.5"; a label that says more than the family stays as it is. */
function versionedLabel({ label, version = "" }: ModelChoice): string {
  const id = shortId(version);
  const family = `${label.toLowerCase()}-`;
  const number = id.startsWith(family) ? id.slice(family.length) : "";
  return /^\d+(-\d+)*$/.test(number) ? `${label} ${number.replaceAll("-", ".")}` : label;
}

function shortId(version: string): string {
  return version.replace(/^claude-/, "").replace(/-\d{8}$/, "");
}
