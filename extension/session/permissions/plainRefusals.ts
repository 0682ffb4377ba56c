/** What the model reads of a refusal for which nothing else was said, by what was asked. */
export const plainRefusals = {
  question: "The user dismissed the question without answering it.",
  plan: "The user wants to keep planning. Ask what to change.",
  permission: "The user denied this. Do not try it again in another way; ask what to do instead.",
} as const;

/** Whether a refusal says nothing of its own. */
export function isPlainRefusal(text: string): boolean {
  return Object.values<string>(plainRefusals).includes(text);
}
