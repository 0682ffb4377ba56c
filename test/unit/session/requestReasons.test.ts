import { expect, it } from "vitest";
import { noteText } from "../../../extension/text/requestNotes.ts";
import { settled } from "../protocol/setup.ts";
import { begin } from "./conversationSetup.ts";

it.each([
  // What it asks for says nothing more.
  [{ decision_reason: "This command requires approval" }, []],
  [{ decision_reason: "This command requires approval", decision_reason_type: "other" }, []],
  [{ decision_reason_type: "rule" }, ["Why it asks: A permission rule asks for it"]],
  [{ decision_reason_type: "mode" }, ["Why it asks: The permission mode asks for it"]],
  [{ decision_reason_type: "hook", decision_reason: "too \u202elate" }, ["Why it asks: A hook asks for it: too ⟦U+202E⟧late"]],
  [{ decision_reason_type: "unheard" }, ["Why it asks: unheard"]],
  [{ decision_reason_type: "unheard", decision_reason: "since it is late" }, ["Why it asks: since it is late"]],
  [{ decision_reason_type: "constructor" }, ["Why it asks: constructor"]],
  [
    { decision_reason_type: "other", matched_ask_rule: { source: "userSettings", tool_name: "Bash", rule_content: "rm:*" } },
    ["Your rule: Bash(rm:*) from userSettings"],
  ],
  // A safety check can be part of a longer command.
  [
    { decision_reason_type: "subcommandResults", decision_reason: "it removes much", classifier_approvable: true },
    ["Why it asks: A safety check: it removes much"],
  ],
  [
    { decision_reason_type: "safetyCheck", decision_reason: "it removes much", classifier_approvable: false },
    ["Needs your decision: claude lets no rule, permission mode or classifier pass this safety check.", "Why it asks: A safety check: it removes much"],
  ],
])("names the rule or the reason for which it asks: %j", async (told, said) => {
  const { conversation, cli } = await begin();
  cli().write({
    type: "control_request",
    request_id: "r1",
    request: { subtype: "can_use_tool", tool_name: "Bash", input: { command: "ls" }, tool_use_id: "t", ...told },
  });
  await settled();
  const [view] = conversation.state.requests;
  const notes = view?.kind === "permission" ? view.notes.map(noteText).map(({ label, value }) => `${label}: ${value}`) : [];
  expect(notes).toEqual(said);
  // What only a person may pass is allowed on its card alone, by a click that is meant.
  expect(view).toMatchObject({ isDenyDefault: "classifier_approvable" in told && !told.classifier_approvable });
});
