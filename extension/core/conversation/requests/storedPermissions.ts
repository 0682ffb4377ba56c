import { formatRule } from "../../../shared/contract/requests/permissionRules.ts";
import type { StoredPermission } from "../../options/repository/ownPermissions.ts";
import type { PermissionUpdate } from "../../protocol/requests/permission.ts";

export type StoredPermissionsListener = (folder: string, stored: readonly StoredPermission[]) => void;

/** Returns the permissions of updates that `claude` stores in settings files of the repository. */
export function getStoredPermissions(updates: readonly PermissionUpdate[]): StoredPermission[] {
  return updates.flatMap((update): StoredPermission[] => {
    const { destination: source } = update;
    if (source !== "projectSettings" && source !== "localSettings") return [];
    if (update.type === "addDirectories")
      return update.directories.map((value) => ({ source, kind: "directory", value }));
    if (update.type === "setMode") return [{ source, kind: "mode", value: update.mode }];
    if (update.type !== "addRules" && update.type !== "replaceRules") return [];
    return update.behavior === "allow"
      ? update.rules.map((rule) => ({
          source,
          kind: "rule",
          value:
            rule.ruleContent === undefined
              ? rule.toolName
              : formatRule({ toolName: rule.toolName, ruleContent: rule.ruleContent }),
        }))
      : [];
  });
}
