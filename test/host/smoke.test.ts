// The same walk in the oldest VS Code that the manifest allows and in the newest, each with the installed package.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { ensurePackage } from "../package/ensurePackage.mjs";
import { EditorWorld } from "./editorWorld.ts";
import { scrubbedEnvironment } from "./environment.mjs";
import { StatusPage } from "./page/statusPage.ts";
import { findUnnamedFiles } from "./stateTable.ts";
import { getTab, openList, runCommand } from "./workbench.mjs";

let world: EditorWorld | undefined;
afterEach(() => world?.close());

const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
const before = `${lines.join("\n")}\n`;
const after = before
  .replace("line 3\n", "LINE 3\n")
  .replace("line 30\n", "LINE 30\n")
  .replace("line 55\n", "LINE 55\n");

async function walk(edition: string, vsix?: string): Promise<void> {
  world = await EditorWorld.create({ edition, ...(vsix ? { vsix } : {}) });
  const window = await world.open({ files: { "a.txt": before } });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", ...args], { cwd: window.folder });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "Start");
  const { page } = window;

  world.scripts.set("hello", () => [say("Hello yourself.")]);
  await window.send("hello");
  await window.reply("Hello yourself.").waitFor();

  world.scripts.set("change it", (folder) => [
    { blocks: [{ tool: "Read", input: { file_path: `${folder}/a.txt` } }] },
    { blocks: [{ tool: "Write", input: { file_path: `${folder}/a.txt`, content: after } }] },
    say("Changed."),
  ]);
  await window.send("change it");
  await window.card.of("Write", "a.txt").waitFor();
  await page.locator(".tabs-container .tab", { hasText: "a.txt (proposed)" }).waitFor();
  await window.card.rejectHunk(2, 3).click();
  await window.panel.getByText("You changed the proposal").waitFor();
  await window.card.allow.click();
  await window.reply("Changed.").waitFor();
  expect(window.read("a.txt")).toBe(after.replace("LINE 30\n", "line 30\n"));
  // Changes in a turn whose end a window did not record count as those of others, and a rewind asks about them.
  const recordedTurns = (): number => (world?.checkpointLog(window.folder) ?? "").split('"turnEnd"').length - 1;
  await expect.poll(recordedTurns).toBe(2);

  await window.reload();
  await window.reply("Changed.").waitFor();

  await openList(page, "Tandem: Rewind to Message");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "change it" }).click();
  await window.rewindDialog.answer("both").click();
  await expect.poll(() => window.read("a.txt")).toBe(before);
  await expect.poll(() => window.message.inputValue()).toBe("change it");

  await runCommand(page, "Tandem: Show Status");
  const status = new StatusPage(getTab(page));
  await status.search.waitFor();
  expect(await status.row("claude", "Version").innerText()).toContain(world.version);
  await runCommand(page, "View: Close Editor");

  await runCommand(page, "Tandem: New Conversation in Worktree…");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Only the last commit" }).click();
  const input = page.locator(".quick-input-widget input[type=text]").last();
  await expect.poll(() => input.inputValue()).toMatch(/^tandem\//);
  await input.fill("feature");
  await page.keyboard.press("Enter");
  await window.panel.getByRole("button", { name: `Worktree of ${path.basename(window.folder)}: feature` }).waitFor();
  let place = "";
  world.scripts.set("where are you", (folder) => {
    place = folder;
    return [say("Here.")];
  });
  await window.send("where are you");
  await window.reply("Here.").waitFor();
  expect(fs.readFileSync(path.join(place, "a.txt"), "utf8")).toBe(before);
  expect(place).not.toBe(window.folder);
  await window.close();
  expect(findUnnamedFiles(path.join(world.place.root, "user-data", "User"))).toEqual([]);
}

it("chats, writes a partly rejected diff, reloads, rewinds, shows status and works in a worktree", () =>
  walk("editor"));

it("chats, reviews and rewinds in the oldest VS Code that it supports", { tags: "thorough" }, () =>
  walk("editor-oldest"),
);

it("chats, reviews and rewinds with a package that a fresh clone makes by the README", {
  tags: "thorough",
  timeout: 900_000,
}, async () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-clone-")));
  try {
    const clone = path.join(folder, "tandem");
    // Packages that npm downloaded already serve the fresh home too.
    const cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
    const env = { ...scrubbedEnvironment(), HOME: folder, npm_config_cache: cache, npm_config_prefer_offline: "true" };
    const run = (program: string, args: readonly string[], cwd: string): string =>
      execFileSync(program, args, { cwd, env, encoding: "utf8", stdio: "pipe" });
    const project = fileURLToPath(new URL("../..", import.meta.url));
    run("git", ["clone", "-q", project, clone], folder);
    run("npm", ["ci"], clone);
    const printed = run("npm", ["run", "package"], clone);
    const [, sum] = /\.vsix: \d+ files[\s\S]*SHA-256 ([0-9a-f]{64})/.exec(printed) ?? [];
    expect(sum).toBeDefined();
    const [vsix = ""] = fs.readdirSync(clone).filter((name) => name.endsWith(".vsix"));
    expect(run("git", ["status", "--porcelain"], clone)).toBe("");
    // The package of this folder has the same bytes, unless it has changes that the clone lacks.
    if (run("git", ["status", "--porcelain"], project) === "")
      expect(sum).toBe(
        createHash("sha256")
          .update(fs.readFileSync((await ensurePackage()).file))
          .digest("hex"),
      );
    await walk("editor", path.join(clone, vsix));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
