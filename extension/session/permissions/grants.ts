import { getRuleKey } from "../../base/ruleKey.ts";
import type { PermissionUpdate } from "../../protocol/permission.ts";

/** What the user allowed or denied for the length of a conversation. It lives in the CLI's process only, so each start passes it again. */
export interface Grants {
  /** Allowed, as the CLI writes rules: `Bash(npm test)`. */
  readonly rules: readonly string[];
  readonly directories: readonly string[];
  readonly denied?: readonly string[] | undefined;
}

export const noGrants: Grants = { rules: [], directories: [] };

/** `grants` after updates that went to the CLI; those that are kept elsewhere than in the process change nothing. */
export function updateGrants(grants: Grants, updates: readonly PermissionUpdate[]): Grants {
  let { rules, directories, denied = [] } = grants;
  for (const update of updates.filter(({ destination }) => destination === "session")) {
    if (update.type === "addDirectories") directories = [...new Set([...directories, ...update.directories])];
    if (update.type === "removeDirectories") directories = directories.filter((directory) => !update.directories.includes(directory));
    if (update.type !== "addRules" && update.type !== "replaceRules" && update.type !== "removeRules") continue;
    if (update.behavior === "allow") rules = rulesAfter(rules, update);
    if (update.behavior === "deny") denied = rulesAfter(denied, update);
  }
  return { rules, directories, ...(denied.length === 0 ? {} : { denied }) };
}

/** `grants` with a rule, or without it. */
export function withRule({ rules, directories, denied = [] }: Grants, rule: string, behavior: "allow" | "deny", isAdded: boolean): Grants {
  const changed = (list: readonly string[]): readonly string[] => [
    ...list.filter((each) => getRuleKey(each, behavior) !== getRuleKey(rule, behavior)),
    ...(isAdded ? [rule] : []),
  ];
  const refused = behavior === "deny" ? changed(denied) : denied;
  return { rules: behavior === "allow" ? changed(rules) : rules, directories, ...(refused.length === 0 ? {} : { denied: refused }) };
}

function rulesAfter(rules: readonly string[], update: Extract<PermissionUpdate, { rules: unknown }>): readonly string[] {
  const named = update.rules.map(({ toolName, ruleContent }) => (ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`));
  if (update.type === "addRules") return [...new Set([...rules, ...named])];
  return update.type === "replaceRules" ? named : rules.filter((rule) => !named.includes(rule));
}
