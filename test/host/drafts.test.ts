import { execFileSync } from "node:child_process";
import fs from "node:fs";
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { say } from "../model/replies.ts";
import { pressCommand } from "./boundCommands.mjs";
import { oneEditor } from "./oneEditor.ts";
import { png } from "./pngFiles.ts";
import { runCommand } from "./workbench.mjs";

const here = oneEditor();

const attachments = () => here.window.composer.attachments;
const draft = () => here.window.message.inputValue();
/**
 * Returns the types of the blocks that the model received last, without the CLI's reminders, with the texts in place of
 * text blocks.
 */
const sent = () =>
  here.world.model.requests
    .at(-1)
    .messages.filter(({ role }: { role: string }) => role === "user")
    .at(-1)
    .content.map(({ type, text }: { type: string; text?: string }) => text?.trim() ?? type)
    .filter((text: string) => !/^(<system-reminder>|\[Image: source)/.test(text));

const option = (name: string | RegExp) => here.window.composer.suggestions.getByRole("option", { name });

/** Types the start of a mention and picks the suggestion. */
async function mention(typed: string, name: RegExp): Promise<void> {
  await here.window.page.keyboard.type(typed);
  await option(name).click({ timeout: 30_000 });
}

/** Copies a picture to the clipboard, as another program does. */
async function copyPicture(): Promise<void> {
  await here.window.page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
  }, png);
}

