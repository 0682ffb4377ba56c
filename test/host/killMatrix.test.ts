import fs from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fuzzRuns } from "../fuzz/runs.ts";
import { say } from "../model/replies.ts";
import type { EditorWorld } from "./editorWorld.ts";
import { cliVersions, currentCli } from "./install.mjs";
import { Composer } from "./page/composer.ts";
import { Transcript } from "./page/transcript.ts";
import { giveBackEditor, takeEditor } from "./sharedEditor.ts";
import { getRow, threeAtWork, writeRequest } from "./threeAtWork.ts";
import type { Window } from "./window.ts";
import { getTab, openConversationTree, openList, tabFrames } from "./workbench.mjs";

const forever = { gate: new Promise<void>(() => {}) };

let world: EditorWorld;
let window: Window;

/** Returns the texts and file names of a conversation. */
const getWords = (name: string) => ({
  first: `the first turn of ${name}`,
  done: `The first turn of ${name} is done.`,
  cut: `the cut one of ${name}`,
  queued: [`first in the queue of ${name}`, `second in the queue of ${name}`],
  began: `began-${name}.txt`,
  late: `late-${name}.txt`,
});

/** Work in progress of the panel's conversation when a process dies; `pids` are its CLI processes. */
const stages = {
  async "before the first frame"(name: string, pids: readonly number[]) {
    const { cut } = getWords(name);
    // A prompt that returns to the queue can be sent: an earlier cell has a reply to it that never ends.
    world.scripts.delete(cut);
    // A stopped CLI reads the prompt from the pipe only when it is too late.
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await window.send(cut);
    await expect.poll(() => world.savedState()).toContain(cut);
  },
  async "in a stream"(name: string) {
    const { cut } = getWords(name);
    world.scripts.set(cut, () => [{ blocks: [{ text: "Half a reply." }, forever] }]);
    await window.send(cut);
    await window.reply("Half a reply.").waitFor();
  },
  async "in a tool"(name: string) {
    const { cut, began, late } = getWords(name);
    // 2.0.77 allows echo to write in the folder without a request.
    const command = `node -e "fs.writeFileSync('${began}', '')"; sleep 30; node -e "fs.writeFileSync('${late}', '')"`;
    world.scripts.set(cut, () => [
      { blocks: [{ tool: "Bash", input: { command, description: "Takes long" } }] },
      say("Never said."),
    ]);
    await window.send(cut);
    await window.card.allow.click();
    await expect.poll(() => fs.existsSync(window.file(began))).toBe(true);
  },
  async "with a request open"(name: string) {
    const { cut, late } = getWords(name);
    world.scripts.set(cut, (folder) => [
      { blocks: [{ tool: "Write", input: { file_path: `${folder}/${late}`, content: "x" } }] },
      say("Never said."),
    ]);
    await window.send(cut);
    await window.card.allow.waitFor();
  },
  async "with two prompts queued"(name: string) {
    await stages["in a stream"](name);
    for (const text of getWords(name).queued) {
      await window.send(text);
      await window.composer.queue.getByText(text).waitFor();
    }
  },
};

/** Processes and windows that die. */
const victims = {
  async "the CLI"() {
    kill(world.cliProcesses());
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
  /** Not a death: the extension host ends the processes that it started. */
  async "a reload"() {
    await window.reload();
  },
};

function kill(pids: readonly number[]): void {
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, "SIGKILL");
}

/** Kills the extension host, and waits until no page of it is visible any more. */
async function killHost(others: readonly number[]): Promise<void> {
  const { page } = window;
  // The diff of a request is also a tab, but not a page of Tandem.
  const pages = [window.panel, ...((await tabFrames(page).count()) > 0 ? [getTab(page)] : [])];
  for (const shown of pages)
    await shown.locator("body").evaluate((body: HTMLElement) => body.setAttribute("data-old", ""));
  kill([...world.extensionHosts(), ...others]);
  for (const shown of pages) await shown.locator("body:not([data-old])").waitFor();
}

type Cell = readonly [victim: keyof typeof victims, stage: keyof typeof stages];
const everyVictim = ["the CLI", "the extension host", "both", "the window"] as const satisfies readonly Cell[0][];
const everyCell = Object.keys(stages).flatMap((stage) => everyVictim.map((victim) => [victim, stage] as Cell));
const isFuzz = fuzzRuns(1) > 1;
/** A cell that has revealed a failure before; the death of a CLI alone is among the scenarios. */
const quickCell: Cell = ["the window", "with a request open"];

describe.each(isFuzz ? cliVersions : [currentCli])("with claude %s", { tags: "thorough" }, (version) => {
  let hasFailed = false;
  beforeAll(async () => {
    world = await takeEditor({ version });
  });
  afterEach(async ({ task }) => {
    hasFailed ||= task.result?.state === "fail";
    await window?.close();
  });
  afterAll(() => giveBackEditor(world, { hasFailed }));
  it.each(isFuzz ? everyCell : [])("%s dies %s", (...cell) => endsAndGoesOn(...cell, ["one"]));
  it.each(isFuzz ? everyCell : [quickCell])("%s dies %s, in each of three conversations", (...cell) =>
    endsAndGoesOn(...cell, ["one", "two", "three"]),
  );
  it.runIf(isFuzz).each(Object.keys(stages) as Cell[1][])("a reload loses nothing %s", (stage) =>
    endsAndGoesOn("a reload", stage, ["one"]),
  );
  it.runIf(isFuzz).each(everyVictim)("%s dies with three at work in tabs and panel", threeContinue);
});

