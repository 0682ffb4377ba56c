import type { FrameLocator, Locator } from "playwright-core";
import { reviewText } from "../../../extension/shared/text/changes/review.ts";
import { cardText } from "../../../extension/shared/text/requests/cards.ts";

/** The buttons and fields of a request card whose names never change. */
type Button =
  | "allow"
  | "deny"
  | "reviewChanges"
  | "allowAlways"
  | "moreWaysToDeny"
  | "useInput"
  | "answer"
  | "dismiss"
  | "back"
  | "decline"
  | "saveFile";
type Other = "nextQuestion" | "next" | "approvePlan" | "openAsDocument" | "rejectHunk";

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
  /** Returns the cards of permission requests of a tool. */
  by(tool: string): Locator {
    return this.#page.getByRole("group", { name: new RegExp(`^${cardText.permission(tool, "").trim()}`) });
  }
  /** The cards of all permission requests. */
  get permissions(): Locator {
    return this.by("");
  }
  get alwaysChoices(): Locator {
    return this.#page.getByRole("group", { name: cardText.allowAlways(), exact: true });
  }
  /** Returns the card of a question, by its header. */
  question(header: string): Locator {
    return this.#page.getByRole("group", { name: cardText.question(header), exact: true });
  }
  get allow(): Locator {
    return this.button("allow");
  }
  get deny(): Locator {
    return this.button("deny");
  }
  get reviewChanges(): Locator {
    return this.button("reviewChanges");
  }
  button(name: Button | Other): Locator {
    return this.#page.getByRole("button", { name: cardText[name](), exact: true });
  }
  sendTo(server: string): Locator {
    return this.#page.getByRole("button", { name: cardText.sendTo(server), exact: true });
  }
  openPage(host: string): Locator {
    return this.#page.getByRole("button", { name: cardText.openPage(host), exact: true });
  }
  /** The field of the edited command. */
  get command(): Locator {
    return this.#page.getByRole("textbox", { name: cardText.inputName("command") });
  }
  get feedback(): Locator {
    return this.#page.getByRole("textbox", { name: cardText.feedback() });
  }
  get saveTo(): Locator {
    return this.#page.getByRole("combobox", { name: cardText.saveTo() });
  }
  get other(): Locator {
    return this.#page.getByRole("radio", { name: cardText.other() });
  }
  /** Chooses an entry of the menu beside one of the card's two answers. */
  async choose(
    menu: "moreWaysToAllow" | "moreWaysToDeny",
    entry: "allowAlwaysMore" | "edit" | "denyWithFeedback" | "denyAndStop",
  ): Promise<void> {
    await this.#page.getByRole("button", { name: cardText[menu](), exact: true }).click();
    await this.entry(entry).click();
  }
  menu(name: "moreWaysToAllow" | "moreWaysToDeny"): Locator {
    return this.#page.getByRole("menu", { name: cardText[name]() });
  }
  entry(name: "allowAlwaysMore" | "edit" | "denyWithFeedback" | "denyAndStop"): Locator {
    return this.#page.getByRole("menuitem", { name: cardText[name](), exact: true });
  }
  get hunks(): Locator {
    return this.#page.getByRole("list", { name: cardText.hunks() });
  }
  /** Returns a hunk by its number, from 1. */
  hunk(number: number, count: number): Locator {
    return this.hunks.getByRole("listitem", { name: reviewText.hunk(number, count) });
  }
  rejectHunk(number: number, count: number): Locator {
    return this.hunk(number, count).getByRole("button", { name: cardText.rejectHunk() });
  }
}
