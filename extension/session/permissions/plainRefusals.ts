/** Texts that the model reads after a refusal without feedback, by kind of request. */
export const plainRefusals = {
  question: "The user dismissed the question without answering it.",
  plan: "The user wants to keep planning. Ask what to change.",
  permission: "The user denied this. Do not try it again in another way; ask what to do instead.",
} as const;

/** Returns whether a refusal has no feedback of the user. */
export function isPlainRefusal(text: string): boolean {
  return Object.values<string>(plainRefusals).includes(text);
}
