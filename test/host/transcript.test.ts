import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { say, use } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import { oneEditor } from "./oneEditor.ts";
import { Composer } from "./page/composer.ts";
import { Transcript } from "./page/transcript.ts";
import { getTab, openList, runCommand } from "./workbench.mjs";

const server = fileURLToPath(new URL("../cli/stdioServer.mjs", import.meta.url));
const here = oneEditor({
  settings: { "files.autoSave": "off", "tandem.mcpServers": { vault: { command: process.execPath, args: [server] } } },
});

/** Opens a tool's card and returns it. */
const opened = async (name: string) => {
  const card = here.window.tool(name);
  await card.getByRole("button").first().click();
  return card;
};
const tab = (name: string) => here.window.page.locator(".tabs-container .tab", { hasText: name });

it("unfolds thinking, says what is redacted, and names pages found by the provider's search", {
  tags: "thorough",
}, async () => {
  const found = [
    {
      type: "web_search_result",
      url: "https://example.org/loopback",
      title: "Loopback",
      encrypted_content: "eHg=",
      page_age: null,
    },
  ];
  here.world.scripts.set("think first", () => [
    {
      blocks: [
        { thinking: "It is about addresses." },
        { whole: { type: "redacted_thinking", data: "eHg=" } },
        { whole: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "loopback" } } },
        { whole: { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: found } },
        { text: "127.0.0.1 it is." },
      ],
    },
  ]);
  await here.begin();
  const { panel } = here.window;
  await here.window.send("think first");
  await here.window.reply("127.0.0.1 it is.").waitFor();
  expect(await panel.getByText("It is about addresses.").isVisible()).toBe(false);
  await here.window.transcript.thinking.click();
  await panel.getByText("It is about addresses.").waitFor();
  await here.window.transcript.redactedThinking.click();
  await panel.getByText("The model provider doesn't disclose this thinking.").waitFor();
  await (await opened("web_search loopback")).getByText("Loopback", { exact: true }).waitFor();
});

it("shows a command's colors, separate errors and exit code, and types it into a terminal", {
  tags: "thorough",
}, async () => {
  const command = "printf '\\033[31mred\\033[0m\\n'; echo oops >&2; exit 3";
  here.world.scripts.set("run it", () => [use("Bash", { command, description: "Fails" }), say("It failed.")]);
  await here.begin();
  await here.window.send("run it");
  await here.window.card.allow.click();
  await here.window.reply("It failed.").waitFor();
  const card = await opened(`Bash ${command}`);
  await card.getByText("Exit code 3", { exact: true }).waitFor();
  await card.getByText("oops").last().waitFor();
  const red = await card.getByText("red", { exact: true }).evaluate((element) => getComputedStyle(element).color);
  expect(red).not.toBe(await card.evaluate((element) => getComputedStyle(element).color));
  await here.window.transcript.action("typeInTerminal").click();
  await here.window.page.locator(".terminal-wrapper.active").waitFor();
});

it("opens a reply's line reference, and inserts code at the cursor or in new files", {
  tags: "thorough",
}, async () => {
  await here.begin({ "finder.ts": "one\ntwo needle\nthree\n" });
  const { panel, page } = here.window;
  here.world.scripts.set("find the needle", () => [say("In `finder.ts:2`:\n\n```ts\nconst needle = 2;\n```")]);
  await here.window.send("find the needle");
  await panel.getByRole("link", { name: "finder.ts:2" }).click();
  await tab("finder.ts").waitFor();
  await page.locator(".statusbar").getByText("Ln 2, Col 1").waitFor();
  await here.window.transcript.code("ts").hover();
  await here.window.transcript.action("insertCode").click();
  await page.locator(".editor-instance .view-line", { hasText: "const needle = 2;two needle" }).waitFor();
  await here.window.transcript.action("newFile").click();
  await tab("Untitled-1").waitFor();
  expect(here.window.read("finder.ts")).toBe("one\ntwo needle\nthree\n");
});

it("leads from an issue and a commit to their pages, where the remote is known", { tags: "thorough" }, async () => {
  const config = '[core]\nrepositoryformatversion = 0\n[remote "origin"]\nurl = git@github.com:somebody/finder.git\n';
  const repository = {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": config,
    ".git/objects/none": "",
    ".git/refs/none": "",
  };
  // Not beside the file that the scenario before leaves unsaved.
  await here.openOwn({ files: repository });
  here.world.scripts.set("what was it", () => [say("It was #12, until 0123abc.")]);
  await here.window.send("what was it");
  await here.window.reply("It was #12").waitFor();
  const { page, panel } = here.window;
  const question = page.getByRole("dialog").filter({ hasText: "open the external website" });
  for (const [name, address] of [
    ["#12", "https://github.com/somebody/finder/issues/12"],
    ["0123abc", "https://github.com/somebody/finder/commit/0123abc"],
  ] as const) {
    await panel.getByRole("link", { name, exact: true }).click();
    await question.getByText(address).waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
  }
});

