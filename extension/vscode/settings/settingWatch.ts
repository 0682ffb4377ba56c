import * as vscode from "vscode";
import { isSame } from "../../core/options/difference.ts";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import { settingNames } from "../../core/options/options.ts";
import { type SettingsSource, settingScopes } from "../../core/options/settingsSource.ts";
import { describeUnknownSetting, findUnknownKeys } from "../../core/options/unknownSettings.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import type { ReportedSetting, SettingReports } from "./settingReports.ts";

export interface SettingWatchOptions {
  readonly settings: Pick<FolderSettings, "readAll" | "onDidChange">;
  readonly source: Pick<SettingsSource, "inspect">;
  readonly reports: SettingReports;
  readonly clock: Clock;
}

/** Time in milliseconds after the window's start at which the settings are read: the panel opens first. */
const firstMs = 500;

const known: ReadonlySet<string> = new Set(settingNames);

/**
 * Reports wrong values as soon as a settings file is saved, and keys that are not settings. At the start it only notes
 * the valid values: a wrong one is reported where it is used.
 */
export class SettingWatch implements Disposable {
  readonly #options: SettingWatchOptions;
  readonly #store = new DisposableStore();
  /** The keys that are not settings, as last found. */
  #unknown: readonly ReportedSetting[] = [];

  constructor(options: SettingWatchOptions) {
    this.#options = options;
    this.#store.add(options.clock.after(firstMs, () => this.#check(false)));
    this.#store.add(options.settings.onDidChange(() => this.#check(true)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #check(isReported: boolean): void {
    const { settings, source, reports } = this.#options;
    const roots = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
    const folders = roots.length === 0 ? [""] : roots;
    for (const folder of folders) settings.readAll(folder, isReported);
    const unknown = folders.flatMap((folder) => {
      const all = source.inspect(folder).getAll();
      const names = new Set(settingScopes.flatMap((scope) => findUnknownKeys(all[scope], known)));
      return [...names].map((name) => ({ name, folder }));
    });
    for (const gone of this.#unknown) if (!unknown.some((each) => isSame(each, gone))) reports.clear(gone);
    this.#unknown = unknown;
    for (const each of unknown) reports.reportUnknown(each, describeUnknownSetting(each.name, known));
  }
}
