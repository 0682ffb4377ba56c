import type { FrameLocator, Locator } from "playwright-core";
import { panelText } from "../../../extension/text/panel.ts";
import { transcriptText } from "../../../extension/text/transcript.ts";

/** What was said and done, on one page of a conversation. */
export class Transcript {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  get log(): Locator {
    return this.#page.getByRole("log", { name: transcriptText.conversation() });
  }
  /** What a conversation shows that has not begun. */
  get empty(): Locator {
    return this.#page.getByRole("heading", { name: panelText.start() });
  }
  get prompts(): Locator {
    return this.#page.getByRole("article", { name: transcriptText.you() });
  }
  /** The last reply that holds the text. */
  reply(text: string): Locator {
    return this.#page.getByRole("article", { name: transcriptText.assistant() }).filter({ hasText: text }).last();
  }
  /** The last row of a tool call with this name. */
  tool(name: string): Locator {
    return this.#page.getByRole("group", { name, exact: true }).last();
  }
  get jumpToLatest(): Locator {
    return this.#page.getByRole("button", { name: transcriptText.jumpToLatest(), exact: true });
  }
}
