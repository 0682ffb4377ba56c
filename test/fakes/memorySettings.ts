import { FolderSettings, type FolderSettingsOptions } from "../../extension/core/options/folderSettings.ts";
import type { SettingName } from "../../extension/core/options/options.ts";
import type {
  InspectedFolder,
  SettingScope,
  SettingsChange,
  SettingsSource,
  SettingsWriter,
} from "../../extension/core/options/settingsSource.ts";
import { Emitter } from "../../extension/shared/base/emitter.ts";

type Values = Partial<Record<SettingName, unknown>>;

const fail = (error: unknown): never => {
  throw error;
};

/**
 * The settings files of a window with a workspace file, in memory: those of the user and of the workspace, and one for
 * each folder.
 */
export class MemorySettings implements SettingsSource, SettingsWriter {
  readonly #changed = new Emitter<SettingsChange>(fail);
  readonly onDidChange = this.#changed.event;
  readonly user: Values = {};
  readonly workspace: Values = {};
  readonly folders = new Map<string, Values>();
  /** The settings that were read, with their folders. */
  readonly reads: string[] = [];

  inspect(folder: string): InspectedFolder {
    const read = (name: SettingName) => ({
      user: this.user[name],
      workspace: this.workspace[name],
      folder: this.folders.get(folder)?.[name],
    });
    return {
      root: folder,
      files: [
        { scope: "workspace", file: "/team.code-workspace" },
        ...(folder === "" ? [] : [{ scope: "folder", file: `${folder}/settings.json` } as const]),
      ],
      get: (name) => {
        this.reads.push(`${name} ${folder}`.trim());
        return read(name);
      },
      getAll: () => ({ user: this.user, workspace: this.workspace, folder: this.folders.get(folder) }),
      toAbsolute: (path) => (path.startsWith("/") ? path : `${folder}/${path}`),
      isInside: (path) => folder !== "" && path.startsWith(`${folder}/`),
    };
  }

  async write(name: SettingName, value: unknown, scope: SettingScope, folder = ""): Promise<void> {
    this.set(name, value, scope, folder);
  }

  /** Changes a setting, and says so. */
  set(name: SettingName, value: unknown, scope: SettingScope = "user", folder = ""): void {
    if (scope === "folder") this.folders.set(folder, { ...this.folders.get(folder), [name]: value });
    else this[scope][name] = value;
    this.#changed.fire({
      names: new Set([name]),
      namesIn: (each) => (scope === "folder" && each !== folder ? [] : [name]),
    });
  }
}

/** Returns the reader of settings in memory. The user allowed everything, as long as `about` does not say otherwise. */
export function readMemory(source: MemorySettings, about: Partial<FolderSettingsOptions> = {}): FolderSettings {
  const none = {
    originOf: (folder: string) => folder,
    startsWithout: () => false,
    knows: () => true,
    reports: { report: () => {}, clear: () => {} },
  };
  return new FolderSettings({ source, ...none, onError: fail, ...about });
}
