import type * as z from "zod";
import { claudeOptions } from "./claudeOptions.ts";
import type { Option } from "./option.ts";
import { optionsWithoutSetting } from "./optionsWithoutSetting.ts";
import { tandemOptions } from "./tandemOptions.ts";

/** Every option, by name. A setting is `tandem.` and the name. */
export const options = { ...claudeOptions, ...optionsWithoutSetting, ...tandemOptions } as const;

export type OptionName = keyof typeof options;
export type OptionValue<N extends OptionName> = z.infer<(typeof options)[N]["schema"]>;

/** The rows with their names, in the order of the table. */
export const optionRows: ReadonlyMap<string, Option> = new Map(Object.entries(options));

/** Names of the options that have a setting. */
export type SettingName = { [N in OptionName]: (typeof options)[N]["scope"] extends null ? never : N }[OptionName];

/** Names of all settings, in the order of the table. */
export const settingNames: readonly SettingName[] = [...optionRows].flatMap(([name, { scope }]) =>
  scope === null ? [] : [name as SettingName],
);

/** Returns the row of a setting. */
export function getRow(name: SettingName): Option {
  return options[name];
}
