import type { Disposable } from "../../shared/base/disposable.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { failures } from "../../shared/base/failure.ts";
import type { Effective } from "../../shared/contract/configuration.ts";
import type { WrongValue } from "../../shared/contract/settingProblem.ts";
import { type FoundValues, isOfStart, LastValues, type WrongSetting } from "./lastValues.ts";
import { getRow, type OptionValue, type SettingName, settingNames } from "./options.ts";
import type { FoundEntry } from "./repository/parsedFile.ts";
import { type Layer, resolveValues } from "./resolve.ts";
import { type FoundServers, LastDefinitions, listDefinedServers } from "./servers/definedServers.ts";
import type { InspectedFolder, SettingScope, SettingsChange, SettingsSource, SettingsTrust } from "./settingsSource.ts";

export interface FolderSettingsOptions {
  readonly source: SettingsSource;
  /**
   * Tells the user about wrong values, each once. `keepsLast`: an earlier value remains in effect. `clear`: the value
   * is right now.
   */
  readonly reports: {
    report(setting: WrongSetting, problem: WrongValue, keepsLast: boolean): void;
    clear(setting: WrongSetting): void;
  };
  /** Returns the folder whose settings apply in a folder: of a copy its original. */
  readonly originOf: (folder: string) => string;
  /** Returns whether the user decided that nothing of the workspace applies in a folder. */
  readonly startsWithout: (folder: string) => boolean;
  /** Returns whether the user decided to start with an entry of a workspace's settings. */
  readonly knows: (entry: FoundEntry) => boolean;
  /** Receives errors that listeners throw. */
  readonly onError: (error: unknown) => void;
}

/** The values of a setting in all its files, and the value that follows from them. */
interface ResolvedSetting extends FoundValues {
  readonly effective: Effective;
}

/** The one reader of settings: see the README. A folder is an absolute path, or empty for the window without one. */
export class FolderSettings implements Disposable {
  readonly #options: FolderSettingsOptions;
  readonly #values: LastValues;
  readonly #definitions = new LastDefinitions();
  /** The settings that were read since the last change, by folder and name. */
  readonly #resolved = new Map<string, Map<SettingName, ResolvedSetting>>();
  readonly #following: Disposable;
  readonly #changed: Emitter<SettingsChange>;

