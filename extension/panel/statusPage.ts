import type { Disposable } from "../base/disposable.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/emitter.ts";
import type { Logger } from "../base/logger.ts";
import type { PageAction } from "../contract/pages.ts";
import { type StatusActionName, type StatusContent, statusActions } from "../contract/statusPage.ts";
import type { Conversations } from "../conversations/conversations.ts";
import { getStatusContent } from "../text/statusPage.ts";
import type { PageSource } from "./pageTabs.ts";

export interface StatusPageOptions {
  readonly conversations: Conversations;
  readonly logger: Logger;
  /** Runs a button of the page. `target` names what it concerns. */
  readonly run: (action: StatusActionName, target: string | undefined) => unknown;
}

/** The page "Tandem Status" of the current conversation. */
export class StatusPage implements PageSource<"status">, Disposable {
  readonly #options: StatusPageOptions;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;

  constructor(options: StatusPageOptions) {
    this.#options = options;
    const { conversations, logger } = options;
    this.#changed = this.#store.add(new Emitter((error) => logger.error(`the status page failed: ${error}`)));
    const changed = (): void => this.#changed.fire();
    this.#store.add(
      conversations.onDidChange(({ id, changes }) => id === conversations.current?.id && changes.some(({ kind }) => kind === "state") && changed()),
    );
    this.#store.add(conversations.onDidShow(changed));
    this.#store.add(conversations.places.onDidChange(changed));
  }

  get onDidChange() {
    return this.#changed.event;
  }

  read(): StatusContent {
    return getStatusContent(this.#options.conversations.current?.conversation.state);
  }

  act({ action, target }: PageAction): unknown {
    const name = statusActions.find((known) => known === action);
    return name && this.#options.run(name, target);
  }

  dispose(): void {
    this.#store.dispose();
  }
}
