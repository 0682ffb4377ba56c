import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { editorText } from "../../extension/shared/text/editor.ts";
import { say, use } from "../model/replies.ts";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor();

/** Opens a tool's card and returns it. */
const opened = async (name: string) => {
  const card = here.window.tool(name);
  await card.getByRole("button").first().click();
  return card;
};
const tab = (name: string) => here.window.page.locator(".tabs-container .tab", { hasText: name });
const clipboard = () => here.window.page.evaluate(() => navigator.clipboard.readText());

it("draws lists, tables and quotes, folds long code with its line count, and copies it", {
  tags: "thorough",
}, async () => {
  const code = Array.from({ length: 80 }, (_, index) => `line(${index + 1});`).join("\n");
  const text = `- [x] fed\n- [ ] milked\n  1. by hand\n\n| cow | litres |\n|-----|-------:|\n| Elsa | 12 |\n\n> Moo.\n\n\`\`\`js\n${code}\n\`\`\``;
  here.world.scripts.set("tell of the farm", () => [say(text)]);
  await here.begin();
  const { page } = here.window;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await here.window.send("tell of the farm");
  const reply = here.window.reply("fed");
  await here.window.transcript.taskBox("taskDone", reply).waitFor();
  await here.window.transcript.taskBox("taskOpen", reply).waitFor();
  await reply.getByRole("list").getByRole("list").getByText("by hand").waitFor();
  await reply.getByRole("table").getByRole("columnheader", { name: "litres" }).waitFor();
  await reply.locator("blockquote").getByText("Moo.").waitFor();
  const block = here.window.transcript.code("js");
  const more = here.window.transcript.showAllLines(80).or(here.window.transcript.action("showLess"));
  await more.waitFor();
  // Code that streamed in while the user read it is not folded.
  if ((await more.getAttribute("aria-expanded")) === "true") await more.click();
  await here.window.transcript.showAllLines(80).click();
  await here.window.transcript.action("showLess").waitFor();
  await block.hover();
  await here.window.transcript.button("copy", block.locator("..")).click();
  await expect.poll(clipboard).toBe(code);
});

it("shows what a call writes as it streams, then its diff, also in an editor", {
  tags: "thorough",
}, async () => {
  let finish = (): void => {};
  const written = new Promise<void>((resolve) => {
    finish = resolve;
  });
  here.world.scripts.set("write it", (folder) => [
    {
      blocks: [
        {
          tool: "Write",
          input: { file_path: `${folder}/new.txt`, content: "first line\nsecond line\nthe very last\n" },
          pieces: 6,
          before: written,
        },
      ],
    },
    use("Edit", { file_path: `${folder}/new.txt`, old_string: "second", new_string: "another" }),
    say("Both are written."),
  ]);
  await here.begin();
  const { panel } = here.window;
  await here.window.send("write it");
  const card = here.window.tool("Write new.txt");
  await card.getByText("first line").waitFor();
  expect(await card.getByText("the very last").count()).toBe(0);
  finish();
  await here.window.card.allow.click();
  await here.window.card.allow.click();
  await here.window.reply("Both are written.").waitFor();
  const edit = await opened("Edit new.txt");
  await edit.locator(".removed", { hasText: "second line" }).waitFor();
  await edit.locator(".added", { hasText: "another line" }).waitFor();
  await here.window.transcript.action("openDiff", edit).click();
  await tab("new.txt").waitFor();
  await here.window.page.locator(".monaco-diff-editor").first().waitFor();
  expect(await panel.getByRole("alert").count()).toBe(0);
});

it("shows how long a command has been running, and then its output", { tags: "thorough" }, async () => {
  here.world.scripts.set("wait for it", () => [
    use("Bash", { command: "echo begun; until test -e go; do sleep 0.1; done; touch came", description: "Waits" }),
    say("It came."),
  ]);
  await here.begin();
  await here.window.send("wait for it");
  await here.window.card.allow.click();
  const card = here.window.tool("Bash echo begun; until test -e go; do sleep 0.1; done; touch came");
  await card.getByText(/^[1-9][\d.]* s$/).waitFor();
  await card.getByRole("button").first().click();
  fs.writeFileSync(here.window.file("go"), "");
  await here.window.reply("It came.").waitFor();
  await card.getByText("begun").last().waitFor();
  expect(here.window.read("came")).toBe("");
});

it("opens a file that was read at the first line that was read", { tags: "thorough" }, async () => {
  const files = { "long.txt": Array.from({ length: 200 }, (_, index) => `line ${index + 1}`).join("\n") };
  here.world.scripts.set("read a part", (folder) => [
    use("Read", { file_path: `${folder}/long.txt`, offset: 40, limit: 10 }),
    say("Read."),
  ]);
  await here.begin(files);
  await here.window.send("read a part");
  await here.window.reply("Read.").waitFor();
  const card = await opened("Read long.txt · 40–49");
  await card.getByText("line 49").last().waitFor();
  expect(await card.getByText("line 50").count()).toBe(0);
  await here.window.transcript.action("openFile", card).first().click();
  await here.window.page.locator(".statusbar").getByText("Ln 40, Col 1").waitFor();
});