  constructor(options: FolderSettingsOptions) {
    this.#options = options;
    this.#values = new LastValues(options.knows, (setting) => options.reports.clear(setting));
    this.#changed = new Emitter(options.onError);
    this.#following = options.source.onDidChange(({ names, namesIn }) =>
      this.#change({ names, namesIn: (folder) => namesIn(options.originOf(folder)) }),
    );
  }

  /** Fires when values in force may differ. What is read then is the present value. */
  get onDidChange() {
    return this.#changed.event;
  }

  /**
   * Follows a decision of the user about the settings of a workspace: any of them may be in force now or not, in copies
   * and in other folders too.
   */
  noteDecision(): void {
    this.#definitions.forgetWorkspace();
    this.#change({ names: new Set(settingNames), namesIn: () => settingNames });
  }

  /**
   * Returns the value in force. A wrong value is reported; the last valid one of its scope remains in effect, else that
   * of a weaker scope. `trust` in place of the user's decision.
   */
  read<N extends SettingName>(name: N, folder = "", trust?: SettingsTrust): OptionValue<N> {
    const found = this.#find(name, folder, trust);
    this.#report(found);
    return resolveValues(name, getRow(name), found.values).value as OptionValue<N>;
  }

  /** Returns the same, but throws `settingInvalid` where the strongest value is wrong and no valid one is kept. */
  readValid<N extends SettingName>(name: N, folder = "", trust?: SettingsTrust): OptionValue<N> {
    const found = this.#find(name, folder, trust);
    const wrong = found.wrong.find(({ keepsLast, isCovered }) => !keepsLast && !isCovered);
    if (wrong) throw failures.settingInvalid(`tandem.${name}`, wrong.problem);
    this.#report(found);
    return resolveValues(name, getRow(name), found.values).value as OptionValue<N>;
  }

  /**
   * Returns the settings that apply in `folder` by scope, with absolute paths: of the workspace those that allow no
   * more than the user's own, and those that the user consented to; with `trust` "user" none. Reads anew. For a start,
   * throws `settingInvalid` for a wrong value of an option of `claude` without a valid one that is kept; for what runs
   * already, leaves it out.
   */
  layers(folder: string, trust: SettingsTrust, use: "start" | "run"): readonly Layer[] {
    // Another window can have decided since: what is read from now on fits this start.
    if (use === "start") this.#resolved.clear();
    const inspected = this.#inspect(folder);
    const values: Record<SettingScope, Record<string, unknown>> = { user: {}, workspace: {}, folder: {} };
    for (const name of settingNames) {
      const found = this.#values.find(name, inspected, trust);
      const never = use === "start" && isOfStart(name) ? found.wrong.find(({ keepsLast }) => !keepsLast) : undefined;
      if (never) throw failures.settingInvalid(`tandem.${name}`, never.problem);
      this.#report(found);
      for (const { source, value } of found.values) if (source.kind === "setting") values[source.scope][name] = value;
    }
    const scopes = ["user", ...inspected.files.map(({ scope }) => scope)] as const;
    return scopes.map((scope) => ({ source: { kind: "setting", scope }, values: values[scope] }));
  }

  /** Returns the scope of the value in force; undefined for a default. A value that is withheld does not count. */
  scopeInForce(name: SettingName, folder = ""): SettingScope | undefined {
    const { source } = this.#resolve(name, folder).effective;
    return source.kind === "setting" ? source.scope : undefined;
  }

  /** Returns whether any value of the workspace applies in a folder: none does if the user refused them. */
  usesWorkspace(folder: string): boolean {
    return !this.#options.startsWithout(folder);
  }

  /** Returns every setting with its source and the values that lose; those that are not in force first. */
  explain(folder: string): readonly Effective[] {
    const inspected = this.#inspect(folder);
    return settingNames.map((name) => {
      const { effective, withheld } = this.#resolve(name, folder, inspected);
      return withheld.length === 0 ? effective : { ...effective, overridden: [...withheld, ...effective.overridden] };
    });
  }

  /** Returns the servers as they are written, one for each name. Their values are not validated. */
  definedServers(
    folder: string,
    trust: SettingsTrust,
    refused: readonly string[],
  ): ReturnType<typeof listDefinedServers> {
    return listDefinedServers(this.#inspect(folder), trust, refused);
  }

  /**
   * Returns the servers for a start that the user admitted. One whose definition became wrong keeps its last valid one.
   */
  admittedServers(folder: string, trust: SettingsTrust, refused: readonly string[]): FoundServers {
    return this.#definitions.find(this.#inspect(folder), trust, refused);
  }

  /**
   * Reads every setting of a folder, so that its valid value is kept when a wrong one follows. `isReported`: reports
   * the wrong ones.
   */
  readAll(folder: string, isReported: boolean): void {
    const inspected = this.#inspect(folder);
    for (const name of settingNames) {
      const found = this.#resolve(name, folder, inspected);
      if (isReported) this.#report(found);
    }
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
    this.#resolved.clear();
  }

  #change(change: SettingsChange): void {
    this.#resolved.clear();
    this.#changed.fire(change);
  }

  #inspect(folder: string): InspectedFolder {
    return this.#options.source.inspect(this.#options.originOf(folder));
  }

  #find(name: SettingName, folder: string, trust: SettingsTrust | undefined): FoundValues {
    return trust === undefined ? this.#resolve(name, folder) : this.#values.find(name, this.#inspect(folder), trust);
  }

  #resolve(name: SettingName, folder: string, inspected?: InspectedFolder): ResolvedSetting {
    const known = this.#resolved.get(folder) ?? new Map<SettingName, ResolvedSetting>();
    this.#resolved.set(folder, known);
    const before = known.get(name);
    if (before) return before;
    const found = this.#values.find(
      name,
      inspected ?? this.#inspect(folder),
      this.#options.startsWithout(folder) ? "user" : "all",
    );
    const resolved = { ...found, effective: resolveValues(name, getRow(name), found.values) };
    known.set(name, resolved);
    return resolved;
  }

  #report({ wrong }: FoundValues): void {
    for (const { setting, problem, keepsLast } of wrong) this.#options.reports.report(setting, problem, keepsLast);
  }
}
