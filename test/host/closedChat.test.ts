import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { openConversationTree, runCommand, togglePanel } from "./workbench.mjs";

const here = oneEditor();

const draft = () => here.window.message.inputValue();
const hasFocus = (element: { evaluate<T>(read: (element: Element) => T): Promise<T> }) => element.evaluate((each) => each === document.activeElement);

it("takes a mention into a chat that its window has not shown yet, as seen from its folder", async () => {
  await here.openOwn({ isChatClosed: true, files: { "src/a.txt": "one\ntwo\nthree\n" } });
  const { page, message } = here.window;
  await page.getByRole("treeitem", { name: "src" }).click();
  await page.getByRole("treeitem", { name: "a.txt" }).dblclick();
  await page.locator(".editor-instance .view-line", { hasText: "one" }).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Alt+K");
  await message.waitFor({ timeout: 60_000 });
  await expect.poll(draft).toBe("@src/a.txt#1-2 ");
  await expect.poll(() => hasFocus(message)).toBe(true);
});

it("does in a chat that was closed what is asked of it: shows another conversation, opens the search", async () => {
  for (const text of ["the first one", "the second one"]) here.world.scripts.set(text, () => [{ blocks: [{ text: `Said of ${text}.` }] }]);
  await here.begin();
  const { page, panel } = here.window;
  await openConversationTree(page);
  await here.window.send("the first one");
  await here.window.reply("Said of the first one.").waitFor();
  await here.window.newConversation();
  await here.window.send("the second one");
  await here.window.reply("Said of the second one.").waitFor();
  await togglePanel(page);
  await page.locator(".part.auxiliarybar").waitFor({ state: "hidden" });
  await page.getByRole("treeitem", { name: /the first one/ }).click();
  await here.window.reply("Said of the first one.").waitFor();
  await expect.poll(() => hasFocus(here.window.message)).toBe(true);
  await togglePanel(page);
  await page.locator(".part.auxiliarybar").waitFor({ state: "hidden" });
  await runCommand(page, "Tandem: Find in Conversation");
  await expect.poll(() => hasFocus(panel.getByRole("search", { name: "Find in conversation" }).locator("input"))).toBe(true);
});
