import { expect, it } from "vitest";
import type { TurnItem } from "../../../../../extension/shared/contract/items.ts";
import { formatDecision } from "../../../../../extension/shared/text/requests/requests.ts";
import { assistant, call, reading } from "../reading.ts";
import { turnsOf } from "../usage/recorded.ts";

const denial = (id: string, tool: string, input: object) => ({ tool_name: tool, tool_use_id: id, tool_input: input });
const result = (more: object) => ({ type: "result", subtype: "success", uuid: "r", ...more });
const refused = (id: string, content: string) => ({
  type: "user",
  uuid: `u-${id}`,
  message: { content: [{ type: "tool_result", tool_use_id: id, is_error: true, content }] },
});

it("lists the denied calls of a turn, each with what denied it", () => {
  const { read, items } = reading();
  read(
    assistant([call("t1", "Bash", { command: "rm -rf build" }), call("t2", "Bash", { command: "npm publish" })]),
    {
      type: "system",
      subtype: "permission_denied",
      tool_use_id: "t1",
      decision_reason: "Rule Bash(rm *) in project settings",
    },
    refused("t1", "Permission denied"),
    refused("t2", "Permission to use Bash with command npm publish has been denied."),
    result({
      permission_denials: [
        denial("t1", "Bash", { command: "rm -rf build" }),
        denial("t2", "Bash", { command: "npm publish" }),
        denial("unseen", "Write", { file_path: "/w/a.txt" }),
      ],
    }),
  );
  const { denials = [] } = items().at(-1) as TurnItem;
  expect(denials.map(({ tool, subject, decided }) => [tool, subject, decided && formatDecision(decided)])).toEqual([
    ["Bash", "rm -rf build", "Rule Bash(rm *) in project settings"],
    ["Bash", "npm publish", "Permission to use Bash with command npm publish has been denied."],
    ["Write", "a.txt", undefined],
  ]);
});

it("lists the recorded denial, and none for a turn without denials", () => {
  expect(turnsOf("denied")[0]?.denials).toMatchObject([{ tool: "Write", subject: "a.txt" }]);
  expect(turnsOf("bash")[0]?.denials).toBeUndefined();
});

it("keeps a structured reply, and shows that a hook ended the turn", () => {
  const { read, items } = reading();
  read(result({ structured_output: { answer: "42\u202e" }, terminal_reason: "stop_hook_prevented" }));
  expect(items().at(-1)).toMatchObject({
    outcome: "done",
    isEndedByHook: true,
    structuredOutput: '{\n  "answer": "42"\n}',
  });
});