it("keeps the tasks as one list above the composer", { tags: "thorough" }, async () => {
  here.world.scripts.set("plan it", () => [
    use("TaskCreate", { subject: "Look", description: "Look" }),
    use("TaskCreate", { subject: "Write", description: "Write" }),
    use("TaskUpdate", { taskId: "1", status: "completed" }),
    say("One is done."),
  ]);
  await here.begin();
  await here.window.send("plan it");
  await here.window.reply("One is done.").waitFor();
  // Folded at the end of the turn.
  const unfold = here.window.composer.tasksDone(1, 2);
  await expect.poll(() => unfold.getAttribute("aria-expanded")).toBe("false");
  await unfold.click();
  const tasks = here.window.composer.tasks;
  expect(await tasks.getByRole("listitem").allInnerTexts()).toEqual(["Look", "Write"]);
});

it("says that it retries a failed request, and then continues", { tags: "thorough" }, async () => {
  let isBusy = true;
  here.world.scripts.set("hurry", () => [isBusy ? { status: 529 } : say("Got through.")]);
  await here.begin();
  await here.window.send("hurry");
  await here.window.panel
    .getByRole("status")
    .filter({ hasText: /Retrying|again/ })
    .first()
    .waitFor();
  isBusy = false;
  await here.window.reply("Got through.").waitFor();
});

it("copies the selection as Markdown, and shows a turn's time and cost", { tags: "thorough" }, async () => {
  here.world.scripts.set("say it well", () => [say("It is **bold** and `code`.")]);
  await here.begin();
  const { panel, page } = here.window;
  await here.window.send("say it well");
  const reply = here.window.reply("It is bold and code.");
  await reply.waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await reply.evaluate((element) => {
    const selection = element.ownerDocument.getSelection();
    selection?.selectAllChildren(element.querySelector("p") ?? element);
  });
  await pressCommand(page, "tandem.copyAsMarkdown");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("It is **bold** and `code`.");
  await panel.locator("time").first().waitFor({ state: "attached" });
  await panel.getByText(/^\d.* s · \$0\.0\d+ · 1k in, 40 out$/).waitFor();
});

