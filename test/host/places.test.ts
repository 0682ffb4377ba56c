// Where users and forks of the editor put the chat, and what they switch off.
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor({ settings: { "chat.disableAIFeatures": false } });

/** Moves the chat, as by dragging its title. */
const move = (to: string): Promise<void> => runCommand(here.window.page, `Tandem Example: Move Chat to ${to}`);

async function ask(prompt: string): Promise<void> {
  here.world.scripts.set(prompt, () => [say(`Answer to ${prompt}`)]);
  await here.window.send(prompt);
  await here.window.reply(`Answer to ${prompt}`).waitFor();
}

it("keeps its conversation, its draft and its keys in the side bar and in the bottom panel, beside the editor's own chat", { tags: "thorough" }, async () => {
  await here.begin();
  const { page, message } = here.window;
  await ask("first.");
  await message.fill("a draft");
  for (const [place, part] of [
    ["Explorer", ".part.sidebar"],
    ["Problems", ".part.panel"],
  ] as const) {
    await move(place);
    await page.locator(part).getByText("Chat", { exact: true }).first().waitFor();
    await here.window.reply("Answer to first.").waitFor();
    await expect.poll(() => message.inputValue()).toBe("a draft");
    await page.locator(".part.titlebar").click({ position: { x: 200, y: 15 } });
    await page.keyboard.press("Control+Escape");
    await here.window.panel.locator("textarea:focus").waitFor();
    await ask(`second in ${place}.`);
    await message.fill("a draft");
  }
});
