import type { StatusReader } from "../../core/conversations/status/statusReader.ts";
import type { PageAction } from "../../shared/contract/pages/pages.ts";
import { type StatusActionName, type StatusContent, statusActions } from "../../shared/contract/pages/statusPage.ts";
import { getStatusContent } from "../../shared/pages/status/statusPage.ts";
import type { PageSource } from "./pageTabs.ts";

/** The effects of the buttons of the status page. `target` names what a button concerns, as any text. */
export type StatusActions = { readonly [A in StatusActionName]: (target: string) => unknown };

/** The page "Tandem Status" of the current conversation. */
export class StatusPage implements PageSource<"status"> {
  readonly #reader: StatusReader;
  readonly #actions: StatusActions;
  readonly #mask: (content: StatusContent) => StatusContent;

  /** Takes over the reader. */
  constructor(reader: StatusReader, actions: StatusActions, mask: (content: StatusContent) => StatusContent) {
    this.#reader = reader;
    this.#mask = mask;
    this.#actions = actions;
  }

  get onDidChange() {
    return this.#reader.onDidChange;
  }

  read(): StatusContent {
    return this.#mask(getStatusContent(this.#reader.facts));
  }

  /** Runs what a button of the present content does, and nothing else. */
  async act({ action, target = "" }: PageAction): Promise<void> {
    const name = statusActions.find((known) => known === action);
    const isOffered =
      name === "copy" ||
      this.read().sections.some(({ rows }) =>
        rows.some(({ button }) => button?.action === name && (button?.target ?? "") === target),
      );
    if (name === undefined || !isOffered) return;
    await this.#actions[name](target);
    this.#reader.refresh();
  }

  dispose(): void {
    this.#reader.dispose();
  }
}
