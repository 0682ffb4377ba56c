import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { hasFocus } from "./window.ts";
import { getTab, openConversationTree, openList, runCommand, togglePanel } from "./workbench.mjs";

const here = oneEditor({ settings: { "tandem.chat.promptSuggestions": true } });

const option = (name: string | RegExp) => here.window.composer.suggestions.getByRole("option", { name });
/** Chooses in the menu of a composer button. */
const choose = (name: string | RegExp) => here.window.panel.getByRole("menuitemradio", { name }).first().click();
/** Picks a row by its whole name: a list that just opened still has rows of the previous one. */
const pick = (name: string) => {
  const { page } = here.window;
  const row = page.locator(".quick-input-list .monaco-list-row");
  return row.filter({ has: page.getByText(name, { exact: true }) }).click();
};

let count = 0;
/** Returns the model request for a new prompt, once it is answered. */
async function asked(): Promise<{
  model: string;
  thinking?: { type: string };
  output_config?: { effort: string };
  speed?: string;
  tools: { name: string }[];
  messages: unknown;
}> {
  const prompt = `question ${++count}.`;
  here.world.scripts.set(prompt, () => [say(`Answer to ${prompt}`)]);
  await here.window.send(prompt);
  await here.window.reply(`Answer to ${prompt}`).waitFor();
  return here.world.model.requests.find(({ messages }) => JSON.stringify(messages).includes(prompt));
}
/** Returns the CLI's request to the model for a suggestion. */
const suggesting = () =>
  here.world.model.requests
    .map(({ messages }) => messages.at(-1).content)
    .find((content) => /^\[SUGGESTION MODE/.test(content));

it("suggests what to say next, which Tab takes and any other key drops", { tags: "thorough" }, async () => {
  await here.begin();
  const { page } = here.window;
  const placeholder = () => here.window.message.getAttribute("placeholder");
  // The CLI suggests from its second reply on.
  await asked();
  await asked();
  await expect.poll(suggesting).toBeDefined();
  here.world.scripts.set(suggesting(), () => [say("run the tests")]);
  await asked();
  await expect.poll(placeholder).toContain("run the tests");
  await here.window.message.focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => here.window.message.inputValue()).toBe("run the tests");
  await here.window.message.fill("");
  await asked();
  await expect.poll(placeholder).toContain("run the tests");
  await here.window.message.focus();
  await page.keyboard.type("x");
  await page.keyboard.press("Backspace");
  expect(await placeholder()).not.toContain("run the tests");
});

it("asks the selected model with the selected effort, and says that it always thinks", {
  tags: "thorough",
}, async () => {
  await here.begin();
  const first = await asked();
  await here.window.composer.model().click();
  await choose(/^Haiku/);
  await here.window.composer.model("Haiku").waitFor();
  const second = await asked();
  await openList(here.window.page, "Tandem: Select Effort…");
  await pick("Low");
  await here.window.composer.effort("low").waitFor();
  await here.window.composer.thinkingAlways.click();
  await here.window.panel.getByText("This model always thinks. To turn thinking off, select another model.").waitFor();
  await choose("Off");
  const third = await asked();
  await here.window.composer.thinkingAlways.waitFor();
  expect([first, second, third].map(({ model }) => /haiku/.test(model))).toEqual([false, true, true]);
  expect([second, third].map(({ output_config }) => output_config?.effort === "low")).toEqual([false, true]);
  expect(third.thinking).toBeDefined();
});

it("answers fast once that is switched on, and says so only then", { tags: "thorough" }, async () => {
  await here.begin();
  const shown = here.window.button(/^Fast mode /);
  const first = await asked();
  await here.window.message.focus();
  await here.window.page.keyboard.type("/fast ");
  await here.window.page.keyboard.press("Enter");
  await pick("On");
  await shown.waitFor();
  const second = await asked();
  await here.window.button("Fast mode is on").click();
  await choose("Off");
  const third = await asked();
  await shown.waitFor({ state: "hidden" });
  expect([first, second, third].map(({ speed }) => speed)).toEqual([undefined, "fast", undefined]);
});

it("compacts the conversation from what fills its context", { tags: "thorough" }, async () => {
  await here.begin();
  await asked();
  await here.window.composer.contextUsage.click();
  await here.window.composer.compactNow.click();
  await here.window.panel
    .getByRole("log")
    .getByText(/^Context compacted/)
    .waitFor();
});

