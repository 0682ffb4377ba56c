import * as vscode from "vscode";
import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { describeUnknownSetting, findUnknownKeys } from "../../configuration/unknownSettings.ts";
import type { ReportedSetting, SettingReports } from "./settingReports.ts";
import type { ValidatedSettings } from "./settings.ts";

export interface SettingWatchOptions {
  readonly settings: ValidatedSettings;
  readonly reports: SettingReports;
  /** Names of all settings in the manifest, with `tandem.`. */
  readonly manifest: readonly string[];
  readonly clock: Clock;
}

/** Time in milliseconds after the window's start at which the settings are read: the panel opens first. */
const firstMs = 500;

/**
 * Reports wrong values as soon as a settings file is saved, and keys that are not settings. At the start it only notes the valid values: a wrong one
 * is reported where it is used.
 */
export class SettingWatch implements Disposable {
  readonly #options: SettingWatchOptions;
  readonly #known: ReadonlySet<string>;
  readonly #store = new DisposableStore();
  /** The keys that are not settings, as last found. */
  #unknown: readonly ReportedSetting[] = [];

  constructor(options: SettingWatchOptions) {
    this.#options = options;
    this.#known = new Set(options.manifest.map((name) => name.replace(/^tandem\./, "")));
    this.#store.add(options.clock.after(firstMs, () => this.#check(false)));
    this.#store.add(vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("tandem") && this.#check(true)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #check(isReported: boolean): void {
    const { settings, reports } = this.#options;
    const folders: readonly (vscode.Uri | undefined)[] = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [];
    const scopes = folders.length === 0 ? [undefined] : folders;
    for (const folder of scopes) settings.readAll(folder, isReported);
    const unknown = scopes.flatMap((folder) =>
      findUnknownKeys(vscode.workspace.getConfiguration("tandem", folder ?? null), this.#known).map((name) => ({ name, folder })),
    );
    const isSame = (one: ReportedSetting, other: ReportedSetting): boolean => one.name === other.name && one.folder?.toString() === other.folder?.toString();
    for (const gone of this.#unknown) if (!unknown.some((each) => isSame(each, gone))) reports.clear(gone);
    this.#unknown = unknown;
    for (const each of unknown) reports.reportUnknown(each, describeUnknownSetting(each.name, this.#known));
  }
}