/**
 * Checks that after any death each conversation has its earlier messages and the interrupted one, and continues only
 * when the user says so.
 */
async function endsAndGoesOn(victim: Cell[0], stage: Cell[1], names: readonly string[]): Promise<void> {
  world.scripts.set("go on", () => [say("On it goes.")]);
  const { length: before } = world.model.requests;
  window = await world.open();
  for (const name of names) {
    const { first, done } = getWords(name);
    const others = world.cliProcesses();
    world.scripts.set(first, () => [say(done)]);
    if (name !== names[0]) await window.newConversation();
    await window.send(first);
    await window.reply(done).waitFor();
    // The CLI saves a turn shortly after it reports the end of it; the unsaved part would be lost.
    await expect.poll(() => world.savedTranscripts()).toContain(done);
    await stages[stage](
      name,
      world.cliProcesses().filter((pid) => !others.includes(pid)),
    );
  }
  await window.message.fill("half a thought");
  await expect.poll(() => world.savedState()).toContain("half a thought");
  await victims[victim]();

  const shown = names.at(-1);
  for (const name of [...names].reverse()) {
    if (name !== shown) await pickConversation(getWords(name).first);
    await isKept(name, stage, victim);
    if (name === shown) await expect.poll(() => window.message.inputValue()).toBe("half a thought");
    // It continues, and has exactly its own messages.
    await window.send("go on");
    await window.reply("On it goes.").waitFor();
    const told = JSON.stringify(world.model.requests.at(-1).messages);
    expect(names.filter((each) => told.includes(getWords(each).first))).toEqual([name]);
  }
  const said = world.model.requests.slice(before).map((request) => JSON.stringify(request.messages));
  expect(said.filter((text) => text.includes("in the queue"))).toEqual([]);
  expect(world.cliProcesses()).toHaveLength(names.length);

  await window.close();
  await expect.poll(() => world.agentProcesses(), { timeout: 60_000 }).toEqual([]);
  expect(names.filter((name) => fs.existsSync(window.file(getWords(name).late)))).toEqual([]);
}

/** Shows a conversation in the panel. Not by its row in the tree, which moves with the state of the others. */
async function pickConversation(title: string): Promise<void> {
  await openList(window.page, "Tandem: Open Conversation…");
  await window.page.locator(".quick-input-widget input[type=text]").fill(title);
  await window.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
}

/**
 * Checks that the panel's conversation has its earlier messages, has the interrupted message once, and has no request.
 */
async function isKept(name: string, stage: Cell[1], victim: Cell[0]): Promise<void> {
  const { done, cut, queued } = getWords(name);
  await window.reply(done).waitFor();
  if (victim === "the CLI") {
    await window.transcript.notice("claude stopped unexpectedly").waitFor();
    await window.transcript.button("resume").click();
  }
  const rows = window.transcript.prompts.filter({ hasText: cut });
  const queue = window.composer.queue;
  await rows.or(queue.getByText(cut)).first().waitFor();
  await expect.poll(async () => (await rows.count()) + (await queue.getByText(cut).count())).toBe(1);
  if (stage === "with two prompts queued") for (const text of queued) await queue.getByText(text).waitFor();
  expect(await window.card.permissions.count()).toBe(0);
  // A turn that had started is reported as interrupted; or its prompt is queued again, if the CLI had saved nothing of
  // it yet.
  if (stage !== "before the first frame") await window.composer.continueTurn.or(queue.getByText(cut)).first().waitFor();
}

/**
 * Checks that after any death three conversations, in tabs and in the panel, have no request, report the interruption,
 * and continue.
 */
async function threeContinue(victim: Cell[0]): Promise<void> {
  world.scripts.set("go on", () => [say("On it goes.")]);
  world.scripts.set("Continue from where you were interrupted.", () => [say("On it goes.")]);
  window = await world.open();
  await threeAtWork(world, window);
  await victims[victim]();
  if (victim === "the CLI") {
    await window.transcript.notice("claude stopped unexpectedly").waitFor();
    await window.transcript.button("resume").click();
  }
  await openConversationTree(window.page);
  // A new browser does not have the tabs.
  const hasTabs = victim !== "the window";
  for (const name of ["two", "three", "one"]) {
    if (name !== "three" || !hasTabs) await getRow(window, `write ${name}`).click();
    const place = name === "three" || !hasTabs ? window.panel : getTab(window.page);
    await place
      .getByRole("article", { name: "You" })
      .filter({ hasText: `write ${name}` })
      .waitFor();
    const resume = new Transcript(place).button("resume");
    const continueButton = new Composer(place).continueTurn;
    // A CLI that outlives its window is told that there is no answer, and may end its turn with that.
    const ended = new Transcript(place).reply(`Done with ${name}.`);
    await resume.or(continueButton).or(ended).first().waitFor();
    if (await resume.isVisible()) await resume.click();
    expect(await place.getByRole("group", writeRequest(name)).count()).toBe(0);
    if (await continueButton.isVisible()) await continueButton.click();
    else {
      await new Composer(place).message.fill("go on");
      await new Composer(place).send.click();
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
