import type { Component } from "svelte";
import type { ToolItem } from "../../../extension/shared/contract/items.ts";
import type { ToolDetails } from "../../../extension/shared/contract/tools.ts";
import AnswersDetails from "./AnswersDetails.svelte";
import CommandDetails from "./CommandDetails.svelte";
import DiffDetails from "./DiffDetails.svelte";
import type { DetailKind, DetailProps } from "./detailProps.ts";
import GenericDetails from "./GenericDetails.svelte";
import OutputDetails from "./OutputDetails.svelte";
import PlacesDetails from "./PlacesDetails.svelte";
import PlanDetails from "./PlanDetails.svelte";
import WebDetails from "./WebDetails.svelte";

const components: { readonly [K in DetailKind]: Component<DetailProps<K>> } = {
  diff: DiffDetails,
  command: CommandDetails,
  output: OutputDetails,
  places: PlacesDetails,
  web: WebDetails,
  answers: AnswersDetails,
  plan: PlanDetails,
  generic: GenericDetails,
};

/** Returns the component that shows details of a kind. */
export function getDetailComponent(kind: DetailKind): Component<{ item: ToolItem; details: ToolDetails }> {
  return components[kind] as unknown as Component<{ item: ToolItem; details: ToolDetails }>;
}
