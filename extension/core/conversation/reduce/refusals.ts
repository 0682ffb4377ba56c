import type { ToolRequestKind } from "../../../shared/contract/requests/requests.ts";

/** Texts that the model reads after a refusal without feedback of the user, by the kind of the request. */
export const refusals: Readonly<Record<ToolRequestKind, string>> = {
  permission: "The user denied this. Do not try it again in another way; ask what to do instead.",
  question: "The user dismissed the question without answering it.",
  plan: "The user wants to keep planning. Ask what to change.",
};

/** Returns whether a refusal has no feedback of the user. */
export function isPlainRefusal(text: string): boolean {
  return Object.values(refusals).includes(text);
}
