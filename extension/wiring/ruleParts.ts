import { RuleActions } from "../core/conversations/actions/ruleActions.ts";
import { ruleDialogs } from "../vscode/dialogs/ruleDialogs.ts";

type Given = ConstructorParameters<typeof RuleActions>;

/** Builds the action that lists, adds and removes permission rules. */
export function createRules(conversations: Given[0], files: Given[1], clock: Given[3], trust: Given[4]): RuleActions {
  return new RuleActions(conversations, files, ruleDialogs, clock, trust);
}
