import type { OptionValue, SettingName } from "../configuration/options.ts";
import { getValue, resolve } from "../configuration/resolve.ts";
import type { RepositoryTrust } from "../conversations/repositoryTrust.ts";
import type { SettingLayers } from "../editor/settings/settingLayers.ts";

export interface SettingReaderOptions {
  readonly layers: SettingLayers;
  readonly trust: Pick<RepositoryTrust, "startsWithout">;
}

/** Reads a setting for a folder, without values of its repository if the user refused them. */
export type ReadSetting = <N extends SettingName>(name: N, folder: string) => OptionValue<N>;

export function createSettingReader({ layers, trust }: SettingReaderOptions): ReadSetting {
  return (name, folder) => getValue(resolve(layers.readKept(folder, trust.startsWithout(folder) ? "user" : "all")), name);
}
