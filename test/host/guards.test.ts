import fs from "node:fs";
import { expect, it } from "vitest";
import { panelText } from "../../extension/shared/text/panel.ts";
import { guardText } from "../../extension/shared/text/requests/guards.ts";
import { oneEditor } from "./oneEditor.ts";

const say = (text: string) => ({ blocks: [{ text }] });
const touch = (name: string) => ({
  blocks: [{ tool: "Bash", input: { command: `touch ${name}`, description: "Makes a file" } }],
});

// The scripted model counts 1,240 new tokens for each reply.
const here = oneEditor({
  settings: {
    "tandem.limits.turn.newTokens": 1_000,
    "tandem.allowDangerouslySkipPermissions": true,
    "tandem.permissionMode": "bypassPermissions",
  },
});

const card = () => here.window.panel.getByRole("group", { name: /^New tokens of this turn: Bash/ });
const told = () => JSON.stringify(here.world.model.requests.at(-1).messages.at(-1));
const isThere = (name: string) => fs.existsSync(here.window.file(name));

async function press(name: string | RegExp): Promise<void> {
  const button = card().getByRole("button", { name });
  await expect.poll(() => button.getAttribute("aria-disabled"), { timeout: 10_000 }).toBe("false");
  await button.click();
}

it("holds a call at the limit in the mode that never asks, until Raise", async () => {
  here.world.scripts.set("go on", () => [
    touch("one.txt"),
    touch("two.txt"),
    touch("three.txt"),
    say("All are there."),
  ]);
  await here.begin();
  await here.window.send("go on");
  await card().waitFor();
  expect(await card().getByRole("meter", { name: "New tokens of this turn" }).getAttribute("aria-valuetext")).toBe(
    "1k of 1k tokens",
  );
  expect(isThere("one.txt")).toBe(false);
  // Twice what is used, so that the second reply is below it.
  await press(/^Raise to 3k tokens/);
  await card().getByText(guardText.held("Bash", "touch three.txt")).waitFor();
  expect([isThere("one.txt"), isThere("two.txt"), isThere("three.txt")]).toEqual([true, true, false]);
  await press(/^Raise to 7k tokens/);
  await here.window.reply("All are there.").waitFor();
  expect(isThere("three.txt")).toBe(true);
  await here.window.panel.getByText(/^New tokens of this turn: .* of 7k tokens$/).waitFor();
});

it("lets the model reply once more without tools after Wrap up", { tags: "thorough" }, async () => {
  here.world.scripts.set("wrap up", () => [touch("wrapped.txt"), say("Three is not there yet.")]);
  await here.begin();
  await here.window.send("wrap up");
  await press("Wrap up");
  await here.window.reply("Three is not there yet.").waitFor();
  expect(told()).toContain("The user asks you to wrap up: call no more tools");
  expect(isThere("wrapped.txt")).toBe(false);
});

it("ends the turn after Stop, and runs nothing", { tags: "thorough" }, async () => {
  here.world.scripts.set("stop", () => [touch("four.txt"), say("Not reached.")]);
  await here.begin();
  await here.window.send("stop");
  await press(/^Stop/);
  await here.window.panel.getByText("Stopped").first().waitFor();
  expect(isThere("four.txt")).toBe(false);
});

it("runs no held call after a window reload, and continues with the next message", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("reload", () => [touch("five.txt"), say("Five is there.")]);
  here.world.scripts.set("again", () => [say("Here I am.")]);
  await here.begin();
  await here.window.send("reload");
  await card().waitFor();
  await here.window.reload();
  await here.window.panel.getByText(panelText.interrupted()).waitFor();
  expect([isThere("five.txt"), await card().count()]).toEqual([false, 0]);
  await here.window.send("again");
  await here.window.reply("Here I am.").waitFor();
  expect(isThere("five.txt")).toBe(false);
});

it("asks before a call fails a fourth time in a row, and relays the feedback", {
  tags: "thorough",
}, async () => {
  // Few tokens, so that the limit is not reached.
  const usage = { input: 10, output: 10 };
  const fail = { blocks: [{ tool: "Bash", input: { command: "ls none.txt", description: "Looks" } }], usage };
  here.world.scripts.set("get stuck", () => [fail, fail, fail, fail, { ...say("It is installed first."), usage }]);
  await here.begin();
  await here.window.send("get stuck");
  const stuck = here.window.panel.getByRole("group", { name: /^claude may be stuck: Bash/ });
  await stuck.getByText(guardText.failing(3)).waitFor();
  await stuck.getByText(/none\.txt.*No such file/).waitFor();
  await stuck.getByRole("button", { name: guardText.tell() }).click();
  await stuck.getByRole("textbox", { name: guardText.feedback() }).fill("Install it first");
  await stuck.getByRole("button", { name: guardText.send() }).click();
  await here.window.reply("It is installed first.").waitFor();
  expect(told()).toContain("The user did not let this call run again, and says: Install it first");
});
