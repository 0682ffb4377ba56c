import type { FrameLocator, Locator } from "playwright-core";
import { statusPageText } from "../../../extension/shared/pages/status/statusPage.ts";

/** The page "Tandem Status" in an editor tab. */
export class StatusPage {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  get search(): Locator {
    return this.#page.getByRole("textbox", { name: statusPageText.search() });
  }
  get copy(): Locator {
    return this.#page.getByRole("button", { name: statusPageText.copy() });
  }
  get rows(): Locator {
    return this.#page.getByRole("rowheader");
  }
  table(heading: string): Locator {
    return this.#page.getByRole("table", { name: heading, exact: true });
  }
  /** Returns a row by its name. */
  row(heading: string, name: string): Locator {
    return this.table(heading)
      .getByRole("row")
      .filter({ has: this.#page.getByRole("rowheader", { name, exact: true }) });
  }
}
