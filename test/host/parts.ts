// Every part that is loaded on demand, with what needs it first: a table for `missingParts.test.ts`.
import fs from "node:fs";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { isolationText } from "../../extension/shared/text/changes/isolation.ts";
import { say, use } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import type { EditorWorld } from "./editorWorld.ts";
import type { Window } from "./window.ts";
import { getTab, openList, openPanel, runCommand } from "./workbench.mjs";

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
  /** Fails unless the same action works, with nothing loaded again. */
  readonly works: (place: Place) => Promise<unknown>;
}

const bash = (command: string) => use("Bash", { command, description: "Change it" });

/** Sends a message, whose reply the model gives after some calls, in an empty conversation or in the present one. */
async function ask({ world, window }: Place, text: string, reply: string, calls: object[] = []): Promise<void> {
  world.scripts.set(text, () => [...calls, say(reply)] as never);
  await window.send(text);
}

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

/** A part that a command needs, which opens a list. */
const ofList = (name: string, title: string): Part => {
  const act = ({ window }: Place) => runCommand(window.page, title);
  return {
    name,
    act,
    works: async (place) => {
      await act(place);
      await expectList(place);
    },
  };
};

/** Searches in saved conversations for what only a reply has. */
async function search(place: Place): Promise<void> {
  await runCommand(place.window.page, "Tandem: Open Conversation…");
  await (await untilList(place)).fill("yourself");
}

/** Opens the page in the tab of a title, and closes it once it is shown. */
const ofPage = (name: string): Part => ({
  name,
  act: ({ window }) => runCommand(window.page, "Tandem: Show Status"),
  works: async ({ window: { page } }) => {
    if (name === "pageParts") await runCommand(page, "Tandem: Show Status");
    else await getTab(page).getByRole("button", { name: "Try again", exact: true }).click();
    await getTab(page).getByRole("heading").first().waitFor();
    await runCommand(page, "View: Close Editor");
  },
});

/** A part of the page that draws something in a reply, as the selector `drawn`, or as `undrawn` while it is missing. */
const ofReply = (name: string, source: string, drawn: string, undrawn: string): Part => {
  let count = 0;
  const act = async (place: Place) => {
    await ask(place, `${name} ${++count}`, `Drawn ${count}.\n\n${source}`);
    await place.window.reply(`Drawn ${count}.`).waitFor();
  };
  return {
    name,
    act: async (place) => {
      await act(place);
      await place.window.reply(`Drawn ${count}.`).locator(undrawn).waitFor();
      // The source stays.
      const [line = ""] = source.split("\n").slice(1);
      await place.window.reply(`Drawn ${count}.`).getByText(line).waitFor();
    },
    works: async (place) => {
      await act(place);
      await place.window.reply(`Drawn ${count}.`).locator(drawn).first().waitFor();
    },
  };
};

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

/** Runs a command of the example extension, and returns what it wrote. */
async function runExample({ window }: Place, name: string): Promise<string> {
  const file = window.file(`${name.toLowerCase()}.json`);
  fs.rmSync(file, { force: true });
  await openList(window.page, `Tandem Example: ${name}`);
  const allow = window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Allow" });
  const isWritten = () => fs.existsSync(file) && fs.statSync(file).size > 0;
  await expect
    .poll(async () => {
      if (await allow.isVisible()) await allow.click();
      return isWritten();
    })
    .toBe(true);
  return fs.readFileSync(file, "utf8");
}

const unloaded = "A part of Tandem couldn't be loaded. Install Tandem again.";

