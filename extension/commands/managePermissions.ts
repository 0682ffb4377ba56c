import type { RuleActions } from "../conversations/ruleActions.ts";
import type { Command } from "./command.ts";

/** Shows the permission rules in force, to add and to remove some. */
export function managePermissionsCommand(rules: RuleActions): Command {
  return { run: () => rules.manage() };
}