it("shows an image of a server, and its data as a tree", { tags: "thorough" }, async () => {
  here.world.scripts.set("draw it", () => [use("mcp__vault__draw", { at: "the middle" }), say("Drawn.")]);
  await here.begin();
  await here.window.send("draw it");
  await here.window.card.allow.click();
  await here.window.reply("Drawn.").waitFor();
  const card = await opened("mcp__vault__draw the middle");
  await expect.poll(() => card.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await card.getByText("y:").waitFor({ state: "hidden" });
  await card.getByText("0", { exact: true }).click();
  await card.getByText("y:").waitFor();
});

it("shows the resources that a server hands over", { tags: "thorough" }, async () => {
  here.world.scripts.set("when is it open", () => [use("mcp__vault__hours", {}), say("From nine.")]);
  await here.begin();
  await here.window.send("when is it open");
  await here.window.card.allow.click();
  await here.window.reply("From nine.").waitFor();
  const card = await opened("mcp__vault__hours");
  await card.getByText("vault://hours/today] Open from nine.").waitFor();
  await card.getByText("[Resource link: Tomorrow] vault://hours/tomorrow").waitFor();
  await expect.poll(() => card.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
});

it("mentions what a server has, once the model had that listed", { tags: "thorough" }, async () => {
  here.world.scripts.set("what is there", () => [use("ListMcpResourcesTool", { server: "vault" }), say("Hours.")]);
  await here.begin();
  await here.window.send("what is there");
  await here.window.reply("Hours.").waitFor();
  await here.window.message.pressSequentially("@hours");
  await here.window.composer.suggestions.getByRole("option", { name: /^Opening hours/ }).click();
  await expect.poll(() => here.window.message.inputValue()).toBe("@vault:vault://hours/today ");
  const resource = { server: "vault", uri: "vault://hours/today" };
  here.world.scripts.set("@vault:vault://hours/today", () => [use("ReadMcpResourceTool", resource), say("From nine.")]);
  await here.window.page.keyboard.press("Enter");
  await here.window.reply("From nine.").waitFor();
  // The CLI does not read resources on its own; it tells the model to do so.
  const messages = here.world.sentMessages();
  expect(messages).toContain(JSON.stringify(JSON.stringify(resource)).slice(1, -1));
  expect(messages).toContain("Open from nine.");
});

it("shows agents that start agents, each with its steps", { tags: "thorough" }, async () => {
  const start = (description: string, prompt: string) =>
    use("Agent", { description, subagent_type: "general-purpose", prompt });
  here.world.scripts.set("start one", () => [start("Outer work", "do the outer work"), say("All done.")]);
  here.world.scripts.set("do the outer work", () => [start("Inner work", "do the inner work"), say("Outer done.")]);
  here.world.scripts.set("do the inner work", (folder) => [
    use("Read", { file_path: `${folder}/inner.md` }),
    say("Inner done."),
  ]);
  await here.begin({ "inner.md": "Words.\n" });
  await here.window.send("start one");
  await here.window.reply("All done.").waitFor();
  const outer = await opened("Agent Outer work");
  await outer.getByRole("group", { name: "Agent Inner work" }).getByRole("button").first().click();
  await outer.getByRole("group", { name: "Read inner.md" }).waitFor();
});

it("goes to a prompt from the outline, and to a footnote from its number", { tags: "thorough" }, async () => {
  const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index + 1}.`).join("\n\n");
  here.world.scripts.set("tell of the first", () => [
    say(`It is known[^1].\n\n${long}\n\n[^1]: Said by the second book.`),
  ]);
  here.world.scripts.set("tell of the second", () => [say(long)]);
  await here.begin();
  const { page, panel } = here.window;
  await here.window.send("tell of the first");
  await panel.getByText("Paragraph 60.").waitFor();
  await here.window.send("tell of the second");
  await panel.getByText("Paragraph 60.").last().waitFor();
  await openList(page, "Tandem: Go to Message…");
  await page.keyboard.type("the first");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "tell of the first" }).first().waitFor();
  await page.keyboard.press("Enter");
  const isOnScreen = () =>
    panel.getByText("Said by the second book.").evaluate((note) => {
      const { top } = note.getBoundingClientRect();
      return top > 0 && top < window.innerHeight;
    });
  await panel.getByText("It is known").getByRole("link", { name: "1", exact: true }).waitFor();
  expect(await isOnScreen()).toBe(false);
  await panel.getByText("It is known").getByRole("link", { name: "1", exact: true }).click();
  await expect.poll(isOnScreen).toBe(true);
});

it("shows thinking and font size as the settings say, also after a change", { tags: "thorough" }, async () => {
  here.world.scripts.set("think of it", () => [
    { blocks: [{ thinking: "It is about addresses." }, { text: "It is done." }] },
  ]);
  await here.openOwn({ folderSettings: { "tandem.chat.showThinking": "hidden" } });
  const { panel } = here.window;
  await here.window.send("think of it");
  await here.window.reply("It is done.").waitFor();
  const line = here.window.transcript.thinking;
  expect(await line.count()).toBe(0);
  fs.writeFileSync(
    here.window.file(".vscode/settings.json"),
    JSON.stringify({ "tandem.chat.showThinking": "expanded", "tandem.chat.fontSize": 20 }),
  );
  await panel.getByText("It is about addresses.").waitFor();
  await line.click();
  await panel.getByText("It is about addresses.").waitFor({ state: "hidden" });
  await expect.poll(() => here.window.message.evaluate((element) => getComputedStyle(element).fontSize)).toBe("20px");
});

it("records what claude and Tandem exchange, without secrets, and replays it as a read-only conversation", {
  tags: "thorough",
}, async () => {
  const secret = "sk-ant-api03-not-to-be-recorded";
  here.world.scripts.set(`keep ${secret} to yourself`, () => [
    use("Bash", { command: "echo traced", description: "Says traced" }),
    say("It stays here."),
  ]);
  await here.begin();
  const { page } = here.window;
  await runCommand(page, "Tandem: Record Protocol Trace");
  await page.getByRole("dialog").getByRole("button", { name: "Record", exact: true }).click();
  await here.window.send(`keep ${secret} to yourself`);
  await here.window.reply("It stays here.").waitFor();
  await here.window.button("Recording trace").click();
  const saved = page.locator(".notification-toast", { hasText: "Saved the protocol trace" });
  const [file = ""] = /\S+\.jsonl/.exec((await saved.textContent()) ?? "") ?? [];
  const text = fs.readFileSync(file, "utf8");
  expect(text).toContain("It stays here.");
  expect(text).not.toContain(secret);
  await saved.getByRole("button", { name: "Replay" }).click();
  await page.locator(".quick-input-list").getByText("All at once").click();
  const replay = getTab(page);
  await replay.getByText(/^Replay of trace-\S+: (\d+) of \1 recorded lines/).waitFor();
  await new Transcript(replay).reply("It stays here.").waitFor();
  await replay.getByRole("group", { name: "Bash echo traced" }).getByText("done").waitFor();
  await new Transcript(replay).prompts.getByText("keep *** to yourself").waitFor();
  expect(await new Composer(replay).message.count()).toBe(0);
});

it("draws formulas and diagrams, and links files that are there", { tags: "thorough" }, async () => {
  here.world.scripts.set("explain it", () => [
    say("It is $x^2$ in `reader.ts:2`, not in `gone.ts`.\n\n```mermaid\nflowchart LR\n  A[Reader] --> B[File]\n```"),
  ]);
  await here.begin({ "reader.ts": "one\ntwo\n" });
  const { panel, page } = here.window;
  await here.window.send("explain it");
  await panel.locator("math").waitFor();
  const diagram = here.window.transcript.diagram;
  await expect
    .poll(() => diagram.evaluate((image) => (image as HTMLImageElement).naturalWidth), { timeout: 20_000 })
    .toBeGreaterThan(50);
  await panel.getByRole("link", { name: "reader.ts:2" }).click();
  await page.locator(".tabs-container .tab", { hasText: "reader.ts" }).waitFor();
  expect(await panel.getByRole("link").count()).toBe(1);
});
