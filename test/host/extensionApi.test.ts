import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { getRow } from "./threeAtWork.ts";
import { openConversationTree, runCommand } from "./workbench.mjs";

const here = oneEditor();
const say = (text: string) => ({ blocks: [{ text }] });
const use = (tool: string, input: object) => ({ blocks: [{ tool, input }] });

/** Returns what the example wrote about a command, once it did. */
async function written(name: string): Promise<any> {
  const file = here.window.file(`${name}.json`);
  await expect.poll(() => fs.existsSync(file) && fs.statSync(file).size > 0).toBe(true);
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

/** Runs a command of the example and answers the question about the extension. */
async function runFirst(title: string): Promise<void> {
  const { page } = here.window;
  await openConversationTree(page);
  await runCommand(page, title);
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.filter({ hasText: "Tandem Example" }).filter({ hasText: "tandem-example.example" }).waitFor();
  await dialog.getByRole("button", { name: "Allow" }).click();
}

/** Shows the conversation of the example whose row has this text, once it waits for the user. */
async function openWaiting(text: string): Promise<void> {
  await getRow(here.window, text).filter({ hasText: "waiting for you" }).filter({ hasText: "Tandem Example" }).click();
}

it("asks once about an extension, labels its conversations, and lets the user decide their calls", {
  tags: "thorough",
}, async () => {
  const { scripts } = here.world;
  scripts.set("asked by the example", (folder) => [
    use("Write", { file_path: `${folder}/new.txt`, content: "made" }),
    say("Done."),
  ]);
  scripts.set("structured", () => [
    use("StructuredOutput", { count: "three" }),
    use("StructuredOutput", { count: 3 }),
    say("Three."),
  ]);
  scripts.set("tools", () => [
    use("Bash", { command: "touch never" }),
    use("mcp__extension-tandem--example-example__length", { text: "four" }),
    say("It is four."),
  ]);
  scripts.set("elsewhere", () => [use("mcp__extension-tandem--example-example__where", {}), say("It is elsewhere.")]);
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ");
  scripts.set("relayed", () => [{ blocks: [{ text: words, chunk: 8, everyMs: 4 }] }]);
  scripts.set("servers", () => [say("Begun.")]);
  scripts.set("the third server", () => [
    use("mcp__extension-tandem--example-example-third__look", {}),
    say("It looked."),
  ]);
  for (const [prompt, reply] of Object.entries({ "session one": "1", "session two": "2", "session three": "3" }))
    scripts.set(prompt, () => [say(reply)]);
  scripts.set("hostile", (folder) => [
    use("Write", { file_path: `${folder}/stolen.txt`, content: "x" }),
    say("Denied."),
  ]);
  await here.begin({ "server.txt": fileURLToPath(new URL("../fakes/mcp/stdio.mjs", import.meta.url)) });
  const { window } = here;
  const { page } = window;
  await runFirst("Tandem Example: Query");
  await openWaiting("asked by the example");
  expect(fs.existsSync(window.file("new.txt"))).toBe(false);
  await window.card.allow.click();
  expect(await written("query")).toMatchObject({
    text: "Done.",
    denials: [],
    events: [
      "promptRendered",
      "Write queued",
      "Write running",
      "Write waiting",
      "Write running",
      "toolInvoked Write done",
      "Write done",
      "text",
      "turnEnded",
    ],
  });
  expect(window.read("new.txt")).toBe("made");
  await expect.poll(() => here.world.cliProcesses()).toEqual([]);
  await runCommand(page, "Tandem Example: Structured");
  expect(await written("structured")).toBe(6);
  await runCommand(page, "Tandem Example: Session");
  expect(await written("session")).toEqual(["1", "2", "3"]);
  await runCommand(page, "Tandem Example: Servers");
  await openWaiting("servers");
  await window.card.allow.click();
  const changes = { added: ["second", "third"], removed: ["first"], errors: ["second"], emptied: ["second", "third"] };
  expect(await written("servers")).toEqual({ ...changes, text: "It looked." });
  await runCommand(page, "Tandem Example: Tools");
  await openWaiting("tools");
  await window.card.allow.click();
  const { text, seen, events } = await written("tools");
  expect([text, events.filter((event: string) => event.startsWith("toolInvoked"))]).toEqual([
    "It is four.",
    ["toolInvoked Bash denied", "toolInvoked mcp__extension-tandem--example-example__length done"],
  ]);
  const tool = "mcp__extension-tandem--example-example__length";
  expect(seen).toEqual(["UserPromptSubmit", "PreToolUse Bash", `PreToolUse ${tool}`, `PostToolUse ${tool}`, "Stop"]);
  expect(JSON.stringify(here.world.model.requests.at(-1).messages)).toContain("It has 4 letters.");
  expect(fs.existsSync(window.file("never"))).toBe(false);
  await runCommand(page, "Tandem Example: Elsewhere");
  await openWaiting("elsewhere");
  await window.card.allow.click();
  expect(await written("elsewhere")).toEqual({
    text: "It is elsewhere.",
    commands: [
      ["claude", "--version"],
      ["claude", "--output-format"],
    ],
    stderr: [],
  });
  await runCommand(page, "Tandem Example: Relayed");
  expect(await written("relayed")).toEqual({ text: words, wasCut: true });
  await runCommand(page, "Tandem Example: Hostile");
  await openWaiting("hostile");
  await window.card.deny.click();
  const { spoils, ...hostile } = await written("hostile");
  // The program of the extension got a conversation, and nothing of the user's settings, environment and folders.
  expect(spoils).toContain("hostile elsewhere");
  for (const kept of ["sk-made-up", here.world.model.url, here.world.place.home]) expect(spoils).not.toContain(kept);
  expect(hostile).toEqual({
    members: [["getAPI"], ["version", "query", "createSession", "resumeSession"]],
    asTandem: "refused",
    asNobody: "refused",
    nextVersion: "refused",
    changed: "refused",
    outside: "folderNotAllowed",
    bypass: "invalidOptions",
    flags: "invalidOptions",
    session: "unknownSession",
    runtime: "invalidOptions",
    variable: "invalidOptions",
    ofTandem: "invalidOptions",
    spied: "timedOut",
    write: ["Write"],
  });
  expect(fs.existsSync(window.file("stolen.txt"))).toBe(false);
});

it("lets an extension work in a copy, and leaves applying its changes to the user", {
  tags: "thorough",
}, async () => {
  here.world.scripts.set("isolated", (folder) => [
    use("Write", { file_path: `${folder}/apart.txt`, content: "apart" }),
    say("It is apart."),
  ]);
  await here.openOwn();
  const { window } = here;
  await runFirst("Tandem Example: Isolated");
  await openWaiting("isolated");
  await window.panel.getByRole("button", { name: /^Copy of folder/ }).waitFor();
  await window.card.allow.click();
  const { folder, ...apart } = await written("isolated");
  expect(apart).toEqual({ text: "It is apart.", content: "apart" });
  expect([folder === window.folder, fs.existsSync(window.file("apart.txt"))]).toEqual([false, false]);
});

it("lets the user stop what an extension started, in the row of its conversation", { tags: "thorough" }, async () => {
  here.world.scripts.set("asked by the example", () => [
    { blocks: [{ text: "It begins." }, { gate: new Promise(() => {}) }] },
  ]);
  await here.openOwn();
  const { window } = here;
  await runFirst("Tandem Example: Query");
  const row = getRow(window, "asked by the example").filter({ hasText: "working" });
  // A row that changes while its button is pressed ignores the press, so its last change comes first.
  await row.locator('[aria-label^="Rename"]').waitFor({ state: "attached" });
  await row.hover();
  await row.getByRole("button", { name: "Stop" }).click();
  expect(await written("query")).toEqual({ code: "aborted", data: { by: "user" } });
});

it("writes a commit message from Source Control without a question, and leaves no process", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ files: { "a.txt": "one\n" } });
  const { window } = here;
  const { page } = window;
  execFileSync("git", ["init", "-q"], { cwd: window.folder, env: { PATH: process.env["PATH"] } });
  here.world.scripts.set(
    "Write a commit message for @changes.\nA subject of at most 72 characters in the imperative, then, only where needed, a blank line and a short explanation of why.",
    () => [use("StructuredOutput", { message: "Add a.txt" }), say("Done.")],
  );
  await page.getByRole("tab", { name: /^Source Control/ }).click();
  await page
    .locator(".scm-view")
    .getByRole("treeitem", { name: /a\.txt/ })
    .waitFor();
  await page.locator(".scm-view").first().hover();
  await page.locator(".part.sidebar").getByRole("button", { name: "Generate Commit Message" }).first().click();
  await page.locator(".scm-editor").filter({ hasText: "Add a.txt" }).waitFor();
  expect(JSON.stringify(here.world.model.requests.at(-1)?.messages)).toContain("a.txt");
  await expect.poll(() => here.world.cliProcesses()).toHaveLength(1);
});
