import type { Disposable } from "../base/disposable.ts";
import { Emitter } from "../base/emitter.ts";
import { type OptionValue, optionRows, type SettingName } from "./options.ts";
import { getValues, type Layer, resolve } from "./resolve.ts";

export interface FolderSettingsOptions {
  /** Reads the layers of a folder, which takes the editor about a millisecond. */
  readonly readLayers: (folder: string) => readonly Layer[];
  /** Calls back when layers may differ: after a change of a setting, of the workspace or of its trust, before other code reads values for it. */
  readonly onDidChange: (listener: () => void) => Disposable;
}

/** Effective settings of folders, for code that reads them with each message of `claude`: resolved once, then again after a change. */
export class FolderSettings implements Disposable {
  readonly #options: FolderSettingsOptions;
  readonly #resolved = new Map<string, ReadonlyMap<string, unknown>>();
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<void>(() => {});
  /** Fires when values may differ. */
  readonly onDidChange = this.#changed.event;

  constructor(options: FolderSettingsOptions) {
    this.#options = options;
    this.#subscription = options.onDidChange(() => {
      this.#resolved.clear();
      this.#changed.fire();
    });
  }

  /** Returns the value of a setting for a folder; of a wrong value the last valid one. */
  read<N extends SettingName>(name: N, folder: string): OptionValue<N> {
    const values = this.#resolved.get(folder) ?? this.#resolve(folder);
    return (values.has(name) ? values.get(name) : optionRows.get(name)?.default) as OptionValue<N>;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#resolved.clear();
  }

  #resolve(folder: string): ReadonlyMap<string, unknown> {
    const values = getValues(resolve(this.#options.readLayers(folder)));
    this.#resolved.set(folder, values);
    return values;
  }
}
