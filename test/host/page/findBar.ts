import type { FrameLocator, Locator } from "playwright-core";
import { findText } from "../../../extension/shared/text/transcript/find.ts";

/** The search in a conversation, on one page. */
export class FindBar {
  readonly bar: Locator;

  constructor(page: FrameLocator) {
    this.bar = page.getByRole("search", { name: findText.title() });
  }

  get field(): Locator {
    return this.bar.getByRole("textbox", { name: findText.field() });
  }
  get status(): Locator {
    return this.bar.getByRole("status");
  }
  button(option: "matchCase" | "regex"): Locator {
    return this.bar.getByRole("button", { name: findText[option]() });
  }
}
