import type { PermissionUpdate } from "../../protocol/permission.ts";

/** What the user allowed for the length of a conversation. It lives in the CLI's process only, so each start passes it again. */
export interface Grants {
  /** Rules as the CLI writes them: `Bash(npm test)`. */
  readonly rules: readonly string[];
  readonly directories: readonly string[];
}

export const noGrants: Grants = { rules: [], directories: [] };

/** `grants` after updates that went to the CLI; those that are kept elsewhere than in the process change nothing. */
export function grantsAfter(grants: Grants, updates: readonly PermissionUpdate[]): Grants {
  let { rules, directories } = grants;
  for (const update of updates.filter(({ destination }) => destination === "session")) {
    if (update.type === "addDirectories") directories = [...new Set([...directories, ...update.directories])];
    if (update.type === "removeDirectories") directories = directories.filter((directory) => !update.directories.includes(directory));
    const isRules = update.type === "addRules" || update.type === "replaceRules" || update.type === "removeRules";
    if (!isRules || update.behavior !== "allow") continue;
    const named = update.rules.map(({ toolName, ruleContent }) => (ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`));
    if (update.type === "addRules") rules = [...new Set([...rules, ...named])];
    else rules = update.type === "replaceRules" ? named : rules.filter((rule) => !named.includes(rule));
  }
  return { rules, directories };
}
