import type { FrameLocator, Locator } from "playwright-core";
import { usageText } from "../../../extension/text/usage.ts";
import { usagePageText } from "../../../extension/text/usagePage.ts";

/** The page "Usage" in an editor tab. */
export class UsagePage {
  readonly region: Locator;

  constructor(page: FrameLocator) {
    this.region = page.getByRole("region", { name: usageText.usage() });
  }

  get turns(): Locator {
    return this.region.getByRole("table", { name: usagePageText.turns() }).getByRole("row");
  }
  get exportCsv(): Locator {
    return this.region.getByRole("button", { name: usagePageText.exportCsv() });
  }
}
