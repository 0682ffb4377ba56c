import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { openConversationTree, runCommand } from "./workbench.mjs";

const say = (text: string) => ({ blocks: [{ text }] });

const here = oneEditor();

const row = () => here.window.page.getByRole("tree", { name: /Waiting for you/ }).getByRole("treeitem");
const list = () => here.window.page.locator(".quick-input-list .monaco-list-row");

/** Sends a prompt for which the model runs a command that asks first. */
async function request(folderSettings: object = {}, command = "node -e 1"): Promise<void> {
  await (Object.keys(folderSettings).length > 0 ? here.openOwn({ folderSettings }) : here.begin());
  await askFor(command);
}

async function askFor(command = "node -e 1"): Promise<void> {
  here.world.scripts.set(`run ${command}`, () => [{ blocks: [{ tool: "Bash", input: { command } }] }, say(`Understood ${command}.`)]);
  await here.window.send(`run ${command}`);
  await here.window.panel.getByRole("group", { name: `Permission: Bash ${command}` }).waitFor();
}

it("allows from the tree what its row shows whole, and offers no Allow for what it does not", async () => {
  await request();
  await openConversationTree(here.window.page);
  await row().hover();
  await row().getByRole("button", { name: "Allow", exact: true }).click();
  await here.window.reply("Understood node -e 1.").waitFor();
  expect(JSON.stringify(here.world.model.requests.at(-1).messages)).not.toContain("denied");

  await askFor(`node -e ${"1".repeat(60)}`);
  await row().hover();
  await row().getByRole("button", { name: "Deny", exact: true }).waitFor();
  // A row takes no answer in its first half second, as little as the card.
  await expect.poll(() => here.window.button("Deny").getAttribute("aria-disabled")).toBe("false");
  expect(await row().getByRole("button", { name: "Allow", exact: true }).count()).toBe(0);
  await row().getByRole("button", { name: "Deny", exact: true }).click();
  await here.window.reply("Understood node -e 111").waitFor();
  expect(await row().count()).toBe(0);
});

it("notifies of a request in a conversation that is not on the screen, and ends the turn with its refusal where that is wanted", async () => {
  let goOn = (): void => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  here.world.scripts.set("run it", () => [{ blocks: [{ text: "Soon." }, { gate }, { tool: "Bash", input: { command: "node -e 1" } }] }, say("Never said.")]);
  await here.begin();
  await here.window.send("run it");
  await here.window.reply("Soon.").waitFor();
  await runCommand(here.window.page, "Tandem: New Conversation");
  await here.window.panel.getByRole("heading", { name: "Start a conversation" }).waitFor();
  goOn();
  const toast = here.window.page.locator(".notification-toast", { hasText: "Tandem asks" });
  await toast.getByRole("button", { name: "Review" }).click();
  await here.window.panel.getByRole("group", { name: "Permission: Bash node -e 1" }).waitFor();
  await here.window.button("Deny and stop").click();
  await here.window.panel.getByRole("group", { name: "Bash node -e 1", exact: true }).getByText("denied").waitFor();
  await here.window.button("Send").waitFor();
  expect(await here.window.panel.getByText("Never said.").count()).toBe(0);
});

it("asks in a list of the editor, in which Enter alone decides nothing, and which goes when the card is answered", async () => {
  await request({ "tandem.permissions.prompt": "both" });
  await list().filter({ hasText: "Deny with feedback…" }).waitFor();
  await here.window.page.keyboard.press("Enter");
  await here.window.page.keyboard.press("Enter");
  expect(await here.window.panel.getByRole("group", { name: /^Permission/ }).count()).toBe(1);
  await here.window.page.locator(".quick-input-widget input[type=text]:enabled").waitFor();
  await here.window.page.keyboard.press("Enter");
  expect(await here.window.panel.getByRole("group", { name: /^Permission/ }).count()).toBe(1);
  await list().filter({ hasText: "Deny with feedback…" }).click();
  await here.window.page.locator(".quick-input-message", { hasText: "What to do instead" }).waitFor();
  await here.window.page.locator(".quick-input-widget input[type=text]").fill("Use the other one");
  await here.window.page.keyboard.press("Enter");
  await here.window.reply("Understood node -e 1.").waitFor();
  expect(JSON.stringify(here.world.model.requests.at(-1).messages)).toContain("Use the other one");

  await askFor("node -e 2");
  await list().filter({ hasText: "Deny with feedback…" }).waitFor();
  await here.window.button("Deny").click();
  await list().first().waitFor({ state: "hidden" });
  await here.window.reply("Understood node -e 2.").waitFor();
});
