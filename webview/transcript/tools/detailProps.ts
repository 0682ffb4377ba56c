import type { ToolItem } from "../../../extension/shared/contract/items.ts";
import type { ToolDetails } from "../../../extension/shared/contract/tools.ts";

/** Kinds of details except an agent's, which are arranged around its steps (`AgentBody.svelte`). */
export type DetailKind = Exclude<ToolDetails["kind"], "agent">;
type DetailsOf<K extends DetailKind> = Extract<ToolDetails, { kind: K }>;
export interface DetailProps<K extends DetailKind> {
  item: ToolItem;
  details: DetailsOf<K>;
}