it("attaches pasted pictures and long texts, inserts a text, and undoes and redoes all", {
  tags: "thorough",
}, async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index} <b>&amp;`).join("\n");
  await here.begin({ "long.txt": lines });
  const { page, message } = here.window;
  const { keyboard } = page;
  await here.window.transcript.empty.waitFor();
  await copyPicture();
  await message.focus();
  await keyboard.type("compare ");
  await keyboard.press("Control+v");
  await attachments().getByRole("listitem").waitFor();
  expect(await draft()).toBe("compare ");

  await page.getByRole("treeitem", { name: "long.txt" }).dblclick();
  await page.locator(".editor-instance .view-line", { hasText: "line 0" }).click();
  await keyboard.press("Control+a");
  await keyboard.press("Control+c");
  await message.focus();
  await keyboard.press("End");
  await keyboard.press("Control+v");
  const unfold = here.window.transcript.insertAsText;
  await unfold.waitFor();
  expect(await draft()).toBe("compare ");
  await unfold.click();
  await expect.poll(draft).toBe(`compare ${lines}`);
  await keyboard.type("!");
  await keyboard.press("Control+z");
  await expect.poll(draft).toBe(`compare ${lines}`);
  await keyboard.press("Control+z");
  await expect.poll(draft).toBe("compare ");
  await keyboard.press("Control+y");
  await expect.poll(draft).toBe(`compare ${lines}`);
  await keyboard.press("Control+z");
  await expect.poll(draft).toBe("compare ");
  await keyboard.type("this");

  here.world.scripts.set("compare this", () => [say("Compared.")]);
  await keyboard.press("Enter");
  await here.window.reply("Compared.").waitFor();
  // With the lines that are selected in the editor.
  expect(sent()).toEqual(["image", "document", "compare this"]);
  expect(await draft()).toBe("");
  await keyboard.press("Control+z");
  await expect.poll(draft).toBe("compare this");
  await keyboard.press("Control+y");
  await expect.poll(draft).toBe("");
  await runCommand(page, "View: Close Editor");
});

it("keeps a queued message's attachments when it is edited and when it is sent", {
  tags: "thorough",
}, async () => {
  await here.begin();
  const { keyboard } = here.window.page;
  await here.window.message.focus();
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  here.world.scripts.set("begin", () => [{ blocks: [{ text: "Begun." }, { gate }] }]);
  here.world.scripts.set("what is this then", () => [say("A point.")]);
  await here.window.send("begin");
  await here.window.reply("Begun.").waitFor();
  await copyPicture();
  await keyboard.press("Control+v");
  await attachments().getByRole("listitem").waitFor();
  await keyboard.type("what is this");
  await keyboard.press("Enter");
  const queue = here.window.composer.queue;
  await queue.getByText("what is this").waitFor();
  expect([await attachments().count(), await draft()]).toEqual([0, ""]);
  await here.window.composer.editQueued.click();
  await expect.poll(draft).toBe("what is this");
  await attachments().getByRole("listitem").waitFor();
  await keyboard.type(" then");
  await keyboard.press("Enter");
  await queue.getByText("what is this then").waitFor();
  finish();
  await here.window.reply("A point.").waitFor();
  expect(sent()).toEqual(["image", "what is this then"]);
});

it("ignores Enter that ends an input method's word, and sends a document by its button", {
  tags: "thorough",
}, async () => {
  await here.begin();
  const { page, message } = here.window;
  const { keyboard } = page;
  await message.focus();
  const session = await page.context().newCDPSession(page);
  const composing = { selectionStart: 2, selectionEnd: 2 };
  const asked = here.world.model.requests.length;
  await session.send("Input.imeSetComposition", { text: "にほ", ...composing });
  await expect.poll(draft).toBe("にほ");
  await session.send("Input.dispatchKeyEvent", {
    type: "rawKeyDown",
    windowsVirtualKeyCode: 229,
    key: "Enter",
    code: "Enter",
  });
  await session.send("Input.insertText", { text: "日本" });
  await session.send("Input.dispatchKeyEvent", {
    type: "keyUp",
    windowsVirtualKeyCode: 13,
    key: "Enter",
    code: "Enter",
  });
  await expect.poll(draft).toBe("日本");
  await keyboard.type(" 😀");
  await pressCommand(page, "tandem.editMessage");
  await page.locator(".editor-instance .view-line", { hasText: "日本" }).click();
  await keyboard.press("Control+End");
  await keyboard.type("\nשלום");
  expect(here.world.model.requests.length).toBe(asked);
  here.world.scripts.set("日本 😀\nשלום", () => [say("Understood.")]);
  await page.locator(".editor-actions").getByRole("button", { name: "Send Message" }).click();
  await here.window.reply("Understood.").waitFor();
  expect([sent(), await draft()]).toEqual([["日本 😀\nשלום"], ""]);
  expect(await page.locator(".tabs-container .tab").count()).toBe(0);

  // A command is not a message: it returns to the field.
  await message.fill("# use tabs");
  await pressCommand(page, "tandem.editMessage");
  await page.locator(".editor-instance .view-line", { hasText: "use tabs" }).waitFor();
  await page.locator(".editor-actions").getByRole("button", { name: "Send Message" }).click();
  await expect.poll(draft).toBe("# use tabs");
  await here.window.panel.getByRole("alert").filter({ hasText: "not a message" }).waitFor();
  await message.fill("");
});

it("mentions files from Explorer and editor menus, and files dragged onto the panel with Shift", {
  tags: "thorough",
}, async () => {
  await here.begin({ "apple.txt": "red\n", "pear.txt": "green\n" });
  const { page } = here.window;
  /** By keyboard: a menu that has just opened accepts no click. */
  const choose = async (name: string) => {
    await page.locator(".monaco-menu").getByRole("menuitem", { name, exact: true }).hover();
    await page.keyboard.press("Enter");
  };
  await page.getByRole("treeitem", { name: "apple.txt" }).click({ button: "right" });
  await choose("Mention in Chat");
  await expect.poll(draft).toBe("@apple.txt ");
  await page.getByRole("treeitem", { name: "pear.txt" }).dblclick();
  await page.locator(".editor-instance .view-line", { hasText: "green" }).click({ button: "right" });
  await choose("Tandem");
  await choose("Mention in Chat");
  await expect.poll(draft).toBe("@apple.txt @pear.txt ");
  await here.window.message.fill("");
  await page.getByRole("treeitem", { name: "apple.txt" }).hover();
  await page.mouse.down();
  await page.keyboard.down("Shift");
  const { x, y } = (await here.window.message.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x - 200, y, { steps: 10 });
  await page.mouse.move(x + 20, y + 10, { steps: 10 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect.poll(draft).toBe("@apple.txt ");
  await runCommand(page, "Tandem: Focus Chat Input");
});

it("mentions a symbol, an agent, a commit, an instruction file and an earlier conversation", {
  tags: "thorough",
}, async () => {
  await here.openOwn({
    files: {
      ".claude/agents/reviewer.md": "---\nname: reviewer\ndescription: Reads it again\n---\nYou review.\n",
      "shapes.ts": "export const one = 1;\nexport function areaOfCircle(r: number) {\n  return r * r * 3;\n}\n",
      "CLAUDE.md": "Use tabs.\n",
    },
  });
  await here.window.repository.start.click();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
      cwd: here.window.folder,
      env: { PATH: process.env["PATH"] },
    });
  git("init", "-q");
  git("add", "shapes.ts");
  git("commit", "-qm", "Measure circles");
  const { page } = here.window;
  here.world.scripts.set("remember the number seven", () => [say("Seven it is.")]);
  await here.window.send("remember the number seven");
  await here.window.reply("Seven it is.").waitFor();

  await here.window.newConversation();
  await page.getByRole("treeitem", { name: "shapes.ts" }).dblclick();
  await page.locator(".editor-instance .view-line", { hasText: "areaOfCircle" }).waitFor();
  await here.window.message.focus();
  await mention("@areaOf", /areaOfCircle/);
  await expect.poll(draft).toBe("@shapes.ts#2-4 ");
  await mention("@revie", /^agent-reviewer/);
  await expect.poll(draft).toBe("@shapes.ts#2-4 @agent-reviewer ");
  await mention("@Measure", /Measure circles/);
  await expect.poll(draft).toMatch(/@commit:[0-9a-f]{8} $/);
  await mention("@CLAUDE", /CLAUDE\.md/);
  await mention("@conv", /remember the number seven/);
  await expect.poll(draft).toMatch(/@CLAUDE\.md @conversation:remember-the-number-seven-[0-9a-f]{8} $/);
  const listed = await here.window.composer.attachments.getByRole("listitem").count();
  expect(listed).toBe(5);
  // A missing file is not a mention and is not listed.
  await page.keyboard.type("not @gone.ts");
  const prompt = (await draft()).replace("#2-4", "#L2-4").trim();
  here.world.scripts.set(prompt, () => [say("All of it seen.")]);
  await page.keyboard.press("Enter");
  await here.window.reply("All of it seen.").waitFor();
  const all = here.world.sentMessages();
  const parts = [
    "return r * r * 3",
    'invoke the agent \\"reviewer\\"',
    "+export function areaOfCircle",
    "Use tabs.",
    "Seven it is.",
  ];
  expect(parts.filter((part) => !all.includes(part))).toEqual([]);
  const went = () =>
    here.window.transcript.prompts
      .last()
      .getByRole("listitem")
      .evaluateAll((chips) => chips.map((chip) => chip.getAttribute("aria-label")));
  const names = [expect.stringMatching(/^@commit:/), expect.stringMatching(/^@conversation:/)];
  expect(await went()).toEqual(["shapes.ts#2-4", "CLAUDE.md", ...names]);
});

it("mentions files dragged from tabs, Source Control and desktop, and files of every workspace root", {
  tags: "thorough",
}, async () => {
  await here.openOwn({
    files: { "app.ts": "app\n" },
    roots: { library: { "src/shelf.ts": "export const shelf = 1;\n" } },
  });
  const { page, message } = here.window;
  const { keyboard } = page;
  execFileSync("git", ["init", "-q"], { cwd: here.window.folder, env: { PATH: process.env["PATH"] } });
  const drag = async (from: Locator) => {
    await from.hover();
    await page.mouse.down();
    await keyboard.down("Shift");
    const { x, y } = (await message.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x - 200, y, { steps: 10 });
    await page.mouse.move(x + 20, y + 10, { steps: 10 });
    await page.mouse.up();
    await keyboard.up("Shift");
  };
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "library" }).waitFor();
  await page.locator(".quick-input-list .monaco-list-row").first().click();
  await here.window.composer.mode("default").waitFor();
  await message.focus();
  await mention("@shelf", /shelf\.ts/);
  await expect.poll(draft).toMatch(/^@\S*library\/src\/shelf\.ts $/);
  const mentioned = (await draft()).trim();
  await attachments()
    .getByRole("listitem", { name: mentioned.slice(1) })
    .waitFor();
  here.world.scripts.set(mentioned, () => [say("One shelf.")]);
  await keyboard.press("Enter");
  await here.window.reply("One shelf.").waitFor();
  expect(here.world.sentMessages()).toContain("export const shelf = 1;");

  await attachments()
    .last()
    .getByRole("button", { name: mentioned.slice(1) })
    .click();
  const tab = page.locator(".tabs-container .tab", { hasText: "shelf.ts" });
  await tab.waitFor();
  await drag(tab);
  await expect.poll(draft).toBe(`${mentioned} `);
  await message.fill("");
  await page.getByRole("tab", { name: /^Source Control/ }).click();
  const change = page.locator(".scm-view").getByRole("treeitem", { name: /app\.ts/ });
  await change.waitFor({ timeout: 30_000 });
  await drag(change);
  await expect.poll(draft).toMatch(/^@(\S*\/)?app\.ts $/);
  await message.fill("");
  const frame = await here.window.frame();
  await frame.evaluate((data) => {
    const dropped = new DataTransfer();
    dropped.items.add(
      new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], "from the desktop.png", {
        type: "image/png",
      }),
    );
    const field = document.querySelector("textarea");
    for (const type of ["dragover", "drop"])
      field?.dispatchEvent(new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }));
  }, png);
  await attachments().getByRole("listitem", { name: "from the desktop.png" }).waitFor();
  expect(fs.existsSync(here.window.file("from the desktop.png"))).toBe(false);
});
