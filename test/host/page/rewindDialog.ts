import type { Locator, Page } from "playwright-core";
import { rewindText } from "../../../extension/shared/text/changes/rewind.ts";
import { dialogText } from "../../../extension/shared/text/dialogs.ts";

/** Names of the answers in `rewindText`. */
export type RewindAnswer = "both" | "files" | "conversation" | "preview" | "discard" | "save" | "undo";

/** The modal dialogs about rewinds. They belong to the workbench, not to a page. */
export class RewindDialog {
  readonly dialog: Locator;

  constructor(page: Page) {
    this.dialog = page.locator(".monaco-dialog-box");
  }

  answer(answer: RewindAnswer): Locator {
    return this.dialog.getByRole("button", { name: rewindText[answer](), exact: true });
  }
  get stop(): Locator {
    return this.dialog.getByRole("button", { name: dialogText.stop() });
  }
}
