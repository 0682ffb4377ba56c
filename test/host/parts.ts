// Every part that is loaded on demand, with what needs it first: a table for `missingParts.test.ts`.
import fs from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { isolationText } from "../../extension/shared/text/changes/isolation.ts";
import { say, use } from "../model/replies.ts";
import type { Reply } from "../model/server.mjs";
import { pressCommand } from "./boundCommands.mjs";
import type { EditorWorld } from "./editorWorld.ts";
import { isReady, type Window } from "./window.ts";
import { getTab, openList, openPanel } from "./workbench.mjs";

/** The window in which the parts are missed, one after the other. */
export interface Place {
  readonly world: EditorWorld;
  readonly window: Window;
}

/** A part: its file in `dist`, without a hash, and what needs it first. */
export interface Part {
  readonly name: string;
  /** Prepares the action, while the package is whole. */
  readonly prepare?: (place: Place) => Promise<unknown>;
  readonly act: (place: Place) => Promise<unknown>;
  /** Waits for what the user sees or a caller gets without the part, besides the message. */
  readonly missed?: (place: Place) => Promise<unknown>;
  /** Acts again once the part is back, with nothing loaded again. Does the same by default. */
  readonly retry?: (place: Place) => Promise<unknown>;
  /** Waits until the action worked, and tidies up. */
  readonly works: (place: Place) => Promise<unknown>;
}

const bash = (command: string) => use("Bash", { command, description: "Change it" });

/** Sends a message, whose reply the model gives after some calls, in an empty conversation or in the present one. */
async function ask({ world, window }: Place, text: string, reply: string, calls: Reply[] = []): Promise<void> {
  world.scripts.set(text, () => [...calls, say(reply)]);
  // A notification can lie over the button that sends.
  await window.message.fill(text);
  await window.message.press("Enter");
}

/** Runs a command by its title. */
const run = (page: Page, title: string): Promise<void> => openList(page, title);

/** Waits until a list of Tandem is open, and returns its field. */
async function untilList({ window }: Place): Promise<Locator> {
  const list = window.page.locator(".quick-input-widget").filter({ visible: true });
  const input = list.locator("input[type=text]").first();
  const value = () => input.inputValue({ timeout: 1_000 }).catch(() => ">");
  await expect.poll(value).not.toMatch(/^>/);
  return input;
}

/** Waits until a list of Tandem is open, and closes it. */
async function expectList(place: Place): Promise<void> {
  const field = await untilList(place);
  await field.press("Escape");
  await field.waitFor({ state: "hidden" });
}

/** Returns what runs a command by its title, as for a list: the focus may still be on its way back to the page. */
const command =
  (title: string) =>
  ({ window }: Place) =>
    run(window.page, title);

/** Returns what presses the key of a command that the palette does not list. */
const key =
  (id: string) =>
  ({ window }: Place) =>
    pressCommand(window.page, id);

/** A part that a command needs, which opens a list. */
const ofList = (name: string, title: string): Part => ({ name, act: command(title), works: expectList });

/** Searches in saved conversations for what only a reply has. */
async function search(place: Place): Promise<void> {
  await run(place.window.page, "Tandem: Open Conversation…");
  await (await untilList(place)).fill("yourself");
}

/** A file that the tab of a page needs. `retry` is what the user does once it is back. */
const ofPage = (name: string, retry?: Part["retry"]): Part => ({
  name,
  act: command("Tandem: Show Status"),
  ...(retry ? { retry } : {}),
  works: async ({ window: { page } }) => {
    await getTab(page).getByRole("heading").first().waitFor();
    await run(page, "View: Close Editor");
  },
});
const tryAgain = ({ window }: Place) =>
  getTab(window.page).getByRole("button", { name: "Try again", exact: true }).click();

/** A part of the page that draws something in a reply, as the selector `drawn`, or as `undrawn` while it is missing. */
const ofReply = (name: string, source: string, drawn: string, undrawn: string): Part => {
  let count = 0;
  const last = ({ window }: Place) => window.reply(`Drawn ${count}.`);
  const [, line = ""] = source.split("\n");
  return {
    name,
    act: async (place) => {
      await ask(place, `${name} ${++count}`, `Drawn ${count}.\n\n${source}`);
      await last(place).waitFor();
    },
    missed: async (place) => {
      await last(place).locator(undrawn).waitFor();
      // The source stays.
      await last(place).getByText(line).waitFor();
    },
    works: (place) => last(place).locator(drawn).first().waitFor(),
  };
};

