import type { FrameLocator, Locator } from "playwright-core";
import { attachmentText } from "../../../extension/shared/text/composer/attachments.ts";
import { panelText } from "../../../extension/shared/text/panel.ts";
import { transcriptText } from "../../../extension/shared/text/transcript/transcript.ts";
import { turnStepText } from "../../../extension/shared/text/transcript/turnFailures.ts";
import { usageText } from "../../../extension/shared/text/usage.ts";

/** Actions of a message and of a reply, and steps after a problem. */
type Action =
  | "rewindToHere"
  | "forkFromHere"
  | "editAndResend"
  | "resend"
  | "undo"
  | "redo"
  | "resume"
  | "retry"
  | "checkAgain"
  | "copyError"
  | "copy"
  | "selectExecutable";

/** Buttons of blocks of code and of tool calls. */
type Tool =
  | "insertCode"
  | "newFile"
  | "asDiagram"
  | "openFile"
  | "openDiff"
  | "typeInTerminal"
  | "showLess"
  | "stopAgent";

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
  /** Returns the field of a message that is edited. */
  get editedMessage(): Locator {
    return this.#page.getByRole("textbox", { name: transcriptText.editedMessage() });
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
  /** Returns a button by its action; `within` a message or a notice, by default anywhere. */
  button(action: Action, within: Locator | FrameLocator = this.#page): Locator {
    return within.getByRole("button", { name: transcriptText[action](), exact: true });
  }
  /** Returns a step that a failed turn offers. */
  step(step: "logIn" | "retry" | "continue" | "raiseBudget", within: Locator | FrameLocator = this.#page): Locator {
    return within.getByRole("button", { name: turnStepText[step](), exact: true });
  }
  /** Returns notices and problems with this text. */
  notice(text: string): Locator {
    return this.#page.getByRole("alert").filter({ hasText: text });
  }
  get thinking(): Locator {
    return this.#page.getByRole("button", { name: transcriptText.thinking(), exact: true });
  }
  get redactedThinking(): Locator {
    return this.#page.getByRole("button", { name: panelText.redactedThinking() });
  }
  /** Returns a block of code, by its language. */
  code(language: string): Locator {
    return this.#page.getByRole("group", { name: transcriptText.code(language) });
  }
  /** Returns a button of a block of code or of a tool call. */
  action(name: Tool, within: Locator | FrameLocator = this.#page): Locator {
    return within.getByRole("button", { name: panelText[name]() });
  }
  showAllLines(count: number): Locator {
    return this.#page.getByRole("button", { name: panelText.showAll(count) });
  }
  /** Returns the box of an entry of a task list in Markdown. */
  taskBox(state: "taskDone" | "taskOpen", within: Locator): Locator {
    return within.getByRole("img", { name: transcriptText[state]() });
  }
  get usageOfTurn(): Locator {
    return this.#page.getByRole("group", { name: usageText.usageOfTurn() });
  }
  get diagram(): Locator {
    return this.#page.getByRole("img", { name: panelText.diagram() });
  }
  /** Returns the button that inserts a long pasted text into the message. */
  get insertAsText(): Locator {
    return this.#page.getByRole("button", { name: attachmentText.unfold() });
  }
}
