import type { ConversationState, ModelChoice } from "../contract/conversationState.ts";

/**
 * Returns the name of the active model with its version, and the CLI's id of that version; undefined while it is
 * unknown. The default has the name of the model that it selects.
 */
export function getModelName({ reported, models }: Pick<ConversationState, "reported" | "models">): {
  readonly name: string;
  readonly version: string | undefined;
} {
  const { model = "default" } = reported;
  const chosen = models.find(({ value }) => value === model);
  const version = chosen ? chosen.version : model === "default" ? undefined : model;
  const named = [chosen, ...models.filter((each) => version !== undefined && each.version === version)].find(
    (each) => each && each.value !== "default",
  );
  return { name: named ? addVersion(named) : formatModel(version ?? model), version };
}

/**
 * Returns the name of a model that `claude` reports by its id or alias. Of an id that no choice has, it is read from
 * the id: `claude-haiku-4-5-20251001` is "Haiku 4.5".
 */
export function formatModel(id: string, models: readonly ModelChoice[] = []): string {
  const named = models.find(({ value, version }) => value !== "default" && (value === id || version === id));
  if (named) return addVersion(named);
  const [, family = "", number = ""] = /^claude-([a-z]+)-(\d{1,2}(?:-\d{1,2})*)(?:-\d{8})?$/.exec(id) ?? [];
  return family ? `${family.charAt(0).toUpperCase()}${family.slice(1)} ${number.replaceAll("-", ".")}` : shortenId(id);
}

/**
 * Adds the version to a label: "Opus" with `claude-opus-5-5` becomes "Opus 5.5". A label that has more than the family
 * name stays unchanged.
 */
function addVersion({ label, version = "" }: ModelChoice): string {
  const id = shortenId(version);
  const family = `${label.toLowerCase()}-`;
  const number = id.startsWith(family) ? id.slice(family.length) : "";
  return /^\d+(-\d+)*$/.test(number) ? `${label} ${number.replaceAll("-", ".")}` : label;
}

function shortenId(version: string): string {
  return version.replace(/^claude-/, "").replace(/-\d{8}$/, "");
}