/** Returns the path of a restore's journal in the store of the folder, which has checkpoints. */
const getJournal = ({ world, window }: Place): string =>
  path.join(world.checkpointStore(window.folder), "restore-journal.json");

/** Lets the model change a file, and the user allow it. */
async function change(place: Place, file: string): Promise<void> {
  await ask(place, `change ${file}`, `Changed ${file}.`, [bash(`echo changed > ${file}`)]);
  await place.window.card.allow.click();
  await place.window.reply(`Changed ${file}.`).waitFor();
  await place.window.composer.stop.waitFor({ state: "detached" });
}

async function rewind({ window }: Place, file: string): Promise<void> {
  const { transcript, rewindDialog } = window;
  await transcript.button("rewindToHere", transcript.prompts.filter({ hasText: `change ${file}` })).click();
  await rewindDialog.answer("both").click();
}

/** Runs a command of the example extension, allows it to use Tandem, and waits until it wrote what it got. */
async function runExample({ world, window }: Place, name: string): Promise<void> {
  world.scripts.set("asked by the example", () => [say("Asked.")]);
  world.scripts.set("elsewhere", () => [say("It is elsewhere.")]);
  const file = window.file(`${name.toLowerCase()}.json`);
  fs.rmSync(file, { force: true });
  await run(window.page, `Tandem Example: ${name}`);
  const allow = window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Allow" });
  const isWritten = () => fs.existsSync(file) && fs.statSync(file).size > 0;
  await expect
    .poll(async () => {
      if (await allow.isVisible()) await allow.click();
      return isWritten();
    })
    .toBe(true);
}

const readExample = ({ window }: Place, name: string): string => window.read(`${name.toLowerCase()}.json`);

/** Number of messages after a crash. */
let greeted = 0;

const unloaded = "A part of Tandem couldn't be loaded. Install Tandem again.";

const cancel = async ({ window: { page } }: Place) =>
  page.locator(".monaco-dialog-box").getByRole("button", { name: "Cancel", exact: true }).click();

