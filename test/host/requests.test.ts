import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { say, use } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import { oneEditor } from "./oneEditor.ts";
import { isReady } from "./window.ts";
import { runCommand } from "./workbench.mjs";

const server = fileURLToPath(new URL("../cli/stdioServer.mjs", import.meta.url));

const here = oneEditor({ settings: { "tandem.mcpServers": { vault: { command: process.execPath, args: [server] } } } });

const card = (name: string | RegExp) => here.window.panel.getByRole("group", { name, exact: true });

/** Sends a prompt for which the model calls a tool and then replies. */
async function ask(prompt: string, tool: string, input: object): Promise<void> {
  here.world.scripts.set(prompt, () => [use(tool, input), say(`After ${prompt}.`)]);
  await here.window.send(prompt);
}

it("offers to allow a long command only once its end was on the screen", { tags: "thorough" }, async () => {
  await here.begin();
  await ask("run both", "Bash", { command: `ls${"\n".repeat(200)}echo two > made.txt`, description: "Lists" });
  const { card, panel } = here.window;
  const review = panel.getByRole("button", { name: /^Review \d+ more lines$/ });
  await review.waitFor();
  expect(await card.allow.count()).toBe(0);
  await panel.getByRole("group", { name: "What will run" }).press("End");
  await card.allow.waitFor();
  await card.allow.click();
  await expect.poll(() => fs.existsSync(here.window.file("made.txt"))).toBe(true);
});

it("runs an edited command, tells the model, and saves always-allow rules where the user selects", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ isTrusted: true });
  await ask("run it", "Bash", { command: "node -e 'console.log(1)'", description: "Says one" });
  await card(/^Permission: Bash/).waitFor();
  await here.window.card.choose("moreWaysToAllow", "edit");
  await here.window.card.command.fill("node -e 'console.log(6*7)'");
  await here.window.card.button("useInput").click();
  await here.window.panel.getByText("You edited this input.").waitFor();
  await here.window.card.allow.click();
  await here.window.reply("After run it.").waitFor();
  expect(here.world.sentMessages()).toContain("42");
  expect(here.world.sentMessages()).toContain("The user changed the input of your Bash call before it ran.");

  const files = {
    localSettings: here.window.file(".claude/settings.local.json"),
    projectSettings: here.window.file(".claude/settings.json"),
    userSettings: path.join(here.world.config, "settings.json"),
    session: undefined,
  };
  for (const [place, file] of Object.entries(files)) {
    const command = `node -e '"${place}"'`;
    await ask(`always in ${place}`, "Bash", { command });
    await card(`Permission: Bash ${command}`).waitFor();
    await here.window.card.choose("moreWaysToAllow", "allowAlwaysMore");
    await here.window.card.saveTo.selectOption(place);
    const allow = here.window.card.button("allowAlways");
    await here.window.panel
      .getByText("claude may ignore shared rules")
      .waitFor({ state: place === "projectSettings" ? "visible" : "detached" });
    await isReady(allow.first());
    await allow.first().click();
    await here.window.reply(`After always in ${place}.`).waitFor();
    const texts = Object.values(files).map((each) =>
      each && fs.existsSync(each) ? fs.readFileSync(each, "utf8") : "",
    );
    expect(texts.map((text) => text.includes(place))).toEqual(
      Object.values(files).map((each) => each !== undefined && each === file),
    );
    await ask(`again in ${place}`, "Bash", { command });
    await here.window.reply(`After again in ${place}.`).waitFor();
  }
});

it("does not ask again after allowing always", { tags: "thorough" }, async () => {
  here.world.scripts.set("first edit", (folder) => [
    use("Write", { file_path: `${folder}/one.txt`, content: "1" }),
    say("One is done."),
  ]);
  here.world.scripts.set("second edit", (folder) => [
    use("Write", { file_path: `${folder}/two.txt`, content: "2" }),
    say("Two is done."),
  ]);
  await here.begin();
  await here.window.send("first edit");
  await here.window.card.choose("moreWaysToAllow", "allowAlwaysMore");
  await isReady(here.window.card.button("allowAlways"));
  await here.window.card.button("allowAlways").click();
  await here.window.reply("One is done.").waitFor();
  await here.window.send("second edit");
  await here.window.reply("Two is done.").waitFor();
  expect(here.window.read("two.txt")).toBe("2");
  expect(await here.window.card.permissions.count()).toBe(0);
});

