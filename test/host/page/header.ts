import type { FrameLocator, Locator } from "playwright-core";
import { panelText } from "../../../extension/shared/text/panel.ts";

/** Marks beside the title of a conversation. */
export class Header {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  get sandboxed(): Locator {
    return this.#page.getByRole("img", { name: panelText.sandboxed() });
  }
  profile(name: string): Locator {
    return this.#page.getByRole("img", { name: panelText.profile(name), exact: true });
  }
}