/** The parts of a window, in the order in which they are missed: each is loaded by its own action first. */
export const parts: readonly Part[] = [
  {
    name: "toolServer",
    act: async (place) => {
      await place.window.newConversation();
      await ask(place, "hello", "Hello yourself.", [use("mcp__editor__open_editors", {})]);
      await place.window.reply("Hello yourself.").waitFor();
    },
    missed: async ({ world }) => expect(world.sentMessages()).not.toContain("open file"),
    works: async ({ world }) => expect(world.sentMessages()).toContain("open file"),
  },
  ofReply("webview/highlight", "```js\nconst a = 1;\n```", "code span[class]:not(.whole)", "pre code"),
  ofReply("webview/temml", "$$\nx^2\n$$", "math", `.math[title="${unloaded}"]`),
  ofReply(
    "webview/mermaid",
    "```mermaid\nflowchart LR\n  A --> B\n```",
    "img",
    `p[role=alert]:text("Couldn't draw the diagram: ${unloaded}")`,
  ),
  {
    name: "alwaysDialog",
    prepare: async (place) => {
      const input = { file_path: place.window.file("new.txt"), content: "x" };
      await ask(place, "write it", "Denied.", [use("Write", input)]);
      // A request that just came takes no answer.
      await isReady(place.window.card.deny);
    },
    act: command("Tandem: Always Allow Request…"),
    works: async (place) => {
      await expectList(place);
      await place.window.card.deny.click();
      await place.window.reply("Denied.").waitFor();
    },
  },
  ofList("ruleParts", "Tandem: Manage Permission Rules…"),
  ofList("conversationPicker", "Tandem: Open Conversation…"),
  {
    name: "comparisonParts",
    prepare: (place) => change(place, "a.txt"),
    act: key("tandem.checkpoints.restore"),
    works: expectList,
  },
  {
    name: "changedFileActions",
    act: command("Tandem: Review All Changes in This Conversation"),
    works: async ({ window: { page } }) => {
      await page.getByRole("tab", { name: /^Changes/ }).waitFor();
      await run(page, "View: Close Editor");
    },
  },
  {
    name: "sessionSearch",
    act: search,
    works: async (place) => {
      await place.window.page.locator(".quick-input-list .monaco-list-row", { hasText: "hello" }).first().waitFor();
      await expectList(place);
    },
  },
  ofList("rewindActionParts", "Tandem: Rewind to Message…"),
  {
    name: "rewindLists",
    prepare: async ({ window }) => fs.writeFileSync(window.file("a.txt"), "of the user"),
    act: (place) => rewind(place, "a.txt"),
    works: expectList,
  },
  {
    name: "recoverRestore",
    act: async (place) => {
      // A crash left a journal that nothing can read. The turn looks at it several times.
      fs.writeFileSync(getJournal(place), "{");
      const reply = `Hello again ${++greeted}.`;
      await ask(place, `hello ${greeted}`, reply);
      await place.window.reply(reply).waitFor();
    },
    works: (place) => expect.poll(() => fs.existsSync(getJournal(place))).toBe(false),
  },
  {
    name: "restoreStates",
    prepare: (place) => change(place, "b.txt"),
    act: (place) => rewind(place, "b.txt"),
    missed: async ({ window }) => expect(window.read("b.txt")).toBe("changed\n"),
    works: async ({ window }) => {
      await expect.poll(() => window.read("b.txt")).toBe("b");
      // The message comes back with the focus.
      await expect.poll(() => window.message.inputValue()).toBe("change b.txt");
      await window.message.fill("");
    },
  },
  {
    name: "conversationTexts",
    act: async ({ window }) => {
      await run(window.page, "Tandem: Find in Conversation");
      await window.find.field.fill("");
      await window.find.field.fill("hello");
    },
    works: async ({ window }) => {
      await window.find.status.filter({ hasText: /\d/ }).waitFor();
      await window.find.field.press("Escape");
    },
  },
  ofList("exportAction", "Tandem: Export Conversation…"),
  ofPage("pageParts"),
  ofPage("webview/pages.js", tryAgain),
  ofPage("webview/pages.css", tryAgain),
  ofList("dataParts", "Tandem: Delete All Data…"),
  { name: "traceParts", act: command("Tandem: Record Protocol Trace"), works: cancel },
  { name: "accountParts", act: key("tandem.logOut"), works: cancel },
  {
    name: "terminalCommand",
    act: key("tandem.copyTerminalCommand"),
    works: async ({ window: { page } }) =>
      expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("--resume"),
  },
  {
    name: "isolationActionParts",
    act: command("Tandem: Show Copies and Worktrees…"),
    works: ({ window }) => window.panel.getByText(isolationText.none()).first().waitFor(),
  },
  {
    name: "createFolder",
    act: command("Tandem: New Conversation in Copy…"),
    works: ({ window }) => window.panel.getByRole("button", { name: /^Copy of/ }).waitFor(),
  },
  {
    name: "isolatedStores",
    prepare: (place) => change(place, "new.txt"),
    act: ({ window }) => window.panel.getByRole("button", { name: /^Copy of/ }).click(),
    works: ({ window }) => window.page.getByRole("tab", { name: /^Copy of/ }).waitFor(),
  },
  {
    name: "queryParts",
    act: (place) => runExample(place, "Query"),
    missed: async (place) =>
      expect(readExample(place, "Query")).toContain("A file of Tandem is missing: dist/queryParts"),
    works: async (place) => expect(readExample(place, "Query")).toContain('"text":"Asked."'),
  },
  {
    name: "startElsewhere",
    act: (place) => runExample(place, "Elsewhere"),
    works: async (place) => expect(readExample(place, "Elsewhere")).toContain('"text":"It is elsewhere."'),
  },
];

/** The part that the opening of the chat needs where a repository names a plugin. */
export const pluginPart: Part = {
  name: "pluginScan",
  act: ({ window }) => openPanel(window.page),
  missed: async ({ world }) => expect(world.cliProcesses()).toEqual([]),
  retry: ({ window }) => window.newConversation(),
  works: ({ window }) => window.repository.card.waitFor(),
};
