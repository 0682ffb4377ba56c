import type { FrameLocator, Locator } from "playwright-core";
import { composerText } from "../../../extension/shared/text/composer/composer.ts";
import { suggestionText } from "../../../extension/shared/text/composer/suggestions.ts";
import { getEffortLabel, getModeLabel, getThinkingText } from "../../../extension/shared/text/conversation.ts";
import { panelText } from "../../../extension/shared/text/panel.ts";
import { restartText } from "../../../extension/shared/text/settings/options.ts";
import { Changes } from "./changes.ts";

/** The message field of a conversation's page, and the docked elements around it. */
export class Composer {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  get message(): Locator {
    return this.#page.getByRole("textbox", { name: composerText.message() });
  }
  get send(): Locator {
    return this.#button(composerText.send());
  }
  get stop(): Locator {
    return this.#button(composerText.stop());
  }
  get queue(): Locator {
    return this.#page.getByRole("list", { name: composerText.queue() });
  }
  get editQueued(): Locator {
    return this.queue.getByRole("button", { name: composerText.editQueued() });
  }
  get backgroundTasks(): Locator {
    return this.#page.getByRole("list", { name: composerText.backgroundTasks() });
  }
  get tasks(): Locator {
    return this.#page.getByRole("list", { name: composerText.tasks() });
  }
  /** Returns the button that unfolds the tasks, while so many are done. */
  tasksDone(done: number, total: number): Locator {
    return this.#page.getByRole("button", { name: composerText.tasksDone(done, total) });
  }
  get attachments(): Locator {
    return this.#page.getByRole("list", { name: suggestionText.attachments() });
  }
  get includeSelection(): Locator {
    return this.attachments.getByRole("button", { name: suggestionText.takeAlong() });
  }
  get excludeSelection(): Locator {
    return this.attachments.getByRole("button", { name: suggestionText.leaveOut() });
  }
  /** Returns the button that removes an attachment. */
  remove(attachment: string): Locator {
    return this.#button(suggestionText.remove(attachment));
  }
  get suggestions(): Locator {
    return this.#page.getByRole("listbox", { name: suggestionText.title() });
  }

  /** Returns the button of the permission mode, while this mode (name of `claude`) is active. */
  mode(mode: string): Locator {
    return this.#button(composerText.mode(getModeLabel(mode)));
  }
  /** Returns the button of the model, while the active model's name begins so. */
  model(name = ""): Locator {
    return this.#page.getByRole("button", { name: new RegExp(`^${composerText.model(name)}`) });
  }
  /** Returns the button of the effort, while this level is active; undefined for the default. */
  effort(level: string | undefined): Locator {
    return this.#button(composerText.effort(getEffortLabel(level)));
  }
  /** Returns the button of a model that always thinks. */
  get thinkingAlways(): Locator {
    return this.#button(getThinkingText("always").name);
  }

  /** The meter of the context window. */
  get context(): Locator {
    return this.#page.getByRole("meter", { name: composerText.contextUsed() });
  }
  get contextUsage(): Locator {
    return this.#button(panelText.contextTitle());
  }
  get compactNow(): Locator {
    return this.#button(panelText.compactNow());
  }
  get planLimits(): Locator {
    return this.#page.getByRole("list", { name: panelText.planLimits() });
  }
  get changes(): Changes {
    return new Changes(this.#page);
  }
  /** The answer to a question beside the conversation. */
  get sideQuestion(): Locator {
    return this.#page.getByRole("region", { name: panelText.asideTitle() });
  }
  get takeOver(): Locator {
    return this.#button(composerText.takeOver());
  }
  get continueTurn(): Locator {
    return this.#button(composerText.continueTurn());
  }
  get resend(): Locator {
    return this.#button(composerText.resend());
  }
  get restartToApply(): Locator {
    return this.#button(restartText.action());
  }
  #button(name: string): Locator {
    return this.#page.getByRole("button", { name, exact: true });
  }
}
