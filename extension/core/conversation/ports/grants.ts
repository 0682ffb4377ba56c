import { getRuleKey } from "../../../shared/base/ruleKey.ts";
import type { PermissionUpdate } from "../../protocol/requests/permission.ts";

/**
 * Permissions that the user granted or denied for the duration of a conversation. They live only in the process of
 * `claude`, so each start passes them again.
 */
export interface Grants {
  /** Allowed rules in the notation of `claude`: `Bash(npm test)`. */
  readonly rules: readonly string[];
  readonly directories: readonly string[];
  readonly denied?: readonly string[] | undefined;
}

export const noGrants: Grants = { rules: [], directories: [] };

/**
 * Returns `grants` after updates that were sent to `claude`. Updates with a destination other than the session change
 * nothing.
 */
export function updateGrants(grants: Grants, updates: readonly PermissionUpdate[]): Grants {
  let { rules, directories, denied = [] } = grants;
  for (const update of updates.filter(({ destination }) => destination === "session")) {
    if (update.type === "addDirectories") directories = [...new Set([...directories, ...update.directories])];
    if (update.type === "removeDirectories")
      directories = directories.filter((directory) => !update.directories.includes(directory));
    if (update.type !== "addRules" && update.type !== "replaceRules" && update.type !== "removeRules") continue;
    if (update.behavior === "allow") rules = updateRules(rules, update);
    if (update.behavior === "deny") denied = updateRules(denied, update);
  }
  return { rules, directories, ...(denied.length === 0 ? {} : { denied }) };
}

/** Returns `grants` with a rule added or removed. */
export function withRule(
  { rules, directories, denied = [] }: Grants,
  rule: string,
  behavior: "allow" | "deny",
  isAdded: boolean,
): Grants {
  const changed = (list: readonly string[]): readonly string[] => [
    ...list.filter((each) => getRuleKey(each, behavior) !== getRuleKey(rule, behavior)),
    ...(isAdded ? [rule] : []),
  ];
  const refused = behavior === "deny" ? changed(denied) : denied;
  return {
    rules: behavior === "allow" ? changed(rules) : rules,
    directories,
    ...(refused.length === 0 ? {} : { denied: refused }),
  };
}

function updateRules(
  rules: readonly string[],
  update: Extract<PermissionUpdate, { rules: unknown }>,
): readonly string[] {
  const named = update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  );
  if (update.type === "addRules") return [...new Set([...rules, ...named])];
  if (update.type === "replaceRules") return named;
  const gone = new Set(named.map((rule) => getRuleKey(rule, update.behavior)));
  return rules.filter((rule) => !gone.has(getRuleKey(rule, update.behavior)));
}
