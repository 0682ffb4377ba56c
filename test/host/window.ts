import fs from "node:fs";
import path from "node:path";
import axe from "axe-core";
import type { Frame, FrameLocator, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { Card } from "./page/card.ts";
import { Composer } from "./page/composer.ts";
import { FindBar } from "./page/findBar.ts";
import { Header } from "./page/header.ts";
import { RepositoryCard } from "./page/repositoryCard.ts";
import { RewindDialog } from "./page/rewindDialog.ts";
import { Transcript } from "./page/transcript.ts";
import { getPanel, getTab, keepStoredTabs, openPanel, panelFrame, tabFrames, workbenchRestored } from "./workbench.mjs";

/** Timeout in milliseconds for steps that take long only on a machine under load. */
export const patience = 60_000;

/** Returns whether an element of any frame has the focus of the window. */
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each === each.ownerDocument.activeElement && each.ownerDocument.hasFocus());

/** Waits until a button can be pressed: those of a card that just came ignore presses. */
export const isReady = (button: Locator): Promise<void> =>
  expect.poll(() => button.getAttribute("aria-disabled")).toBe("false");

/** A window of the editor with the panel open, as the user sees and uses it. */
export class Window {
  readonly page: Page;
  readonly folder: string;
  isOpen = true;
  readonly #close: () => Promise<void>;

  constructor(page: Page, folder: string, close: () => Promise<void>) {
    this.page = page;
    this.folder = folder;
    this.#close = close;
  }

  get panel(): FrameLocator {
    return getPanel(this.page);
  }
  get composer(): Composer {
    return new Composer(this.panel);
  }
  get card(): Card {
    return new Card(this.panel);
  }
  get repository(): RepositoryCard {
    return new RepositoryCard(this.panel);
  }
  get header(): Header {
    return new Header(this.panel);
  }
  get find(): FindBar {
    return new FindBar(this.panel);
  }
  get rewindDialog(): RewindDialog {
    return new RewindDialog(this.page);
  }
  get transcript(): Transcript {
    return new Transcript(this.panel);
  }
  get message(): Locator {
    return this.composer.message;
  }
  /** Returns a button that no page object provides. */
  button(name: string | RegExp): Locator {
    return this.panel.getByRole("button", { name, exact: true });
  }
  /** Returns what is said above the composer. */
  banner(text: string | RegExp): Locator {
    return this.panel.getByRole("alert").filter({ hasText: text });
  }
  reply(text: string): Locator {
    return this.transcript.reply(text);
  }
  tool(name: string): Locator {
    return this.transcript.tool(name);
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.composer.send.click();
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }
  read(name: string): string {
    return fs.readFileSync(this.file(name), "utf8");
  }

  /**
   * Reloads the window. `hasTab`: a conversation is in front in the editor area and takes the focus once it is loaded.
   */
  async reload({ hasTab = false } = {}): Promise<void> {
    if (hasTab) await expect.poll(() => keepStoredTabs(this.page), { timeout: patience }).toBe(true);
    await this.page.reload({ waitUntil: "domcontentloaded" });
    await workbenchRestored(this.page);
    if (hasTab) await new Composer(getTab(this.page)).message.waitFor({ timeout: 60_000 });
    // In a browser the workbench can forget which side bars were open if it is reloaded soon afterwards.
    const isBack = await this.page
      .locator(".part.auxiliarybar")
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
    if (!isBack) {
      // Directs the key to the workbench, not to a page that is loading in a tab.
      await this.page.locator(".part.titlebar").click({ position: { x: 200, y: 15 } });
      await openPanel(this.page);
      return;
    }
    // Not through the command palette: the workbench returns the focus to the panel once its frame is loaded, which
    // would close the palette.
    await this.message.waitFor({ timeout: 60_000 });
    await this.message.focus();
  }

  /**
   * Returns the panel's own frame, or that of the front page in an editor tab, for values that only a script in the
   * page can read.
   */
  async frame(place: "panel" | "tab" = "panel"): Promise<Frame> {
    const element = await (place === "panel"
      ? this.page.locator(panelFrame)
      : tabFrames(this.page).first()
    ).elementHandle();
    const outer = await element?.contentFrame();
    const frame = await (await outer?.$("iframe#active-frame"))?.contentFrame();
    if (!frame) throw new Error("the panel's frame is not there");
    return frame;
  }

  /** Fails if axe-core finds a violation in the present state of the panel, or of the front page in an editor tab. */
  async expectAccessible(state: string, place: "panel" | "tab" = "panel"): Promise<void> {
    const frame = await this.frame(place);
    await frame.evaluate(axe.source);
    const violations = await frame.evaluate(async () => {
      const { axe: engine } = window as unknown as { axe: typeof axe };
      const result = await engine.run(document);
      return result.violations.map(
        (violation) =>
          `${violation.id}: ${violation.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
      );
    });
    expect(violations, state).toEqual([]);
  }

  /** Shows an empty conversation in the side panel; the previous one continues. */
  async newConversation(): Promise<void> {
    // Not through the command palette, which would close when the focus returns to the panel.
    await this.page.locator(".part.auxiliarybar").getByRole("button", { name: "New Conversation" }).click();
    await this.transcript.empty.or(this.repository.card).waitFor();
    await expect.poll(() => hasFocus(this.message)).toBe(true);
  }

  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.#close();
  }
}
