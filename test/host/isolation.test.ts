import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { getRow } from "./threeAtWork.ts";
import { openConversationTree, runCommand } from "./workbench.mjs";

const setUp = 'echo "$TANDEM_PORT_FIRST" > ports.txt';
const here = oneEditor({ settings: { "tandem.worktree.include": ["*.local"], "tandem.worktree.setupCommand": setUp } });

const row = (text: string) => here.window.page.locator(".quick-input-list .monaco-list-row", { hasText: text });
const bash = (command: string) => ({ blocks: [{ tool: "Bash", input: { command, description: "Change it" } }] });
const say = (text: string) => ({ blocks: [{ text }] });

it("works in a copy, shows and applies its changes, asks about conflicts and before discarding", {
  tags: "thorough",
}, async () => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join("");
  await here.openOwn({ files: { "a.txt": "a\n", "both.txt": "1\n2\n3\n4\n5\n", "long.txt": long } });
  const { window } = here;
  const { page, folder } = window;
  let copy = "";
  here.world.scripts.set("work there", (cwd: string) => {
    copy = cwd;
    return [
      bash(
        "echo changed > a.txt && sed -i s/5/five/ both.txt && echo new > new.txt && sed -i '4s/.*/three/;31s/.*/thirty/' long.txt",
      ),
      say("Done there."),
    ];
  });
  await runCommand(page, "Tandem: New Conversation in Copy…");
  const label = `Copy of ${path.basename(folder)}`;
  await window.panel.getByRole("button", { name: label }).waitFor();
  await window.send("work there");
  await window.card.allow.click();
  await window.reply("Done there.").waitFor();
  await window.composer.stop.waitFor({ state: "detached" });
  expect(fs.readFileSync(path.join(copy, "a.txt"), "utf8")).toBe("changed\n");
  expect(window.read("a.txt")).toBe("a\n");
  const told = JSON.stringify(here.world.model.requests);
  expect(told).toContain(`a copy of ${folder}`);
  await openConversationTree(page);
  await getRow(window, "work there").filter({ hasText: label }).waitFor();

  await window.panel.getByRole("button", { name: label }).click();
  await page.getByRole("tab", { name: new RegExp(`^${label}`) }).waitFor();
  await page.getByText("changed", { exact: true }).first().waitFor();

  // The user changes other lines of the same file meanwhile.
  fs.writeFileSync(path.join(folder, "both.txt"), "one\n2\n3\n4\n5\n");
  await runCommand(page, "Tandem: Apply Changes from Copy or Worktree…");
  await row("both.txt").filter({ hasText: "can be merged" }).waitFor();
  // Leaves one change of a file out.
  await row("long.txt").hover();
  await row("long.txt").locator(".quick-input-list-entry-action-bar .action-label").click();
  await row("- line 30").filter({ hasText: "line 31 · +1 −1" }).click();
  await page.keyboard.press("Enter");
  await row("long.txt").filter({ hasText: "1 of 2 changes selected" }).waitFor();
  await row("both.txt").click();
  await page.keyboard.press("Enter");
  await row("Merge both changes").click();
  // The files are written one after the other.
  const applied = {
    "both.txt": "one\n2\n3\n4\nfive\n",
    "a.txt": "changed\n",
    "new.txt": "new\n",
    "long.txt": long.replace("line 3\n", "three\n"),
  };
  const readApplied = () =>
    Object.fromEntries(
      Object.keys(applied).map((name) => [name, fs.existsSync(window.file(name)) ? window.read(name) : undefined]),
    );
  await expect.poll(readApplied).toEqual(applied);

  fs.writeFileSync(path.join(copy, "late.txt"), "late\n");
  await runCommand(page, "Tandem: Discard Copy or Worktree…");
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.filter({ hasText: "late.txt" }).waitFor();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => fs.existsSync(copy)).toBe(false);
  expect(window.read("a.txt")).toBe("changed\n");

  await runCommand(page, "Tandem: Show Copies and Worktrees…");
  await row(label).filter({ hasText: "discarded" }).click();
  await row("Apply Changes").click();
  await row("late.txt").waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => fs.existsSync(path.join(folder, "late.txt"))).toBe(true);
});

it("tries a message with two models in copies, compares them, applies one, discards the other", {
  tags: "thorough",
}, async () => {
  await here.begin();
  const { window } = here;
  const { page } = window;
  const copies: string[] = [];
  here.world.scripts.set("try this", (cwd: string) => {
    if (!copies.includes(cwd)) copies.push(cwd);
    return [bash(`echo ${copies.length} > result.txt`), say("Tried.")];
  });
  await runCommand(page, "Tandem: Try Message in Parallel…");
  const input = page.locator(".quick-input-widget input[type=text]").last();
  await input.fill("try this");
  await page.keyboard.press("Enter");
  await row("Model from Settings").first().click();
  // One is not enough.
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-title", { hasText: "1 selected. Select 2 to 4" }).waitFor();
  await row("Sonnet").first().click();
  await page.keyboard.press("Enter");
  await window.panel.getByRole("button", { name: "Attempt 1 of 2" }).waitFor();
  await window.card.allow.click();
  await window.reply("Tried.").waitFor();
  // The other one waits in the list of requests.
  await runCommand(page, "Tandem: Go to Next Waiting Conversation");
  await window.panel.getByRole("button", { name: "Attempt 2 of 2" }).waitFor();
  await window.card.allow.click();
  await window.reply("Tried.").waitFor();
  await window.composer.stop.waitFor({ state: "detached" });

  await runCommand(page, "Tandem: Compare Attempts…");
  await row("Attempt 1")
    .filter({ hasText: /1 file, \+1 −0 · no tests run · \$\d/ })
    .waitFor();
  await row("Attempt 2 · ")
    .filter({ hasText: /done · 1 file, \+1 −0 · no tests run · \$\d/ })
    .click();
  await row("Apply Changes").click();
  await row("result.txt").waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.filter({ hasText: "Discard the other attempt?" }).getByRole("button", { name: "Discard" }).click();
  await dialog.filter({ hasText: "result.txt" }).getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => copies.map((copy) => fs.existsSync(copy)).sort()).toEqual([false, true]);
  const kept = copies.find((copy) => fs.existsSync(copy)) ?? "";
  expect(window.read("result.txt")).toBe(fs.readFileSync(path.join(kept, "result.txt"), "utf8"));
});