/** The parts of a window, in the order in which they are missed: each is loaded by its own action first. */
export const parts: readonly Part[] = [
  {
    name: "toolServer",
    act: async (place) => {
      await place.window.newConversation();
      await ask(place, "hello", "Hello yourself.", [use("mcp__editor__open_editors", {})]);
      await place.window.reply("Hello yourself.").waitFor();
    },
    works: async (place) => {
      await place.window.newConversation();
      await ask(place, "hello again", "Hello again.", [use("mcp__editor__open_editors", {})]);
      await place.window.reply("Hello again.").waitFor();
      expect(place.world.sentMessages()).toContain("open file");
    },
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
      await ask(place, "write it", "Denied.", [
        use("Write", { file_path: place.window.file("new.txt"), content: "x" }),
      ]);
      await place.window.card.deny.waitFor();
    },
    act: ({ window }) => runCommand(window.page, "Tandem: Always Allow Request…"),
    works: async (place) => {
      await runCommand(place.window.page, "Tandem: Always Allow Request…");
      await expectList(place);
      await place.window.card.deny.click();
      await place.window.reply("Denied.").waitFor();
    },
  },
  ofList("ruleParts", "Tandem: Manage Permission Rules…"),
  {
    name: "comparisonParts",
    prepare: (place) => change(place, "a.txt"),
    act: ({ window }) => pressCommand(window.page, "tandem.checkpoints.restore"),
    works: async (place) => {
      await pressCommand(place.window.page, "tandem.checkpoints.restore");
      await expectList(place);
    },
  },
  ofList("rewindActionParts", "Tandem: Rewind to Message…"),
  {
    name: "rewindLists",
    prepare: async ({ window }) => fs.writeFileSync(window.file("a.txt"), "of the user"),
    act: (place) => rewind(place, "a.txt"),
    works: async (place) => {
      await rewind(place, "a.txt");
      await expectList(place);
    },
  },
  {
    name: "restoreStates",
    prepare: (place) => change(place, "b.txt"),
    act: (place) => rewind(place, "b.txt"),
    works: async (place) => {
      await rewind(place, "b.txt");
      await expect.poll(() => place.window.read("b.txt")).toBe("b");
    },
  },
  ofList("conversationPicker", "Tandem: Open Conversation…"),
  {
    name: "sessionSearch",
    act: search,
    works: async (place) => {
      await search(place);
      await place.window.page.locator(".quick-input-list .monaco-list-row", { hasText: "hello" }).first().waitFor();
      await expectList(place);
    },
  },
  {
    name: "conversationTexts",
    act: async ({ window }) => {
      await runCommand(window.page, "Tandem: Find in Conversation");
      await window.find.field.fill("again");
    },
    works: async ({ window }) => {
      await window.find.field.fill("");
      await window.find.field.fill("again");
      await window.find.status.filter({ hasText: /\d/ }).waitFor();
      await window.find.field.press("Escape");
    },
  },
  ofList("exportAction", "Tandem: Export Conversation…"),
  ofPage("pageParts"),
  ofPage("webview/pages.js"),
  ofPage("webview/pages.css"),
  ofList("dataParts", "Tandem: Delete All Data…"),
  {
    name: "traceParts",
    act: ({ window }) => runCommand(window.page, "Tandem: Record Protocol Trace"),
    works: async ({ window: { page } }) => {
      await runCommand(page, "Tandem: Record Protocol Trace");
      await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).click();
    },
  },
  {
    name: "accountParts",
    act: ({ window }) => pressCommand(window.page, "tandem.logOut"),
    works: async ({ window: { page } }) => {
      await pressCommand(page, "tandem.logOut");
      await page.locator(".monaco-dialog-box").getByRole("button", { name: "Cancel", exact: true }).click();
    },
  },
  {
    name: "terminalCommand",
    act: ({ window }) => pressCommand(window.page, "tandem.copyTerminalCommand"),
    works: async ({ window: { page } }) => {
      await pressCommand(page, "tandem.copyTerminalCommand");
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("--resume");
    },
  },
  {
    name: "isolationActionParts",
    act: ({ window }) => runCommand(window.page, "Tandem: Show Copies and Worktrees…"),
    works: async ({ window }) => {
      await runCommand(window.page, "Tandem: Show Copies and Worktrees…");
      await window.panel.getByText(isolationText.none()).first().waitFor();
    },
  },
  {
    name: "createFolder",
    act: ({ window }) => runCommand(window.page, "Tandem: New Conversation in Copy…"),
    works: async ({ window }) => {
      await runCommand(window.page, "Tandem: New Conversation in Copy…");
      await window.panel.getByRole("button", { name: /^Copy of/ }).waitFor();
    },
  },
  {
    name: "isolatedStores",
    prepare: async (place) => {
      await change(place, "new.txt");
    },
    act: ({ window }) => window.panel.getByRole("button", { name: /^Copy of/ }).click(),
    works: async ({ window }) => {
      await window.panel.getByRole("button", { name: /^Copy of/ }).click();
      await window.page.getByRole("tab", { name: /^Copy of/ }).waitFor();
    },
  },
  {
    name: "queryParts",
    // The caller gets the cause too.
    act: async (place) =>
      expect(await runExample(place, "Query")).toContain("A file of Tandem is missing: dist/queryParts"),
    works: async (place) => {
      place.world.scripts.set("asked by the example", () => [say("Asked.")]);
      expect(await runExample(place, "Query")).toContain('"text":"Asked."');
    },
  },
  {
    name: "startElsewhere",
    act: (place) => runExample(place, "Elsewhere"),
    works: async (place) => {
      place.world.scripts.set("elsewhere", () => [say("It is elsewhere.")]);
      expect(await runExample(place, "Elsewhere")).toContain('"text":"It is elsewhere."');
    },
  },
];

/** What a window with the chat closed needs when a repository that names a plugin is opened. */
export const pluginPart: Part = {
  name: "pluginScan",
  act: ({ window }) => openPanel(window.page),
  works: async ({ world, window }) => {
    expect(world.cliProcesses()).toEqual([]);
    await window.newConversation();
    await window.repository.card.waitFor();
  },
};
