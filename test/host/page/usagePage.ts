import type { FrameLocator, Locator } from "playwright-core";
import { usagePageText } from "../../../extension/shared/pages/usagePage.ts";
import { usageText } from "../../../extension/shared/text/usage.ts";

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
