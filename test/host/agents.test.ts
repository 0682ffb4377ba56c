import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";

const here = oneEditor();

const use = (tool: string, input: object) => ({ blocks: [{ text: "Working. " }, { tool, input }] });

it("folds a subagent's work under its card", { tags: "thorough" }, async () => {
  here.world.scripts.set("delegate", () => [
    use("Task", { description: "Look around", prompt: "inner work", subagent_type: "general-purpose" }),
    say("The agent was sent."),
  ]);
  here.world.scripts.set("inner work", () => [
    use("Bash", { command: "echo inside", description: "Says inside" }),
    say("Found it inside."),
  ]);
  await here.begin();
  await here.window.send("delegate");
  const agent = here.window.tool("Agent Look around");
  await agent.getByText(/\d steps/).waitFor();
  expect(await here.window.panel.getByText("Found it inside.").count()).toBe(0);
  await agent.getByRole("button").first().click();
  await agent.getByText("Found it inside.").waitFor();
  await agent.getByRole("group", { name: "Bash echo inside" }).waitFor();
});

it("opens an agent's steps from the background tasks, shows its progress, and stops it alone", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("send it", () => [
    use("Task", { description: "Look far", prompt: "look far", subagent_type: "general-purpose" }),
    say(Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join("\n\n")),
  ]);
  here.world.scripts.set("carry on", () => [say("You came back.")]);
  here.world.scripts.set("look far", () => [use("Bash", { command: "echo seen; sleep 300", description: "Looks" })]);
  await here.begin();
  await here.window.send("send it");
  await here.window.reply("Paragraph 59.").waitFor();
  const going = here.window.composer.backgroundTasks;
  await going.getByText("Bash", { exact: true }).waitFor();
  await going.getByRole("button", { name: "Look far" }).click();
  const agent = here.window.tool("Agent Look far");
  await agent.getByRole("group", { name: "Bash echo seen; sleep 300" }).waitFor();
  await agent.getByText(/\d[\d.]*k? tokens$/).waitFor();
  await here.window.transcript.action("stopAgent", agent).click();
  await going.waitFor({ state: "detached" });
  await agent.getByText("stopped").first().waitFor();
  await here.window.send("carry on");
  await here.window.reply("You came back.").waitFor();
});

it("lists what runs in the background, which outlives a stop, and stops it alone", { tags: "thorough" }, async () => {
  here.world.scripts.set("watch", () => [
    use("Bash", { command: "echo ready; sleep 300", description: "Watches for long", run_in_background: true }),
    { blocks: [{ text: "It watches." }, { gate: new Promise<void>(() => {}) }] },
  ]);
  await here.begin();
  await here.window.send("watch");
  await here.window.reply("It watches.").waitFor();
  const background = here.window.composer.backgroundTasks;
  await background.getByRole("button", { name: "Watches for long" }).click();
  await background.getByRole("group", { name: "Output" }).getByText("ready").waitFor();
  await here.window.message.press("Escape");
  await here.window.panel.getByText("Stopped").waitFor();
  await background.getByRole("button", { name: "Stop" }).click();
  await background.waitFor({ state: "detached" });
});

it("leaves no process behind when its window closes, though an agent is at work", { tags: "thorough" }, async () => {
  here.world.scripts.set("send one", () => [
    use("Task", { description: "Look far", prompt: "look on", subagent_type: "general-purpose" }),
    say("Sent."),
  ]);
  here.world.scripts.set("look on", () => [use("Bash", { command: "echo seen; sleep 300", description: "Looks" })]);
  await here.begin();
  await here.window.send("send one");
  await here.window.reply("Sent.").waitFor();
  await here.window.composer.backgroundTasks.getByText("Bash", { exact: true }).waitFor();
  await here.window.close();
  await expect.poll(() => here.world.cliProcesses(), { timeout: 60_000 }).toEqual([]);
});
