import type { Component } from "svelte";
import type { ToolItem } from "../../../extension/shared/contract/items.ts";
import type { ToolDetails, ToolKind } from "../../../extension/shared/contract/tools.ts";
import AnswersDetails from "./AnswersDetails.svelte";
import CommandDetails from "./CommandDetails.svelte";
import DiffDetails from "./DiffDetails.svelte";
import type { DetailKind, DetailProps } from "./detailProps.ts";
import GenericDetails from "./GenericDetails.svelte";
import OutputDetails from "./OutputDetails.svelte";
import PlacesDetails from "./PlacesDetails.svelte";
import PlanDetails from "./PlanDetails.svelte";
import WebDetails from "./WebDetails.svelte";

/** Presentation of a kind of tool in its row. */
interface ToolPresentation {
  readonly icon: string;
  /** True if the subject is a command, a pattern or a path. */
  readonly isCode: boolean;
}

export const toolPresentation: { readonly [K in ToolKind]: ToolPresentation } = {
  read: { icon: "codicon-file", isCode: true },
  write: { icon: "codicon-new-file", isCode: true },
  edit: { icon: "codicon-edit", isCode: true },
  notebook: { icon: "codicon-notebook", isCode: true },
  command: { icon: "codicon-terminal", isCode: true },
  search: { icon: "codicon-search", isCode: true },
  list: { icon: "codicon-files", isCode: true },
  fetch: { icon: "codicon-globe", isCode: false },
  webSearch: { icon: "codicon-globe", isCode: false },
  agent: { icon: "codicon-robot", isCode: false },
  tasks: { icon: "codicon-checklist", isCode: false },
  question: { icon: "codicon-question", isCode: false },
  plan: { icon: "codicon-list-ordered", isCode: false },
  skill: { icon: "codicon-book", isCode: false },
  network: { icon: "codicon-globe", isCode: false },
  mcp: { icon: "codicon-plug", isCode: false },
  other: { icon: "codicon-tools", isCode: false },
};

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
