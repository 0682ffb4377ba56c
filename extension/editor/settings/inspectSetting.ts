import type * as vscode from "vscode";
import { optionRows } from "../../configuration/options.ts";

/** The values of a setting by the scope of the settings file that they are in, as far as they count there. */
export interface InspectedSetting {
  readonly default: unknown;
  readonly user: unknown;
  readonly workspace: unknown;
  readonly folder: unknown;
}

/**
 * Returns the values of `tandem.<name>`. The editor takes no setting of the machine or the application from the files of a workspace, but it takes a
 * key below one, such as `tandem.environment.PATH`, for a part of its value (1.139): such a value does not count.
 */
export function inspectSetting(configuration: vscode.WorkspaceConfiguration, name: string): InspectedSetting {
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(name) ?? {};
  const isUsers = isOnlyOfUser(name);
  return {
    default: defaultValue,
    user: globalValue,
    workspace: isUsers ? undefined : workspaceValue,
    folder: isUsers ? undefined : workspaceFolderValue,
  };
}

/** Returns the value of `tandem.<name>` in effect: of objects, the keys of all scopes. */
export function readEffectiveSetting(configuration: vscode.WorkspaceConfiguration, name: string): unknown {
  if (!isOnlyOfUser(name)) return configuration.get(name);
  const { user, default: unset } = inspectSetting(configuration, name);
  return user ?? unset;
}

function isOnlyOfUser(name: string): boolean {
  const scope = optionRows.get(name)?.scope;
  return scope === "machine" || scope === "application";
}
