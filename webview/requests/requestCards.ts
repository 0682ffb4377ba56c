import type { Component } from "svelte";
import type { RequestKind } from "../../extension/shared/contract/requests/requests.ts";
import type { CardProps } from "./cardProps.ts";
import ElicitationCard from "./ElicitationCard.svelte";
import GuardCard from "./GuardCard.svelte";
import PermissionCard from "./PermissionCard.svelte";
import PlanCard from "./PlanCard.svelte";
import QuestionCard from "./QuestionCard.svelte";

const components: { readonly [K in RequestKind]: Component<CardProps<K>> } = {
  permission: PermissionCard,
  question: QuestionCard,
  plan: PlanCard,
  elicitation: ElicitationCard,
  guard: GuardCard,
};

/** Returns the component that shows requests of a kind. */
export function getRequestCard(kind: RequestKind): Component<CardProps<RequestKind>> {
  return components[kind] as Component<CardProps<RequestKind>>;
}
