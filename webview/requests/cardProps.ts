import type { Decision, RequestKind, RequestViews } from "../../extension/shared/contract/requests/requests.ts";
import type { Deliberation } from "./deliberation.svelte.ts";

/** Properties of the component that shows requests of a kind. */
export interface CardProps<K extends RequestKind> {
  readonly request: RequestViews[K];
  readonly deliberation: Deliberation;
  readonly onDecide: (decision: Decision) => void;
}
