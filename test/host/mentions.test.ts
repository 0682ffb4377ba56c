import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const say = (text: string) => ({ blocks: [{ text }] });

const here = oneEditor();

const option = (name: string | RegExp) => here.window.panel.getByRole("listbox", { name: "Suggestions" }).getByRole("option", { name });
const draft = () => here.window.message.inputValue();
/** Everything that the model was sent last. */
const sent = () => JSON.stringify(here.world.model.requests.at(-1).messages);

/** Types the beginning of a mention and takes what is suggested for it. */
async function mention(typed: string, name: RegExp): Promise<void> {
  await here.window.page.keyboard.type(typed);
  await option(name).click({ timeout: 30_000 });
}

it("mentions a symbol, an agent, a commit, an instruction file and an earlier conversation", async () => {
  await here.openOwn({
    files: {
      ".claude/agents/reviewer.md": "---\nname: reviewer\ndescription: Reads it again\n---\nYou review.\n",
      "shapes.ts": "export const one = 1;\nexport function areaOfCircle(r: number) {\n  return r * r * 3;\n}\n",
      "CLAUDE.md": "Use tabs.\n",
    },
  });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], { cwd: here.window.folder, env: { PATH: process.env["PATH"] } });
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
  const listed = await here.window.panel.getByRole("list", { name: "Attachments" }).getByRole("listitem").count();
  expect(listed).toBe(5);
  // What is not there is no mention, and is listed nowhere.
  await page.keyboard.type("not @gone.ts");
  const prompt = (await draft()).replace("#2-4", "#L2-4").trim();
  here.world.scripts.set(prompt, () => [say("All of it seen.")]);
  await page.keyboard.press("Enter");
  await here.window.reply("All of it seen.").waitFor();
  const all = sent();
  const parts = ["return r * r * 3", 'invoke the agent \\"reviewer\\"', "+export function areaOfCircle", "Use tabs.", "Seven it is."];
  expect(parts.filter((part) => !all.includes(part))).toEqual([]);
  const went = () =>
    here.window.panel
      .getByRole("article", { name: "You" })
      .last()
      .getByRole("listitem")
      .evaluateAll((chips) => chips.map((chip) => chip.getAttribute("aria-label")));
  const names = [expect.stringMatching(/^@commit:/), expect.stringMatching(/^@conversation:/)];
  expect(await went()).toEqual(["shapes.ts#2-4", "CLAUDE.md", ...names]);
});

it("mentions from the menus of the Explorer and of an editor, and what is dragged onto the panel with Shift", async () => {
  await here.begin({ "apple.txt": "red\n", "pear.txt": "green\n" });
  const { page } = here.window;
  const menuItem = page.locator(".monaco-menu").getByRole("menuitem", { name: "Mention in Tandem" });
  /** By the keyboard: a menu that opened a moment ago takes no click. */
  const choose = async () => {
    await menuItem.hover();
    await page.keyboard.press("Enter");
  };
  await page.getByRole("treeitem", { name: "apple.txt" }).click({ button: "right" });
  await choose();
  await expect.poll(draft).toBe("@apple.txt ");
  await page.getByRole("treeitem", { name: "pear.txt" }).dblclick();
  await page.locator(".editor-instance .view-line", { hasText: "green" }).click({ button: "right" });
  await choose();
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
