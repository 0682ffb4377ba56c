import fs from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fuzzRuns } from "../fuzz/runs.ts";
import { EditorWorld, type Window } from "./editorWorld.ts";
import { cliVersions, currentCli } from "./install.mjs";
import { rowOf, threeAtWork, writeRequest } from "./threeAtWork.ts";
import { openConversationTree, tabOf } from "./workbench.mjs";

const say = (text: string) => ({ blocks: [{ text }] });
const forever = { gate: new Promise<void>(() => {}) };

let world: EditorWorld;
let window: Window;

/** What is under way when something dies. Each sends the prompt "the cut one". */
const stages = {
  async "before the first frame"() {
    // A CLI that stands still takes the prompt from the pipe only when it is too late.
    for (const pid of world.cliProcesses()) process.kill(pid, "SIGSTOP");
    await window.send("the cut one");
    await expect.poll(() => world.savedState()).toContain("the cut one");
  },
  async "in a stream"() {
    world.scripts.set("the cut one", () => [{ blocks: [{ text: "Half a reply." }, forever] }]);
    await window.send("the cut one");
    await window.reply("Half a reply.").waitFor();
  },
  async "in a tool"() {
    // 2.0.77 lets echo write in the folder without asking.
    const command = `node -e "fs.writeFileSync('began.txt', '')"; sleep 30; node -e "fs.writeFileSync('late.txt', '')"`;
    world.scripts.set("the cut one", () => [{ blocks: [{ tool: "Bash", input: { command, description: "Takes long" } }] }, say("Never said.")]);
    await window.send("the cut one");
    await window.button("Allow").click();
    await expect.poll(() => fs.existsSync(window.file("began.txt"))).toBe(true);
  },
  async "with a request open"() {
    world.scripts.set("the cut one", (folder) => [
      { blocks: [{ tool: "Write", input: { file_path: `${folder}/late.txt`, content: "x" } }] },
      say("Never said."),
    ]);
    await window.send("the cut one");
    await window.button("Allow").waitFor();
  },
  async "with two prompts queued"() {
    await stages["in a stream"]();
    for (const text of ["first in the queue", "second in the queue"]) {
      await window.send(text);
      await window.panel.getByRole("list", { name: "Queued messages" }).getByText(text).waitFor();
    }
  },
};

/** What dies, and what a person does then. */
const victims = {
  async "the CLI"() {
    kill(world.cliProcesses());
    await window.panel.getByRole("alert").filter({ hasText: "claude stopped unexpectedly" }).waitFor();
    await window.button("Resume").click();
  },
  async "the extension host"() {
    await killHost([]);
  },
  async both() {
    await killHost(world.cliProcesses());
  },
  async "the window"() {
    const { folder } = window;
    await window.close();
    window = await world.reopen(folder);
  },
};

function kill(pids: readonly number[]): void {
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, "SIGKILL");
}

/** Ends the extension host, and waits until no page that it made is seen any more. */
async function killHost(others: readonly number[]): Promise<void> {
  const { page } = window;
  const pages = [window.panel, ...((await page.locator(".editor-group-container .tab").count()) > 0 ? [tabOf(page)] : [])];
  for (const shown of pages) await shown.locator("body").evaluate((body: HTMLElement) => body.setAttribute("data-old", ""));
  kill([...world.extensionHosts(), ...others]);
  for (const shown of pages) await shown.locator("body:not([data-old])").waitFor();
}

type Cell = readonly [victim: keyof typeof victims, stage: keyof typeof stages];
const everyVictim = Object.keys(victims) as Cell[0][];
const everyCell = Object.keys(stages).flatMap((stage) => everyVictim.map((victim) => [victim, stage] as Cell));
/** Some that have shown a failure; a CLI that dies alone is among the scenarios. */
const someCells: Cell[] = [["the window", "with a request open"]];
const cells = fuzzRuns(1) > 1 ? everyCell : someCells;

describe.each(fuzzRuns(1) > 1 ? cliVersions : [currentCli])("with the CLI %s", (version) => {
  beforeAll(async () => {
    world = await EditorWorld.create({ version });
  });
  afterEach(() => window?.close());
  afterAll(() => world.close());
  it.each(cells)("%s dies %s", endsAndGoesOn);
  it.runIf(fuzzRuns(1) > 1).each(everyVictim)("%s dies with three at work", threeGoOn);
});

