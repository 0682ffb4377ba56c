import { FolderSettings, type FolderSettingsOptions } from "../../../extension/core/options/folderSettings.ts";
import { silentLogger } from "../../../extension/shared/base/logger.ts";
import { EditorSettings } from "../../../extension/vscode/settings/editorSettings.ts";
import { disposedLater } from "./harness.ts";

/** Returns the settings of this editor as Tandem reads them, from now on: it has seen no valid value yet. */
export function openSettings(about: Partial<FolderSettingsOptions> = {}) {
  const onError = (error: unknown): void => silentLogger.error(String(error));
  const source = disposedLater(new EditorSettings(onError));
  const defaults = {
    source,
    reports: { report: () => {}, clear: () => {} },
    originOf: (folder: string) => folder,
    startsWithout: () => false,
    knows: () => true,
  };
  return { source, settings: disposedLater(new FolderSettings({ ...defaults, onError, ...about })) };
}
