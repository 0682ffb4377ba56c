import { expect, it } from "vitest";
import { formatNote } from "../../../../../extension/shared/text/requests/requestNotes.ts";
import { settled } from "../../protocol/setup.ts";
import { begin } from "../conversationSetup.ts";

it.each([
  // The reason repeats the subject.
  [{ decision_reason: "This command requires approval" }, []],
  [{ decision_reason: "This command requires approval", decision_reason_type: "other" }, []],
  [{ decision_reason_type: "rule" }, ["Reason: A permission rule requires approval"]],
  [{ decision_reason_type: "mode" }, ["Reason: The permission mode requires approval"]],
  [
    { decision_reason_type: "hook", decision_reason: "too \u202elate" },
    ["Reason: A hook requires approval: too ⟦U+202E⟧late"],
  ],
  [{ decision_reason_type: "unheard" }, ["Reason: unheard"]],
  [{ decision_reason_type: "unheard", decision_reason: "since it is late" }, ["Reason: since it is late"]],
  [{ decision_reason_type: "constructor" }, ["Reason: constructor"]],
  [
    {
      decision_reason_type: "other",
      matched_ask_rule: { source: "userSettings", tool_name: "Bash", rule_content: "rm:*" },
    },
    ["Your rule: Bash(rm:*) from userSettings"],
  ],
  // A safety check can be part of a longer command.
  [
    { decision_reason_type: "subcommandResults", decision_reason: "it removes much", classifier_approvable: true },
    ["Reason: Safety check: it removes much"],
  ],
  [
    { decision_reason_type: "safetyCheck", decision_reason: "it removes much", classifier_approvable: false },
    [
      "Needs your decision: No rule or permission mode can allow this; only you can.",
      "Reason: Safety check: it removes much",
    ],
  ],
])("names the rule or the reason for a request: %j", async (told, said) => {
  const { conversation, cli } = await begin();
  cli().write({
    type: "control_request",
    request_id: "r1",
    request: { subtype: "can_use_tool", tool_name: "Bash", input: { command: "ls" }, tool_use_id: "t", ...told },
  });
  await settled();
  const [view] = conversation.state.requests;
  const notes =
    view?.kind === "permission" ? view.notes.map(formatNote).map(({ label, value }) => `${label}: ${value}`) : [];
  expect(notes).toEqual(said);
  // A request that only the user may answer is allowed on its card alone, by a deliberate click.
  expect(view).toMatchObject({ isDenyDefault: "classifier_approvable" in told && !told.classifier_approvable });
});
