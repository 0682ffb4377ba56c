import { RuleActions, type RuleActionsOptions } from "../core/conversations/actions/ruleActions.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { createRuleDialogs } from "../vscode/dialogs/ruleDialogs.ts";

/** Builds the action that lists, adds and removes permission rules. */
export function createRules(options: Omit<RuleActionsOptions, "dialogs">, messages: Messages): RuleActions {
  return new RuleActions({ ...options, dialogs: createRuleDialogs(messages) });
}
