import type { FrameLocator, Locator } from "playwright-core";
import { panelText } from "../../../extension/text/panel.ts";
import { transcriptText } from "../../../extension/text/transcript.ts";

/** The messages and tool calls on a conversation's page. */
export class Transcript {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  get log(): Locator {
    return this.#page.getByRole("log", { name: transcriptText.conversation() });
  }
  /** The content of a conversation that has not started. */
  get empty(): Locator {
    return this.#page.getByRole("heading", { name: panelText.start() });
  }
  get prompts(): Locator {
    return this.#page.getByRole("article", { name: transcriptText.you() });
  }
  /** Returns the last reply that contains the text. */
  reply(text: string): Locator {
    return this.#page.getByRole("article", { name: transcriptText.assistant() }).filter({ hasText: text }).last();
  }
  /** Returns the last row of a tool call with this name. */
  tool(name: string): Locator {
    return this.#page.getByRole("group", { name, exact: true }).last();
  }
  get jumpToLatest(): Locator {
    return this.#page.getByRole("button", { name: transcriptText.jumpToLatest(), exact: true });
  }
}
