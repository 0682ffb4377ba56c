import type { FrameLocator, Locator } from "playwright-core";
import { composerText } from "../../../extension/text/composer.ts";
import { suggestionText } from "../../../extension/text/suggestions.ts";

/** The message field of a conversation's page, and the docked elements around it. */
export class Composer {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  get message(): Locator {
    return this.#page.getByRole("textbox", { name: composerText.message() });
  }
  get send(): Locator {
    return this.#page.getByRole("button", { name: composerText.send(), exact: true });
  }
  get stop(): Locator {
    return this.#page.getByRole("button", { name: composerText.stop(), exact: true });
  }
  get queue(): Locator {
    return this.#page.getByRole("list", { name: composerText.queue() });
  }
  get backgroundTasks(): Locator {
    return this.#page.getByRole("list", { name: composerText.backgroundTasks() });
  }
  get attachments(): Locator {
    return this.#page.getByRole("list", { name: suggestionText.attachments() });
  }
  get suggestions(): Locator {
    return this.#page.getByRole("listbox", { name: suggestionText.title() });
  }
}
