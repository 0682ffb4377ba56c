import type { Event } from "../../shared/base/emitter.ts";
import type { SettingName } from "./options.ts";

/**
 * The sources whose values apply: "all" includes the settings files of the workspace, "user" only the user's own
 * settings.
 */
export type SettingsTrust = "all" | "user";

/** Scopes of settings, the strongest first. */
export const settingScopes = ["folder", "workspace", "user"] as const;
export type SettingScope = (typeof settingScopes)[number];

/**
 * The values of a setting by the scope of the settings file that they are in, not validated; undefined where the file
 * has none.
 */
export type InspectedSetting = { readonly [S in SettingScope]: unknown };

/** The settings that apply to a folder, as they are written at this moment. */
export interface InspectedFolder {
  /** The folder to which paths in them are relative. */
  readonly root: string;
  /**
   * The settings files of the workspace, the strongest last; `file` is the path, undefined if it is on another machine.
   */
  readonly files: readonly { readonly scope: Exclude<SettingScope, "user">; readonly file: string | undefined }[];
  /**
   * Returns the values of `tandem.<name>` as far as they count in their scopes: no file of a workspace sets a setting
   * of the machine.
   */
  get(name: SettingName): InspectedSetting;
  /** Returns all keys below `tandem`, also those that are no settings, as objects with a level for each dot. */
  getAll(): InspectedSetting;
  /** Makes a path of a setting absolute. */
  toAbsolute(path: string): string;
  /** Returns whether an absolute path is below the folder, also through a link. */
  isInside(path: string): boolean;
}

/** A change of settings. */
export interface SettingsChange {
  /**
   * Settings with another value somewhere; empty if only the workspace or its trust changed, or keys that are no
   * settings.
   */
  readonly names: ReadonlySet<SettingName>;
  /** Returns those that have another value in a folder. */
  namesIn(folder: string): readonly SettingName[];
}

/** The settings files, as the editor reads them. A folder is an absolute path, or empty for the window without one. */
export interface SettingsSource {
  inspect(folder: string): InspectedFolder;
  readonly onDidChange: Event<SettingsChange>;
}

/** Writes settings. */
export interface SettingsWriter {
  /** Sets a setting in the file of a scope; undefined removes it. Rejects if the file cannot be written. */
  write(name: SettingName, value: unknown, scope: SettingScope, folder?: string): Promise<void>;
}
