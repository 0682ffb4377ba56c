import { RuleActions, type RuleActionsOptions } from "../core/conversations/actions/ruleActions.ts";
import { ruleDialogs } from "../vscode/dialogs/ruleDialogs.ts";

/** Builds the action that lists, adds and removes permission rules. */
export function createRules(options: Omit<RuleActionsOptions, "dialogs">): RuleActions {
  return new RuleActions({ ...options, dialogs: ruleDialogs });
}
