// The places in which users and forks of the editor put the chat, and the parts that they switch off.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { panelFrame, runCommand } from "./workbench.mjs";

const here = oneEditor({ settings: { "chat.disableAIFeatures": false } });

/** Moves the chat, as by dragging its title. */
const move = (to: string): Promise<void> => runCommand(here.window.page, `Tandem Example: Move Chat to ${to}`);

/** Returns whether the page of the chat is in a part of the window. */
async function isInside(page: Page, part: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([page.locator(panelFrame).boundingBox(), page.locator(part).boundingBox()]);
  const isWithin = (at: number, from: number, size: number): boolean => at >= from && at <= from + size;
  if (!inner || !outer) return false;
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return isWithin(x, outer.x, outer.width) && isWithin(y, outer.y, outer.height);
}

async function ask(prompt: string): Promise<void> {
  here.world.scripts.set(prompt, () => [say(`Answer to ${prompt}`)]);
  await here.window.send(prompt);
  await here.window.reply(`Answer to ${prompt}`).waitFor();
}

it("keeps conversation, draft and keys wherever the chat is moved, beside the editor's chat", {
  tags: "thorough",
}, async () => {
  await here.begin();
  const { page, message } = here.window;
  await ask("first.");
  await message.fill("a draft");
  for (const [place, part] of [
    ["Explorer", ".part.sidebar"],
    ["Problems", ".part.panel"],
    // Tandem's own container in the activity bar, with its lists.
    ["Tandem", ".part.sidebar"],
  ] as const) {
    await move(place);
    await expect.poll(() => isInside(page, part)).toBe(true);
    // The editor makes the view so low there that no row of the conversation fits.
    await here.window.panel.getByRole("heading", { name: "first." }).waitFor();
    await expect.poll(() => message.inputValue()).toBe("a draft");
    await page.locator(".part.titlebar").click({ position: { x: 200, y: 15 } });
    await page.keyboard.press("Control+Escape");
    await here.window.panel.locator("textarea:focus").waitFor();
    await here.window.send(`second in ${place}.`);
    await expect.poll(() => here.world.sentMessages()).toContain(`second in ${place}.`);
    await message.fill("a draft");
  }
  await page
    .locator(".part.sidebar")
    .getByRole("tree", { name: /^Conversations/ })
    .waitFor();
});
