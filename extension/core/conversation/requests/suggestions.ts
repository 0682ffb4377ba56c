import { escapeInvisible, escapePath } from "../../../shared/base/invisible.ts";
import type { PermissionChange, PermissionSuggestion } from "../../../shared/contract/requests/requests.ts";
import type { CanUseToolRequest, PermissionUpdate } from "../../protocol/requests/permission.ts";

/** Describes a permission update of `claude` completely. */
export function describePermissionUpdate(update: PermissionUpdate): PermissionChange {
  const destination = escapeInvisible(update.destination);
  switch (update.type) {
    case "addRules":
    case "replaceRules":
    case "removeRules": {
      const rules = update.rules.map((rule) =>
        escapeInvisible(rule.ruleContent === undefined ? rule.toolName : `${rule.toolName}(${rule.ruleContent})`),
      );
      const change = update.type === "addRules" ? "add" : update.type === "replaceRules" ? "replace" : "remove";
      return { kind: "rules", change, rules, behavior: escapeInvisible(update.behavior), destination };
    }
    case "setMode":
      return { kind: "mode", mode: escapeInvisible(update.mode), destination };
    case "addDirectories":
    case "removeDirectories":
      return {
        kind: "directories",
        change: update.type === "addDirectories" ? "add" : "remove",
        directories: update.directories.map(escapePath),
        destination,
      };
  }
}

/** Returns the suggestions that can be shown and accepted; an unknown kind does not hide the others. */
export function readSuggestions(request: CanUseToolRequest): PermissionSuggestion[] {
  if (request.suppress_always_allow_rule || request.requires_user_interaction) return [];
  return (request.permission_suggestions ?? []).flatMap((update, choice) =>
    update && !isEmpty(update) ? [{ choice, change: describePermissionUpdate(update) }] : [],
  );
}

/** Returns whether an update would change nothing. */
function isEmpty(update: PermissionUpdate): boolean {
  if (update.type === "addDirectories" || update.type === "removeDirectories") return update.directories.length === 0;
  return update.type !== "setMode" && update.rules.length === 0;
}
