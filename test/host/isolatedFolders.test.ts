import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { writeFiles } from "./editorWorld.ts";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor();

const row = (text: string | RegExp) =>
  here.window.page.locator(".quick-input-list .monaco-list-row", { hasText: text });
const note = (text: string | RegExp) => here.window.banner(text);
const bash = (command: string) => ({ blocks: [{ tool: "Bash", input: { command, description: "Change it" } }] });
const say = (text: string) => ({ blocks: [{ text }] });

/** Opens a folder beside a library that may be mounted, and secrets that may not. */
async function openWithMounts(mounts: readonly object[]): Promise<(name: string) => string> {
  const beside = (name: string): string => path.join(here.world.place.root, name);
  writeFiles(beside("library"), { "src/l.txt": "l\n", "src/big.bin": "0".repeat(200_000), "notes.txt": "notes\n" });
  writeFiles(beside("secret"), { "s.txt": "s\n" });
  here.world.changeSettings({ "tandem.isolation.roots": [beside("library")], "tandem.isolation.mounts": mounts });
  await here.openOwn({ files: { "a.txt": "a\n" } });
  return beside;
}

it("explains why it refuses a mount that is not allowed or exceeds its budget", {
  tags: "thorough",
}, async () => {
  const beside = await openWithMounts([{ path: "../secret" }]);
  await runCommand(here.window.page, "Tandem: New Conversation in Copy…");
  await note(
    `${beside("secret")} is neither a folder of this workspace nor in the setting tandem.isolation.roots.`,
  ).waitFor();
  await openWithMounts([{ path: "../library", mountPath: "vendor/library", maxMegabytes: 0.1 }]);
  await runCommand(here.window.page, "Tandem: New Conversation in Copy…");
  await note(/The mount .*library takes at least .*, but only .* is left\./).waitFor();
  await runCommand(here.window.page, "Tandem: Show Copies and Worktrees…");
  await note("There are no copies or worktrees.").waitFor();
});

it("tells the model of a copy's mount, and applies each change to its original folder", {
  tags: "thorough",
}, async () => {
  const mount = {
    path: "../library",
    mountPath: "vendor/library",
    include: ["src/**"],
    exclude: ["*.bin"],
    maxMegabytes: 0.1,
  };
  const beside = await openWithMounts([mount]);
  const { window } = here;
  const { page, folder } = window;
  let copy = "";
  here.world.scripts.set("change the library", (cwd: string) => {
    copy = cwd;
    return [bash("find vendor -type f && echo A > a.txt && echo L > vendor/library/src/l.txt"), say("Changed it.")];
  });
  await runCommand(page, "Tandem: New Conversation in Copy…");
  const label = `Copy of ${path.basename(folder)}`;
  await window.panel.getByRole("button", { name: label }).waitFor();
  await window.send("change the library");
  await window.card.allow.click();
  await window.reply("Changed it.").waitFor();
  await window.composer.stop.waitFor({ state: "detached" });
  expect(fs.readdirSync(path.join(copy, "vendor/library"), { recursive: true })).toEqual(["src", "src/l.txt"]);
  const told = JSON.stringify(here.world.model.requests);
  expect(told).toContain(
    JSON.stringify(`Its folder "vendor/library" is a copy of ${beside("library")}; `).slice(1, -1),
  );
  const read = (name: string): string => fs.readFileSync(beside(name), "utf8");
  expect([window.read("a.txt"), read("library/src/l.txt")]).toEqual(["a\n", "l\n"]);

  await runCommand(page, "Tandem: Apply Changes from Copy or Worktree…");
  await row("vendor/library/src/l.txt").waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => [window.read("a.txt"), read("library/src/l.txt")]).toEqual(["A\n", "L\n"]);
  expect(fs.existsSync(path.join(folder, "vendor"))).toBe(false);
  await note("Applied the changes of 2 files").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => [window.read("a.txt"), read("library/src/l.txt")]).toEqual(["a\n", "l\n"]);
});

it("updates a worktree from its base between turns, names obstacles, and leaves conflicts to claude", {
  tags: "thorough",
}, async () => {
  await here.openOwn({ files: { "a.txt": "a\n", "b.txt": "b\n" } });
  const { window } = here;
  const { page, folder } = window;
  const git = (...given: string[]): string => execFileSync("git", given, { cwd: folder, encoding: "utf8" });
  git("init", "-q", "-b", "main");
  // The home of the editor has no configuration of git, and a merge commit needs the name of somebody.
  git("config", "user.name", "Ann");
  git("config", "user.email", "ann@example.test");
  git("add", ".");
  git("commit", "-qm", "First");
  let tree = "";
  const commit = (message: string): string => `git commit -qam ${message}`;
  const turn = async (prompt: string, command?: string): Promise<void> => {
    here.world.scripts.set(prompt, (cwd: string) => {
      tree = cwd;
      return [...(command === undefined ? [] : [bash(command)]), say(`Did ${prompt}.`)];
    });
    await window.send(prompt);
    if (command !== undefined) await window.card.allow.click();
    await window.reply(`Did ${prompt}.`).waitFor();
    await window.composer.stop.waitFor({ state: "detached" });
  };
  const update = async (said: string): Promise<void> => {
    await runCommand(page, "Tandem: Show Copies and Worktrees…");
    await row("Worktree of ").click();
    await row("Update from Base").click();
    await note(said).waitFor();
    await note(said).getByRole("button", { name: "Close" }).click();
  };
  await runCommand(page, "Tandem: New Conversation in Worktree…");
  await row("Only the last commit").click();
  const input = page.locator(".quick-input-widget input[type=text]").last();
  await expect.poll(() => input.inputValue()).toMatch(/^tandem\//);
  await input.fill("feature");
  await page.keyboard.press("Enter");
  await window.panel.getByRole("button", { name: `Worktree of ${path.basename(folder)}: feature` }).waitFor();
  await turn("the work", "echo own > b.txt");
  fs.writeFileSync(path.join(folder, "a.txt"), "base\n");
  git("commit", "-qam", "Base moves on");
  await update("Nothing was merged, because the worktree has uncommitted changes. Commit them first: b.txt");
  await turn("the commit", commit("Own"));
  await update("Merged 1 commit into feature.");
  const read = (name: string): string => fs.readFileSync(path.join(tree, name), "utf8");
  expect([read("a.txt"), read("b.txt"), window.read("b.txt")]).toEqual(["base\n", "own\n", "b\n"]);
  const base = git("rev-parse", "main").slice(0, 12);
  await turn("a look");
  expect(here.world.sentMessages()).toContain(`up to ${base} into the worktree.`);
  await update("feature already has all commits of its base.");

  fs.writeFileSync(path.join(folder, "b.txt"), "other\n");
  git("commit", "-qam", "Base changes the same");
  await update("Nothing was merged, because files have conflicts. Ask claude to merge the base branch: b.txt");
  expect([read("b.txt"), git("-C", tree, "status", "--porcelain")]).toEqual(["own\n", ""]);
  await turn("merge the base", `git merge -q main; echo both > b.txt && ${commit("Merge")}`);
  await update("feature already has all commits of its base.");
});
