import type { Disposable } from "../base/disposable.ts";
import { type OptionValue, optionRows, type SettingName } from "./options.ts";
import { getValues, type Layer, resolve } from "./resolve.ts";

export interface FolderSettingsOptions {
  /** Reads the layers of a folder, which takes the editor about a millisecond. */
  readonly readLayers: (folder: string) => readonly Layer[];
  /** Names the sources that the user admits for a folder. Values that were read for one name are not used for another. */
  readonly getTrust: (folder: string) => string;
  /** Calls back before anything else learns that a setting or a workspace folder has changed. */
  readonly onDidChange: (listener: () => void) => Disposable;
}

/** Effective settings of folders, for code that reads them with each message of `claude`: resolved once, then again after a change. */
export class FolderSettings implements Disposable {
  readonly #options: FolderSettingsOptions;
  readonly #resolved = new Map<string, ReadonlyMap<string, unknown>>();
  readonly #subscription: Disposable;

  constructor(options: FolderSettingsOptions) {
    this.#options = options;
    this.#subscription = options.onDidChange(() => this.#resolved.clear());
  }

  /** Returns the value of a setting for a folder; of a wrong value the last valid one. */
  read<N extends SettingName>(name: N, folder: string): OptionValue<N> {
    const values = this.#resolve(folder);
    return (values.has(name) ? values.get(name) : optionRows.get(name)?.default) as OptionValue<N>;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#resolved.clear();
  }

  #resolve(folder: string): ReadonlyMap<string, unknown> {
    const key = `${this.#options.getTrust(folder)} ${folder}`;
    const known = this.#resolved.get(key);
    if (known) return known;
    const values = getValues(resolve(this.#options.readLayers(folder)));
    this.#resolved.set(key, values);
    return values;
  }
}