it("writes files of a copy without asking, and asks about hidden ones", { tags: "thorough" }, async () => {
  await here.begin({ "a.txt": "a\n" });
  const { window } = here;
  let copy = "";
  here.world.scripts.set("write there", (cwd: string) => {
    copy = cwd;
    const write = (name: string) => ({
      blocks: [{ tool: "Write", input: { file_path: path.join(cwd, name), content: "written" } }],
    });
    return [write("there.txt"), write(".hidden"), say("Wrote them.")];
  });
  await runCommand(window.page, "Tandem: New Conversation in Copy…");
  const label = window.panel.getByRole("button", { name: `Copy of ${path.basename(window.folder)}` });
  await label.waitFor();
  expect(await label.getAttribute("title")).toContain("its edits need no approval");
  await window.send("write there");
  await window.panel.getByRole("group", { name: "Permission: Write .hidden" }).waitFor();
  expect(fs.readFileSync(path.join(copy, "there.txt"), "utf8")).toBe("written");
  await window.card.deny.click();
  await window.reply("Wrote them.").waitFor();
  expect([fs.existsSync(path.join(copy, ".hidden")), fs.existsSync(window.file("there.txt"))]).toEqual([false, false]);
});

it("sets up a worktree with uncommitted and included files, merges its branch, and discards it", {
  tags: "thorough",
}, async () => {
  await here.begin({ "a.txt": "a\n", "b.txt": "b\n", ".gitignore": "*.local\nports.txt\n", "env.local": "SECRET=1\n" });
  const { window } = here;
  const { page, folder } = window;
  const git = (...given: string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.test", ...given], {
      cwd: folder,
      encoding: "utf8",
    });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "First");
  fs.writeFileSync(path.join(folder, "a.txt"), "uncommitted\n");
  const config = window.read(".git/config");
  let tree = "";
  const commit =
    "echo B > b.txt && git -c user.name=Ann -c user.email=ann@example.test commit -qm Work b.txt && echo rest > rest.txt";
  here.world.scripts.set("work on a branch", (cwd: string) => {
    tree = cwd;
    return [bash(commit), say("Committed.")];
  });
  await runCommand(page, "Tandem: New Conversation in Worktree…");
  await row("With my uncommitted changes").click();
  const input = page.locator(".quick-input-widget input[type=text]").last();
  await expect.poll(() => input.inputValue()).toMatch(/^tandem\//);
  await input.fill("main");
  await page.locator(".quick-input-message", { hasText: "can't be created" }).waitFor();
  await input.fill("feature");
  await page.locator(".quick-input-message", { hasText: "can't be created" }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.filter({ hasText: setUp }).waitFor();
  await dialog.getByRole("button", { name: "Run" }).click();
  const label = `Worktree of ${path.basename(folder)}: feature`;
  await window.panel.getByRole("button", { name: label }).waitFor();
  await window.send("work on a branch");
  await window.card.allow.click();
  await window.reply("Committed.").waitFor();
  await window.composer.stop.waitFor({ state: "detached" });
  const there = (name: string): string => fs.readFileSync(path.join(tree, name), "utf8");
  expect([there("a.txt"), there("env.local"), there("b.txt")]).toEqual(["uncommitted\n", "SECRET=1\n", "B\n"]);
  expect(there("ports.txt")).toMatch(/^2\d{4}\n$/);
  expect(path.relative(folder, tree)).toMatch(/^\.\./);
  expect(JSON.stringify(here.world.model.requests)).toContain(`a git worktree of ${folder}`);
  expect([window.read("b.txt"), window.read(".git/config")]).toEqual(["b\n", config]);

  await runCommand(page, "Tandem: Show Copies and Worktrees…");
  await row(label)
    .filter({ hasText: / · [\d.]+ [kM]?B/ })
    .click();
  await row("Merge Branch").click();
  await expect.poll(() => window.read("b.txt")).toBe("B\n");
  await window.panel
    .getByText("Merged the branch feature. 1 change is not committed and was not merged.", { exact: true })
    .waitFor();
  expect(window.read("a.txt")).toBe("uncommitted\n");

  await runCommand(page, "Tandem: Discard Copy or Worktree…");
  await dialog.filter({ hasText: "rest.txt" }).filter({ hasText: "feature has no commits of its own" }).waitFor();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => fs.existsSync(tree)).toBe(false);
  await expect.poll(() => git("branch", "--format=%(refname:short)")).toBe("main\n");
  expect([git("worktree", "list").trim().split("\n").length, window.read(".git/config")]).toEqual([1, config]);

  await runCommand(page, "Tandem: Show Copies and Worktrees…");
  await row(label).filter({ hasText: "discarded" }).click();
  await row("Apply Changes").click();
  await row("rest.txt").waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => fs.existsSync(path.join(folder, "rest.txt"))).toBe(true);
});
