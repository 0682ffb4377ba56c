import { arrayAt, stringAt } from "../../base/read.ts";
import type { ToolTable } from "./toolDescription.ts";

/** Tools that concern the conversation itself. */
export const conversationTools: ToolTable = [
  ["Agent", { kind: "agent", subject: (input) => stringAt(input, "description") }],
  ["Skill", { kind: "skill", subject: (input) => stringAt(input, "skill") ?? stringAt(input, "command") }],
  ["AskUserQuestion", { kind: "question", card: "question", subject: (input) => stringAt(arrayAt(input, "questions")?.[0], "header") }],
  ["ExitPlanMode", { kind: "plan", card: "plan", subject: () => "" }],
  ["EnterPlanMode", { kind: "plan", subject: () => "" }],
];
