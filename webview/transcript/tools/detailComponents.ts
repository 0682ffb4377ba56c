import type { Component } from "svelte";
import type { ToolItem } from "../../../extension/contract/items.ts";
import type { ToolDetails } from "../../../extension/contract/tools.ts";
import AnswersDetails from "./AnswersDetails.svelte";
import CommandDetails from "./CommandDetails.svelte";
import DiffDetails from "./DiffDetails.svelte";
import GenericDetails from "./GenericDetails.svelte";
import OutputDetails from "./OutputDetails.svelte";
import PlacesDetails from "./PlacesDetails.svelte";
import PlanDetails from "./PlanDetails.svelte";
import WebDetails from "./WebDetails.svelte";

/** An agent's stand around its steps (`AgentBody.svelte`). */
type Kind = Exclude<ToolDetails["kind"], "agent">;
export type DetailsOf<K extends Kind> = Extract<ToolDetails, { kind: K }>;
export interface DetailProps<K extends Kind> {
  item: ToolItem;
  details: DetailsOf<K>;
}

const components: { readonly [K in Kind]: Component<DetailProps<K>> } = {
  diff: DiffDetails,
  command: CommandDetails,
  output: OutputDetails,
  places: PlacesDetails,
  web: WebDetails,
  answers: AnswersDetails,
  plan: PlanDetails,
  generic: GenericDetails,
};

/** The component that shows details of a kind. */
export function detailComponent(kind: Kind): Component<{ item: ToolItem; details: ToolDetails }> {
  return components[kind] as unknown as Component<{ item: ToolItem; details: ToolDetails }>;
}
