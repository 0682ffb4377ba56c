import type { ConversationState } from "../../extension/contract/conversationState.ts";

/**
 * What the model in force is called, and which version that is; undefined where nobody knows it yet. A choice has its own name, but for
 * the default one, which says nothing: it goes by its version.
 */
export function modelName({ model = "default", models }: Pick<ConversationState, "model" | "models">): {
  readonly name: string;
  readonly version: string | undefined;
} {
  const named = models.find(({ value }) => value === model);
  const choice = named ?? models.find(({ value, version }) => version === model && value !== "default");
  const version = named ? named.version : model === "default" ? undefined : model;
  const short = (version ?? model).replace(/^claude-/, "").replace(/-\d{8}$/, "");
  return { name: choice && choice.value !== "default" ? choice.label : short, version };
}
