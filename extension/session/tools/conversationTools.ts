import { escapeInvisible, stripControl } from "../../base/invisible.ts";
import { arrayAt, stringAt } from "../../base/read.ts";
import type { ToolRecord } from "../reduction.ts";
import type { ToolDescription, ToolTable } from "./toolDescription.ts";

const agent: ToolDescription = {
  kind: "agent",
  subject: (input) => stringAt(input, "description"),
  details(call) {
    const report = stripControl(reportOf(call)).trim();
    return { kind: "agent", task: escapeInvisible(stringAt(call.input, "prompt") ?? ""), ...(report === "" ? {} : { report }) };
  },
};

/**
 * What a subagent reported: with its result where a turn waited for it, structured (2.0.77 to 2.1.329) or as text, as errors come; with
 * the end of its task where none did (2.1.329).
 */
function reportOf({ result, output = "", ended }: ToolRecord): string {
  if (ended?.isReport) return ended.words;
  const status = stringAt(result, "status");
  if (status === "completed") return (arrayAt(result, "content") ?? []).flatMap((block) => stringAt(block, "text") ?? []).join("\n");
  return status === undefined ? output : "";
}

/** Tools that concern the conversation itself. */
export const conversationTools: ToolTable = [
  ["Agent", agent],
  ["Skill", { kind: "skill", subject: (input) => stringAt(input, "skill") ?? stringAt(input, "command") }],
  ["AskUserQuestion", { kind: "question", card: "question", subject: (input) => stringAt(arrayAt(input, "questions")?.[0], "header") }],
  ["ExitPlanMode", { kind: "plan", card: "plan", subject: () => "" }],
  ["EnterPlanMode", { kind: "plan", subject: () => "" }],
];