it("answers what a server asks, and what the model asks, question by question", { tags: "thorough" }, async () => {
  await here.begin();
  // MCP servers can send requests to the user since 2.1.329.
  if (!here.world.isOldCli) await answerServer();

  const option = (label: string) => ({ label, description: `Takes ${label}`, preview: `# ${label}` });
  await ask("which", "AskUserQuestion", {
    questions: [
      { question: "Which runner?", header: "Runner", multiSelect: false, options: [option("Vitest"), option("Jest")] },
      { question: "Which targets?", header: "Targets", multiSelect: true, options: [option("Node"), option("Web")] },
    ],
  });
  await here.window.card.question("Runner").getByRole("radio", { name: "Jest" }).focus();
  await here.window.page.keyboard.press("1");
  // Options have previews since 2.1.329.
  if (!here.world.isOldCli)
    await here.window.panel.getByRole("group", { name: "Preview" }).getByText("# Vitest").waitFor();
  await here.window.card.button("nextQuestion").click();
  await here.window.card.question("Targets").getByRole("checkbox", { name: "Node" }).check();
  await here.window.card.question("Targets").getByRole("checkbox", { name: "Web" }).check();
  await isReady(here.window.card.button("answer"));
  await here.window.card.button("answer").click();
  await here.window.reply("After which.").waitFor();
  expect(here.world.sentMessages()).toContain("Vitest");
  expect(here.world.sentMessages()).toContain("Node, Web");
});

async function answerServer(): Promise<void> {
  await ask("who", "mcp__vault__ask", {});
  await card(/^Permission: mcp__vault__ask/).waitFor();
  await here.window.card.allow.click();
  await card("Input for vault").waitFor();
  await isReady(here.window.card.sendTo("vault"));
  await here.window.card.sendTo("vault").click();
  await here.window.panel.getByText("Required.").waitFor();
  await here.window.panel.getByRole("textbox", { name: "Your name *" }).fill("Ann");
  await here.window.panel.getByRole("combobox", { name: "size" }).selectOption("l");
  await isReady(here.window.card.sendTo("vault"));
  await here.window.card.sendTo("vault").click();
  await here.window.reply("After who.").waitFor();
  expect(here.world.sentMessages()).toContain(
    'accept {\\\\\\"name\\\\\\":\\\\\\"Ann\\\\\\",\\\\\\"size\\\\\\":\\\\\\"l\\\\\\"}'.replaceAll('\\\\\\"', '\\"'),
  );

  await ask("visit", "mcp__vault__visit", {});
  await card(/^Permission: mcp__vault__visit/).waitFor();
  await here.window.card.allow.click();
  await here.window.card.openPage("vault.example").waitFor();
  await here.window.panel.getByText("https://vault.example/connect?for=you").waitFor();
  await isReady(here.window.card.button("decline"));
  await here.window.card.button("decline").click();
  await here.window.reply("After visit.").waitFor();
  expect(here.world.sentMessages()).toContain("visit decline");
}

it("lists changes made without a question, shows them in one editor, and reverts one file", {
  tags: "thorough",
}, async () => {
  await here.begin({ "a.txt": "one\ntwo\n" });
  await pressCommand(here.window.page, "tandem.mode.acceptEdits");
  await here.window.composer.mode("acceptEdits").waitFor();
  here.world.scripts.set("change them", (folder) => [
    use("Read", { file_path: `${folder}/a.txt` }),
    {
      blocks: [
        { tool: "Edit", input: { file_path: `${folder}/a.txt`, old_string: "two", new_string: "2" } },
        { tool: "Write", input: { file_path: `${folder}/b.txt`, content: "b\n" } },
      ],
    },
    say("Changed them."),
  ]);
  await here.window.send("change them");
  await here.window.reply("Changed them.").waitFor();
  const { changes } = here.window.composer;
  await changes.list.getByText("2 files +2 −1").click();
  await changes.reviewAll.click();
  await here.window.page.locator(".tabs-container .tab", { hasText: "Changes: change them (2 files)" }).waitFor();
  await here.window.page.locator(".monaco-diff-editor .modified .view-line").getByText("2", { exact: true }).waitFor();
  await changes.revert("a.txt").click();
  await expect.poll(() => here.window.read("a.txt")).toBe("one\ntwo\n");
  await changes.list.getByText("1 file +1 −0").waitFor();
});

