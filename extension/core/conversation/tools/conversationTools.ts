import { escapeProse, stripControl } from "../../../shared/base/invisible.ts";
import { readArray, readObject, readString } from "../../../shared/base/read.ts";
import { getOutput } from "./output.ts";
import type { ToolDescription, ToolTable } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

const agent: ToolDescription = {
  kind: "agent",
  subject: (input) => readString(input, "description"),
  streamed: "prompt",
  details(call) {
    const report = stripControl(getReport(call)).trim();
    return {
      kind: "agent",
      task: escapeProse(readString(call.input, "prompt") ?? ""),
      ...(report === "" ? {} : { report }),
    };
  },
};

/**
 * Returns the report of a subagent. Where a turn waited for it, the report is in the result: structured (2.0.77 to
 * 2.1.329), or as text, as errors come. Where no turn waited, it comes with the end of the task (2.1.329).
 */
function getReport({ result, output = "", ended }: ToolRecord): string {
  if (ended?.isReport) return ended.words;
  const status = readString(result, "status");
  if (status === "completed")
    return (readArray(result, "content") ?? []).flatMap((block) => readString(block, "text") ?? []).join("\n");
  return status === undefined ? output : "";
}

/**
 * A question to the user. The result has the answers by the text of their question (2.0.77 to 2.1.329; recorded in
 * `question`).
 */
const question: ToolDescription = {
  kind: "question",
  card: "question",
  subject: (input) => readString(readArray(input, "questions")?.[0], "header"),
  details(call) {
    const asked = (readArray(call.input, "questions") ?? []).flatMap((entry) => readString(entry, "question") ?? []);
    if (asked.length === 0) return undefined;
    const told = readObject(call.result, "answers");
    const answers = asked.map((text) => {
      const answer = readString(told, text);
      return { question: escapeProse(text), ...(answer === undefined ? {} : { answer: escapeProse(answer) }) };
    });
    return { kind: "answers", answers, ...(told ? {} : { output: getOutput(call) }) };
  },
};

/** A plan. Where 2.1.329 keeps it in a file, the result contains it. */
const plan: ToolDescription = {
  kind: "plan",
  card: "plan",
  subject: () => "",
  streamed: "plan",
  details(call) {
    const approved = readString(call.result, "plan");
    const text = approved ?? readString(call.input, "plan") ?? "";
    return text === ""
      ? undefined
      : { kind: "plan", plan: escapeProse(text), ...(approved === undefined ? { output: getOutput(call) } : {}) };
  },
};

/** Maximum number of characters of a resource's URI; the next constant is the limit for its name. */
const longestUri = 1_000;
const longestName = 200;

/** Lists the resources of all servers or of one; the result is a list (2.1.329). */
const listResources: ToolDescription = {
  kind: "other",
  subject: (input) => readString(input, "server") ?? "",
  resources: ({ result }) =>
    (Array.isArray(result) ? result : []).flatMap((entry) => {
      const [server, uri, name] = ["server", "uri", "name"].map((key) => readString(entry, key));
      // Text that cannot be shown or read completely must not get into a prompt either.
      const isShown =
        server !== undefined &&
        uri !== undefined &&
        uri.length <= longestUri &&
        stripControl(server + uri) === server + uri;
      return isShown ? [{ server, uri, name: stripControl(name ?? "").slice(0, longestName) }] : [];
    }),
};

export const conversationTools: ToolTable = [
  ["Agent", agent],
  ["Skill", { kind: "skill", subject: (input) => readString(input, "skill") ?? readString(input, "command") }],
  ["ListMcpResourcesTool", listResources],
  ["AskUserQuestion", question],
  ["ExitPlanMode", plan],
  ["EnterPlanMode", { kind: "plan", subject: () => "" }],
];
