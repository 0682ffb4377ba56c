import { expect, it } from "vitest";
import { say, use } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { isReady } from "./window.ts";
import { openConversationTree, runCommand } from "./workbench.mjs";

const here = oneEditor();

const card = (name: string | RegExp) => here.window.panel.getByRole("group", { name, exact: true });

/** Sends a prompt for which the model calls a tool and then replies. */
async function ask(prompt: string, tool: string, input: object): Promise<void> {
  here.world.scripts.set(prompt, () => [use(tool, input), say(`After ${prompt}.`)]);
  await here.window.send(prompt);
}

const tree = () => here.window.page.getByRole("tree", { name: /Conversations/ });
const group = () => tree().getByRole("treeitem", { name: "Waiting for you", exact: true });

/** Returns the rows of requests. */
const waiting = () =>
  tree()
    .locator('[role="treeitem"][aria-level="2"]')
    .filter({ hasText: /^(Bash|Write) / });

const list = () => here.window.page.locator(".quick-input-list .monaco-list-row");

/** Sends a prompt for which the model runs a command that needs permission. */
async function askFor(command: string): Promise<void> {
  await ask(`run ${command}`, "Bash", { command });
  await card(`Permission: Bash ${command}`).waitFor();
}

/**
 * Opens the menu next to Deny from the composer, moves through it, and chooses its last entry, with the keyboard only.
 */
async function denyAndStopByKeys(): Promise<void> {
  const { page, panel } = here.window;
  await isReady(here.window.card.deny);
  await here.window.card.button("moreWaysToDeny").focus();
  await page.keyboard.press("Enter");
  const entry = (name: string) => panel.locator(`[role="menuitem"]:focus`, { hasText: name });
  await entry("Deny with feedback…").waitFor();
  await page.keyboard.press("Escape");
  await panel.locator('button[aria-label="More ways to deny"]:focus[aria-expanded="false"]').waitFor();
  await page.keyboard.press("ArrowDown");
  await entry("Deny with feedback…").waitFor();
  await page.keyboard.press("End");
  await entry("Deny and stop").waitFor();
  await page.keyboard.press("Enter");
}

/**
 * Goes to the only row, once it is that of the command, by keyboard, so that it has its buttons wherever it moves while
 * the list is laid out.
 */
async function reachOnlyRow(command: string): Promise<void> {
  await waiting().filter({ hasText: command }).waitFor();
  await expect.poll(() => waiting().count()).toBe(1);
  await tree().focus();
  await here.window.page.keyboard.press("Home");
  await here.window.page.keyboard.press("ArrowDown");
}

it("allows from the tree what its row shows whole, and offers no Allow otherwise", {
  tags: "thorough",
}, async () => {
  await here.begin();
  await askFor("node -e 1");
  await openConversationTree(here.window.page);
  await reachOnlyRow("node -e 1");
  await waiting().getByRole("button", { name: "Allow", exact: true }).click();
  await here.window.reply("After run node -e 1.").waitFor();
  expect(here.world.sentMessages()).not.toContain("denied");

  // The purpose, which claude adds to most commands, is on the card only, and on hover.
  await ask("run it for a reason", "Bash", { command: "node -e 2", description: "Prints two" });
  await card("Permission: Bash node -e 2").waitFor();
  await reachOnlyRow("node -e 2");
  await waiting().getByRole("button", { name: "Deny", exact: true }).waitFor();
  await expect.poll(() => waiting().getByRole("button", { name: "Allow", exact: true }).count()).toBe(0);
  await isReady(here.window.card.allow);
  await here.window.card.allow.click();
  await here.window.reply("After run it for a reason.").waitFor();

  await ask("run node -e 111", "Bash", { command: `node -e ${"1".repeat(600)}` });
  await card(/^Permission: Bash node -e 1/).waitFor();
  await reachOnlyRow("node -e 111");
  // A row offers no answer in its first half second.
  await waiting().getByRole("button", { name: "Deny", exact: true }).waitFor();
  await expect.poll(() => waiting().getByRole("button", { name: "Allow", exact: true }).count()).toBe(0);
  await waiting().getByRole("button", { name: "Deny", exact: true }).click();
  await here.window.reply("After run node -e 111").waitFor();
  await group().waitFor({ state: "detached" });
});

it("notifies of a hidden conversation's request, and can end the turn with its denial", {
  tags: "thorough",
}, async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  here.world.scripts.set("run it", () => [
    { blocks: [{ text: "Soon." }, { gate }, { tool: "Bash", input: { command: "node -e 1" } }] },
    say("Never said."),
  ]);
  await here.begin();
  await here.window.send("run it");
  await here.window.reply("Soon.").waitFor();
  await runCommand(here.window.page, "Tandem: New Conversation");
  await here.window.transcript.empty.waitFor();
  release();
  const toast = here.window.page.locator(".notification-toast", { hasText: "Waiting for you" });
  await toast.getByRole("button", { name: "Review" }).click();
  await card("Permission: Bash node -e 1").waitFor();
  await denyAndStopByKeys();
  await card("Bash node -e 1").getByText("denied").waitFor();
  await here.window.composer.send.waitFor();
  expect(await here.window.panel.getByText("Never said.").count()).toBe(0);
});

it("asks in an editor list that ignores a lone Enter and closes with the card", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ folderSettings: { "tandem.permissions.prompt": "both" } });
  await askFor("node -e 1");
  await list().filter({ hasText: "Deny with feedback…" }).waitFor();
  await here.window.page.keyboard.press("Enter");
  await here.window.page.keyboard.press("Enter");
  expect(await card(/^Permission/).count()).toBe(1);
  await here.window.page.locator(".quick-input-widget input[type=text]:enabled").waitFor();
  await here.window.page.keyboard.press("Enter");
  expect(await card(/^Permission/).count()).toBe(1);
  await list().filter({ hasText: "Deny with feedback…" }).click();
  await here.window.page.locator(".quick-input-message", { hasText: "What to do instead" }).waitFor();
  await here.window.page.locator(".quick-input-widget input[type=text]").fill("Use the other one");
  await here.window.page.keyboard.press("Enter");
  await here.window.reply("After run node -e 1.").waitFor();
  expect(here.world.sentMessages()).toContain("Use the other one");

  await askFor("node -e 2");
  await list().filter({ hasText: "Deny with feedback…" }).waitFor();
  await here.window.card.deny.click();
  await list().first().waitFor({ state: "hidden" });
  await here.window.reply("After run node -e 2.").waitFor();
});
