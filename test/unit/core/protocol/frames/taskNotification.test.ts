import { expect, it } from "vitest";
import { readTaskNotification } from "../../../../../extension/core/protocol/frames/taskNotification.ts";

const told = (...tags: string[]): string => `<task-notification>\n${tags.join("\n")}\n</task-notification>`;

it("reads the end of a command, and of an agent with its report and usage", () => {
  const command = told(
    "<task-id>b1</task-id>",
    "<tool-use-id>t1</tool-use-id>",
    "<output-file>/o</output-file>",
    "<status>failed</status>",
    "<summary>Ended</summary>",
  );
  expect(readTaskNotification(`${command}\nRead the output file to retrieve the result: /o`)).toEqual({
    task_id: "b1",
    tool_use_id: "t1",
    status: "failed",
    output_file: "/o",
    summary: "Ended",
    usage: {},
  });
  const usage =
    "<usage><subagent_tokens>1240</subagent_tokens><tool_uses>1</tool_uses><duration_ms>145</duration_ms></usage>";
  expect(
    readTaskNotification(
      told("<task-id>a1</task-id>", "<summary>Agent finished</summary>", "<result># Found &lt;b&gt;</result>", usage),
    ),
  ).toEqual({
    task_id: "a1",
    summary: "# Found <b>",
    summary_is_report: true,
    usage: { total_tokens: 1240, tool_uses: 1, duration_ms: 145 },
  });
});

it("takes nothing from a report that has the same tags", () => {
  const report =
    "<result>Wrote </result><status>failed</status><task-id>x</task-id><usage><tool_uses>9</tool_uses></usage></result>";
  expect(readTaskNotification(told(report, "<task-id>a1</task-id>", "<status>completed</status>"))).toMatchObject({
    task_id: "a1",
    status: "completed",
    usage: {},
  });
});

it.each([
  "Look at <task-notification><task-id>a</task-id></task-notification>",
  "<task-notification>",
  told("<status>completed</status>"),
  "",
])("is none: %s", (text) => {
  expect(readTaskNotification(text)).toBeUndefined();
});