async function endsAndGoesOn(victim: Cell[0], stage: Cell[1]): Promise<void> {
  world.scripts.set("the first turn", () => [say("The first turn is done.")]);
  world.scripts.set("go on", () => [say("On it goes.")]);
  const { length: before } = world.model.requests;
  window = await world.open();
  await window.send("the first turn");
  await window.reply("The first turn is done.").waitFor();
  await stages[stage]();
  await window.message.fill("half a thought");
  await expect.poll(() => world.savedState()).toContain("half a thought");
  await victims[victim]();

  // What was said is there, what was cut is there once, and the draft.
  await window.reply("The first turn is done.").waitFor();
  await expect.poll(() => window.message.inputValue()).toBe("half a thought");
  const rows = window.panel.getByRole("article", { name: "You" }).filter({ hasText: "the cut one" });
  const queue = window.panel.getByRole("list", { name: "Queued messages" });
  await rows.or(queue.getByText("the cut one")).first().waitFor();
  await expect.poll(async () => (await rows.count()) + (await queue.getByText("the cut one").count())).toBe(1);
  if (stage.includes("queued")) for (const text of ["first in the queue", "second in the queue"]) await queue.getByText(text).waitFor();
  expect(await window.panel.getByRole("group", { name: /^Permission/ }).count()).toBe(0);
  // A turn that had begun was cut, which is said; or its prompt waits again, where the CLI had saved nothing of it yet.
  if (stage !== "before the first frame") await window.button("Continue").or(queue.getByText("the cut one")).first().waitFor();

  // It goes on, knows what was said, and nothing ran that nobody asked for.
  await window.send("go on");
  await window.reply("On it goes.").waitFor();
  const said = world.model.requests.slice(before).map((request) => JSON.stringify(request.messages));
  expect(said.at(-1)).toContain("the first turn");
  expect(said.filter((text) => text.includes("in the queue"))).toEqual([]);
  expect(world.cliProcesses()).toHaveLength(1);
  expect(fs.existsSync(window.file("late.txt"))).toBe(false);

  await window.close();
  await expect.poll(() => world.agentProcesses(), { timeout: 60_000 }).toEqual([]);
  expect(fs.existsSync(window.file("late.txt"))).toBe(false);
}

/** Whatever died, each of three conversations, in tabs and in the panel, asks nothing any more, tells that it was cut, and goes on. */
async function threeGoOn(victim: Cell[0]): Promise<void> {
  world.scripts.set("go on", () => [say("On it goes.")]);
  world.scripts.set("Continue from where you were interrupted.", () => [say("On it goes.")]);
  window = await world.open();
  await threeAtWork(world, window);
  await victims[victim]();
  await openConversationTree(window.page);
  // A fresh browser knows nothing of the tabs.
  const hasTabs = victim !== "the window";
  for (const name of ["two", "three", "one"]) {
    if (name !== "three" || !hasTabs) await rowOf(window, `write ${name}`).click();
    const place = name === "three" || !hasTabs ? window.panel : tabOf(window.page);
    await place
      .getByRole("article", { name: "You" })
      .filter({ hasText: `write ${name}` })
      .waitFor();
    const resume = place.getByRole("button", { name: "Resume" });
    const goOn = place.getByRole("button", { name: "Continue" });
    // A program that outlives its window is told that nobody answers, and may end its turn with that.
    const ended = place.getByRole("article", { name: "Assistant" }).filter({ hasText: `Done with ${name}.` });
    await resume.or(goOn).or(ended).first().waitFor();
    if (await resume.isVisible()) await resume.click();
    expect(await place.getByRole("group", writeRequest(name)).count()).toBe(0);
    if (await goOn.isVisible()) await goOn.click();
    else {
      await place.getByRole("textbox", { name: "Message" }).fill("go on");
      await place.getByRole("button", { name: "Send", exact: true }).click();
    }
    await place.getByText("On it goes.").waitFor();
    const told = JSON.stringify(world.model.requests.at(-1).messages);
    expect(["one", "two", "three"].filter((other) => told.includes(`write ${other}`))).toEqual([name]);
  }
  expect(world.cliProcesses()).toHaveLength(3);
  await window.close();
  await expect.poll(() => world.agentProcesses(), { timeout: 60_000 }).toEqual([]);
  expect(["one", "two", "three"].filter((name) => fs.existsSync(window.file(`${name}.txt`)))).toEqual([]);
}