for (const first of ["later", "earlier"] as const)
  it(`answers two subagents' edits of a file, the ${first} first, and shows a notebook cell`, {
    tags: "thorough",
  }, async () => {
    const cell = {
      id: "a1",
      cell_type: "code",
      source: ["print('before')\n"],
      metadata: {},
      outputs: [],
      execution_count: null,
    };
    let release = (): void => {};
    const firstAsks = new Promise<void>((resolve) => {
      release = resolve;
    });
    const inner = (name: string, from: string, to: string, gate: Promise<void>) => {
      here.world.scripts.set(name, (folder) => [
        use("Read", { file_path: `${folder}/a.txt` }),
        {
          blocks: [
            { text: "Read." },
            { gate },
            { tool: "Edit", input: { file_path: `${folder}/a.txt`, old_string: from, new_string: to } },
          ],
        },
        say(`Done ${name}.`),
      ]);
      return { tool: "Task", input: { description: name, prompt: name, subagent_type: "general-purpose" } };
    };
    here.world.scripts.set("both", () => [
      { blocks: [inner("first", "one", "1", Promise.resolve()), inner("second", "three", "3", firstAsks)] },
      say("Both are back."),
    ]);
    const notebook = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
    await here.begin({ "a.txt": "one\ntwo\nthree\n", "n.ipynb": notebook });
    await here.window.send("both");
    await card("Permission: Edit a.txt").waitFor();
    release();
    await here.window.panel.getByText("1 more request is waiting.").waitFor();
    if (first === "later") {
      await here.window.card.button("next").click();
      await here.window.panel.getByText("Another edit of this file is waiting before this one.").waitFor();
    }
    await isReady(here.window.card.allow);
    await here.window.card.allow.click();
    await here.window.panel.getByText("1 more request is waiting.").waitFor({ state: "detached" });
    await isReady(here.window.card.allow);
    await here.window.card.allow.click();
    await here.window.reply("Both are back.").waitFor();
    // Before 2.1.329 the CLI refused to edit a file that another agent had changed since it was read.
    const written = here.world.isOldCli ? { earlier: "1\ntwo\nthree\n", later: "one\ntwo\n3\n" }[first] : "1\ntwo\n3\n";
    // The agents work in the background: the turn may end before their edits are written.
    await expect.poll(() => here.window.read("a.txt")).toBe(written);
    expect(await here.window.panel.getByRole("alert").count()).toBe(0);

    here.world.scripts.set("the notebook", (folder) => [
      use("Read", { file_path: `${folder}/n.ipynb` }),
      use("NotebookEdit", { notebook_path: `${folder}/n.ipynb`, cell_id: "a1", new_source: "print('after')\n" }),
      say("The cell is new."),
    ]);
    await here.window.send("the notebook");
    await card("Permission: NotebookEdit n.ipynb").getByText("print('after')").waitFor();
    expect(await here.window.card.button("rejectHunk").count()).toBe(0);
    await here.window.card.reviewChanges.click();
    // The editor's own notebook diff, cell by cell.
    await here.window.page.locator(".tabs-container .tab.active", { hasText: "n.ipynb (proposed)" }).waitFor();
    await here.window.page.locator(".notebook-text-diff-editor").getByText("Input").first().waitFor();
    await here.window.card.allow.click();
    await here.window.reply("The cell is new.").waitFor();
    await here.window.page
      .locator(".tabs-container .tab", { hasText: "n.ipynb (proposed)" })
      .waitFor({ state: "detached" });
    expect(here.window.read("n.ipynb")).toContain("print('after')");
  });

it("withdraws three requests at once when the turn is stopped, and continues", { tags: "thorough" }, async () => {
  const outside = [1, 2, 3].map((number) => path.join(here.world.place.root, `outside${number}.txt`));
  for (const file of outside) fs.writeFileSync(file, "not allowed by the user");
  here.world.scripts.set("read three", () => [
    { blocks: outside.map((file_path) => ({ tool: "Read", input: { file_path } })) },
    say("Read them."),
  ]);
  here.world.scripts.set("go on", () => [say("Going on.")]);
  await here.begin();
  await here.window.send("read three");
  await here.window.panel.getByText("2 more requests are waiting.").waitFor();
  await here.window.composer.stop.click();
  await card(/^Permission/).waitFor({ state: "detached" });
  await here.window.page.getByRole("button", { name: /Tandem: 3 wait/ }).waitFor({ state: "detached" });
  await here.window.send("go on");
  await here.window.reply("Going on.").waitFor();
  expect(here.world.sentMessages()).not.toContain("not allowed by the user");
});

it("keeps a comment on a line over a reload, and sends it with its code", { tags: "thorough" }, async () => {
  await here.begin({ "a.txt": "one\ntwo\n" });
  const { page } = here.window;
  await pressCommand(page, "tandem.mode.acceptEdits");
  await here.window.composer.mode("acceptEdits").waitFor();
  here.world.scripts.set("change it", (folder) => [
    use("Read", { file_path: `${folder}/a.txt` }),
    use("Edit", { file_path: `${folder}/a.txt`, old_string: "two", new_string: "2" }),
    say("Changed."),
  ]);
  await here.window.send("change it");
  await here.window.reply("Changed.").waitFor();
  await page.getByRole("treeitem", { name: "a.txt", exact: true }).dblclick();
  await page.locator(".editor-instance .view-line").first().click();
  await runCommand(page, "Add Comment on Current Selection");
  const thread = page.locator(".review-widget");
  await thread.locator(".monaco-editor").first().click();
  await page.keyboard.type("Why one?");
  await thread.locator(".monaco-button", { hasText: "Comment" }).first().click();
  await thread.getByText("Not sent").waitFor();
  await here.window.reload();
  await runCommand(page, "Comments: Focus on Comments View");
  await page.getByRole("treeitem", { name: /^You: Why one\?/ }).waitFor();
  await runCommand(page, "Tandem: Send Comments");
  // Before 2.1.329 the CLI sends the model more requests than the one for the prompt.
  const asked = () => JSON.stringify(here.world.model.requests.map(({ messages }) => messages));
  // A process starts first, for which an older CLI needs time.
  await expect.poll(asked, { timeout: 30_000 }).toContain("a.txt:1\\n```\\none\\n```\\nWhy one?");
});
