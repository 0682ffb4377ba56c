import fs from "node:fs";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { isReady } from "./window.ts";

const here = oneEditor({ settings: { "tandem.limits.turn.minutes": 0.05, "tandem.permissionMode": "acceptEdits" } });

const write = (folder: string, name: string) => ({
  tool: "Write",
  input: { file_path: `${folder}/${name}`, content: "6" },
});
const isThere = (name: string) => fs.existsSync(here.window.file(name));

it("holds a call when the turn's time is over, and does not count waiting time", {
  tags: "thorough",
}, async () => {
  let letReply = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letReply = resolve;
  });
  here.world.scripts.set("take time", (folder) => [
    { blocks: [{ gate }, write(folder, "six.txt")] },
    say("Six is there."),
  ]);
  await here.begin();
  await here.window.send("take time");
  const meter = here.window.panel.getByRole("meter", { name: "Time of this turn" });
  await expect.poll(() => meter.getAttribute("aria-valuenow"), { timeout: 10_000 }).toBe("0.05");
  await here.window.panel.getByText("At the limit, tool calls wait for you.").first().waitFor();
  letReply();
  const time = here.window.panel.getByRole("group", { name: /^Time of this turn: Write/ });
  await time.waitFor();
  expect(isThere("six.txt")).toBe(false);
  const raise = time.getByRole("button", { name: /^Raise to/ });
  await isReady(raise);
  await raise.click();
  await here.window.reply("Six is there.").waitFor();
  expect(isThere("six.txt")).toBe(true);
});
