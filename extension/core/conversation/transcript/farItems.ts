import type { Logger } from "../../../shared/base/logger.ts";
import type { Item } from "../../../shared/contract/items.ts";
import { type EarlierPlace, warnOfEarlier } from "./earlierParts.ts";
import { FarWindow } from "./farWindow.ts";
import type { OlderItems } from "./olderItems.ts";

export interface FarItemsOptions {
  readonly older: OlderItems;
  readonly logger: Logger;
  /** Returns the place where the loaded items begin. */
  readonly findPlace: () => Promise<EarlierPlace | undefined>;
  /** Returns the loaded items of the main thread. */
  readonly loaded: () => readonly Item[];
}

/**
 * The items far before the loaded ones that are shown. They are forgotten when another item becomes the first loaded
 * one.
 */
export class FarItems {
  readonly #options: FarItemsOptions;
  #last: { readonly window: FarWindow; readonly revision: number } | undefined;

  constructor(options: FarItemsOptions) {
    this.#options = options;
  }

  /** Undefined until items are used. */
  get window(): FarWindow | undefined {
    return this.#last?.revision === this.#options.older.revision ? this.#last.window : undefined;
  }

  /**
   * Uses the window, one caller after the other. Resolves to undefined where nothing is before the loaded items, or
   * reading fails.
   */
  use<T>(use: (window: FarWindow) => Promise<T>): Promise<T | undefined> {
    const { older, findPlace, loaded, logger } = this.#options;
    return older.inTurn(async () => {
      try {
        const { revision } = older;
        const place = this.window ? undefined : await findPlace();
        if (place) this.#last = { window: new FarWindow(place, loaded), revision };
        return this.window && (await use(this.window));
      } catch (error) {
        return warnOfEarlier(logger, error);
      }
    });
  }
}
