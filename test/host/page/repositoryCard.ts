import type { FrameLocator, Locator } from "playwright-core";
import { repositoryText } from "../../../extension/shared/text/repository.ts";

/** The card that shows what a repository brings, on one page of a conversation. */
export class RepositoryCard {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  get card(): Locator {
    return this.#page.getByRole("group", { name: repositoryText.title(), exact: true });
  }
  get start(): Locator {
    return this.#button(repositoryText.start());
  }
  /** In place of the button that starts, while a part of the card was on no screen. */
  get reviewRest(): Locator {
    return this.card.getByRole("button", { name: /^Review \d+ more lines?$/ });
  }
  get startWithout(): Locator {
    return this.#button(repositoryText.startWithout());
  }
  get notNow(): Locator {
    return this.#button(repositoryText.notNow());
  }
  #button(name: string): Locator {
    return this.card.getByRole("button", { name, exact: true });
  }
}
