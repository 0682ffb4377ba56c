import type { FrameLocator, Locator } from "playwright-core";
import { cardText } from "../../../extension/text/cards.ts";

/** The request cards on one page of a conversation. The buttons are those of the card that is shown. */
export class Card {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  /** Returns the card of a permission request, by its tool and its subject. */
  of(tool: string, subject: string): Locator {
    return this.#page.getByRole("group", { name: cardText.permission(tool, subject) });
  }
  get allow(): Locator {
    return this.#page.getByRole("button", { name: cardText.allow(), exact: true });
  }
  get deny(): Locator {
    return this.#page.getByRole("button", { name: cardText.deny(), exact: true });
  }
  get reviewChanges(): Locator {
    return this.#page.getByRole("button", { name: cardText.reviewChanges(), exact: true });
  }
  /** Chooses an entry of the menu beside one of the card's two answers. */
  async choose(menu: "moreWaysToAllow" | "moreWaysToDeny", entry: "allowAlwaysMore" | "edit" | "denyWithFeedback" | "denyAndStop"): Promise<void> {
    await this.#page.getByRole("button", { name: cardText[menu](), exact: true }).click();
    await this.#page.getByRole("menuitem", { name: cardText[entry](), exact: true }).click();
  }
  get hunks(): Locator {
    return this.#page.getByRole("list", { name: cardText.hunks() });
  }
}
