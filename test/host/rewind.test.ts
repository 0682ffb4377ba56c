import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor();

const say = (text: string) => ({ blocks: [{ text }] });
const dialog = () => here.window.page.locator(".monaco-dialog-box");
const notice = (text: string) => here.window.panel.getByRole("alert").filter({ hasText: text }).last();
const prompts = () => here.window.transcript.prompts;
const sent = () => JSON.stringify(here.world.model.requests.at(-1).messages);

async function talk(text: string): Promise<void> {
  here.world.scripts.set(text, () => [say(`Heard: ${text}.`)]);
  await here.window.message.fill("");
  await here.window.send(text);
  await here.window.reply(`Heard: ${text}.`).waitFor();
}

async function rewindTo(text: string, answer: string): Promise<void> {
  await prompts().filter({ hasText: text }).getByRole("button", { name: "Rewind to here" }).click();
  await dialog().getByRole("button", { name: answer, exact: true }).click();
}

it("takes a conversation back, forth again after other messages, and back to those, also after a reload", async () => {
  await here.openOwn();
  await talk("the first");
  await talk("the second");
  await rewindTo("the second", "Restore Conversation");
  await expect.poll(() => here.window.message.inputValue()).toBe("the second");
  await notice("Rewound the conversation").getByRole("button", { name: "Undo" }).click();
  await here.window.reply("Heard: the second.").waitFor();
  await notice("The rewind was undone").getByRole("button", { name: "Redo" }).click();
  await notice("The rewind of the conversation was redone").waitFor();
  expect(await prompts().count()).toBe(1);
  await talk("another way");
  expect([sent().includes("the first"), sent().includes("the second")]).toEqual([true, false]);

  await here.window.reload();
  await here.window.reply("Heard: another way.").waitFor();
  await runCommand(here.window.page, "Tandem: Undo Last Rewind");
  await dialog().getByRole("button", { name: "Undo Rewind" }).click();
  await here.window.reply("Heard: the second.").waitFor();
  expect(await prompts().allInnerTexts()).toEqual([expect.stringContaining("the first"), expect.stringContaining("the second")]);
  await talk("the third");
  expect([sent().includes("the second"), sent().includes("another way")]).toEqual([true, false]);
});
