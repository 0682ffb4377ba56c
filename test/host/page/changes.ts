import type { FrameLocator, Locator } from "playwright-core";
import { changedFilesText } from "../../../extension/shared/text/changes/changedFiles.ts";
import { reviewText } from "../../../extension/shared/text/changes/review.ts";
import { composerText } from "../../../extension/shared/text/composer/composer.ts";

/** The list of changed files above the message field. */
export class Changes {
  readonly list: Locator;

  constructor(page: FrameLocator) {
    this.list = page.getByRole("region", { name: composerText.changes() });
  }

  get reviewAll(): Locator {
    return this.list.getByRole("button", { name: changedFilesText.reviewAll() });
  }
  revert(file: string): Locator {
    return this.list
      .getByRole("listitem")
      .filter({ hasText: file })
      .getByRole("button", { name: composerText.revert() });
  }
  showHunks(file: string): Locator {
    return this.list.getByRole("button", { name: changedFilesText.showHunks(file) });
  }
  revertHunk(number: number, count: number): Locator {
    const hunk = this.list.getByRole("listitem", { name: reviewText.hunk(number, count) });
    return hunk.getByRole("button", { name: changedFilesText.revertHunk() });
  }
}