it("sends commands with arguments, unknown ones unchanged, and offers a terminal for terminal-only ones", {
  tags: "thorough",
}, async () => {
  const greet = "---\ndescription: Greets somebody\nargument-hint: <name>\n---\nSay hello to $ARGUMENTS.\n";
  await here.begin({ ".claude/commands/greet.md": greet });
  await here.window.repository.start.click();
  const { page, panel } = here.window;
  here.world.scripts.set("Say hello to Ada.", () => [say("Hello Ada.")]);
  here.world.scripts.set("/nosuch thing", () => [say("Never heard of it.")]);
  await here.window.message.focus();
  // Possibly before `claude` has reported the command.
  await page.keyboard.type("/gre");
  await option(/^\/greet.*Greets somebody.*project/).waitFor();
  await page.keyboard.press("Tab");
  await panel.getByText("<name>", { exact: true }).waitFor();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await here.window.reply("Hello Ada.").waitFor();
  await page.keyboard.type("/nosuch thing");
  await page.keyboard.press("Enter");
  await here.window.reply("Never heard of it.").waitFor();
  await page.keyboard.type("/focus");
  // Not offered, but accepted.
  expect(await option(/^\/focus/).count()).toBe(0);
  await page.keyboard.type(" on");
  await page.keyboard.press("Enter");
  const offer = page.locator(".quick-input-list .monaco-list-row", { hasText: "Run in a new terminal" });
  await offer.waitFor();
  await page.keyboard.press("Escape");
  await offer.waitFor({ state: "hidden" });
  expect(await here.window.message.inputValue()).toBe("/focus on");
  await here.window.composer.send.click();
  await offer.click();
  await page.locator(".terminal-wrapper.active").waitFor();
  await expect.poll(() => here.window.message.inputValue()).toBe("");
});

const answers = [
  ["startWithout", /^Permission mode: Manual$/],
  ["start", /^Permission mode: Accept edits$/i],
] as const;
it.each(answers)(
  "asks before a folder's own settings let edits through: %s",
  { tags: "thorough" },
  async (answer, mode) => {
    here.world.scripts.set("hello", () => [say("Hello.")]);
    await here.openOwn({ folderSettings: { "tandem.permissionMode": "acceptEdits" } });
    const { window } = here;
    await window.repository.card.getByText("tandem.permissionMode").waitFor();
    await window.repository[answer].click();
    await window.send("hello");
    await window.reply("Hello.").waitFor();
    expect(await window.button(mode).count()).toBe(1);
    await window.reload();
    await window.button(mode).waitFor();
    expect(await window.repository.card.count()).toBe(0);
  },
);

it("shows another conversation, or opens the search, in a chat that was closed", {
  tags: "thorough",
}, async () => {
  for (const text of ["the first one", "the second one"])
    here.world.scripts.set(text, () => [{ blocks: [{ text: `Said of ${text}.` }] }]);
  await here.begin();
  const { page } = here.window;
  await openConversationTree(page);
  await here.window.send("the first one");
  await here.window.reply("Said of the first one.").waitFor();
  await here.window.newConversation();
  await here.window.send("the second one");
  await here.window.reply("Said of the second one.").waitFor();
  await togglePanel(page);
  await page.locator(".part.auxiliarybar").waitFor({ state: "hidden" });
  await page.getByRole("treeitem", { name: /the first one/ }).click();
  // Of a view that it shows again, the editor's frame does not say that it is one; no tab is open.
  const shown = getTab(page);
  await shown.getByRole("article", { name: "Assistant" }).filter({ hasText: "Said of the first one." }).waitFor();
  await expect.poll(() => hasFocus(shown.getByRole("textbox", { name: "Message" }))).toBe(true);
  await togglePanel(page);
  await page.locator(".part.auxiliarybar").waitFor({ state: "hidden" });
  await runCommand(page, "Tandem: Find in Conversation");
  await expect.poll(() => hasFocus(shown.getByRole("textbox", { name: "Find", exact: true }))).toBe(true);
});

it("mentions a file by its path from the folder in a chat not yet shown", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ isChatClosed: true, files: { "src/a.txt": "one\ntwo\nthree\n" } });
  const { page, message } = here.window;
  await page.getByRole("treeitem", { name: "src" }).click();
  await page.getByRole("treeitem", { name: "a.txt" }).dblclick();
  await page.locator(".editor-instance .view-line", { hasText: "one" }).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Alt+K");
  await message.waitFor({ timeout: 60_000 });
  await expect.poll(() => message.inputValue()).toBe("@src/a.txt#1-2 ");
  await expect.poll(() => hasFocus(message)).toBe(true);
});