it("has a card for an unknown tool, with its input and output as trees", { tags: "thorough" }, async () => {
  here.world.scripts.set("do something odd", () => [
    {
      blocks: [
        {
          whole: { type: "server_tool_use", id: "srvtoolu_9", name: "shape_clay", input: { form: { handle: "left" } } },
        },
        {
          whole: {
            type: "shape_clay_tool_result",
            tool_use_id: "srvtoolu_9",
            content: { type: "shape_clay_result", weight: 7 },
          },
        },
        { text: "A cup." },
      ],
    },
  ]);
  await here.begin();
  await here.window.send("do something odd");
  await here.window.reply("A cup.").waitFor();
  const card = await opened("shape_clay");
  await card.getByText("handle").first().waitFor();
  await card.getByText("weight").first().waitFor();
});

it("finds a subagent's steps and prompt, and opens its card for the match", { tags: "thorough" }, async () => {
  here.world.scripts.set("have it found", () => [
    use("Task", { description: "Search the barn", prompt: "look under the straw", subagent_type: "general-purpose" }),
    say("Sent."),
  ]);
  here.world.scripts.set("look under the straw", () => [
    use("Bash", { command: "echo a-golden-needle", description: "Looks" }),
    say("Found it there."),
  ]);
  await here.begin();
  const { page, panel } = here.window;
  await here.window.send("have it found");
  await here.window.tool("Agent Search the barn").getByText(/steps/).waitFor();
  await here.window.message.focus();
  await page.keyboard.press("Control+F");
  await page.keyboard.type("golden-needle");
  await panel
    .getByRole("status")
    .getByText(/of [23]/)
    .waitFor();
  await here.window.tool("Agent Search the barn").getByRole("group", { name: "Bash echo a-golden-needle" }).waitFor();
});

it("says at a link that the file it names cannot be opened", { tags: "thorough" }, async () => {
  await here.begin({ "soon-gone.ts": "one\n" });
  here.world.scripts.set("name it", () => [say("Look at [the page](https://[bad) and `soon-gone.ts`.")]);
  await here.window.send("name it");
  const link = here.window.panel.getByRole("link", { name: "soon-gone.ts" });
  await link.waitFor();
  // A message is drawn once more when its turn ends.
  await here.window.composer.stop.waitFor({ state: "detached" });
  fs.rmSync(here.window.file("soon-gone.ts"));
  await link.click();
  await here.window.panel
    .getByRole("alert")
    .filter({ hasText: /not there|no longer|doesn't exist/ })
    .waitFor();
});

it("follows the agent in editors with a mark, without focus, until the user touches one", {
  tags: "thorough",
}, async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`).join("\n");
  await here.begin({ "seen.txt": "one\n", "later.txt": lines, "mine.txt": "three\n" });
  const { page } = here.window;
  const readWhileFollowing = async (prompt: string, input: object) => {
    here.world.scripts.set(prompt, (folder) => [
      use("Read", { file_path: `${folder}/${tabs[prompt]}`, ...input }),
      say(`Done: ${prompt}.`),
    ]);
    await here.window.send(prompt);
    await here.window.reply(`Done: ${prompt}.`).waitFor();
  };
  const tabs: Record<string, string> = {
    "read the first": "seen.txt",
    "read a part": "later.txt",
    "read the first again": "seen.txt",
  };
  const isOver = page.locator(".statusbar").getByText(editorText.notFollowing());
  const follow = async () => {
    await runCommand(page, "Tandem: Follow claude in Editor");
    await page.locator(".statusbar").getByText(editorText.following()).waitFor();
    await here.window.message.focus();
  };

  await follow();
  await readWhileFollowing("read the first", {});
  await tab("seen.txt").waitFor();
  await page.keyboard.type("still here");
  await expect.poll(() => here.window.message.inputValue()).toBe("still here");
  await page.locator(".editor-instance .glyph-margin-widgets .cgmr").first().waitFor();
  await page.locator(".editor-instance .view-line").first().click();
  await isOver.waitFor();
  await readWhileFollowing("read a part", {});
  expect(await tab("later.txt").count()).toBe(0);

  // A position in the middle is not the user's scrolling; moving away from it is.
  await follow();
  await readWhileFollowing("read a part", { offset: 150, limit: 5 });
  await page.locator(".editor-instance .view-line", { hasText: "line 150" }).waitFor();
  expect(await isOver.count()).toBe(0);
  await page.locator(".editor-instance .view-line", { hasText: "line 150" }).hover();
  // A wheel notch scrolls a few lines only, whatever distance it reports.
  for (let notch = 0; notch < 30; notch++) await page.mouse.wheel(0, -120);
  await isOver.waitFor();

  await follow();
  await readWhileFollowing("read the first again", {});
  await page.getByRole("treeitem", { name: "mine.txt" }).click();
  await isOver.waitFor();
});

it("shows the output of hooks in rows at the place where they ran", { tags: "thorough" }, async () => {
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "echo Looked at it" }] }] };
  fs.writeFileSync(path.join(here.world.config, "settings.json"), JSON.stringify({ hooks }));
  await here.begin();
  here.world.scripts.set("run it hooked", () => [
    use("Bash", { command: "echo hello", description: "Says hello" }),
    say("It is said."),
  ]);
  await here.window.send("run it hooked");
  await here.window.reply("It is said.").waitFor();
  await here.window.panel.getByRole("log").getByText("Looked at it").waitFor();
});
