// Takes the pictures. `npm run pictures` takes all: those of the README, in a real VS Code with the demo model (media/pictures), and those for
// review (dist/pictures): every state of the request cards, the diffs beside them and a rewind, in three themes, narrow and wide, and every component in
// every state without VS Code. `NAME …` takes some of the README, `cards [NAME …]`, `gallery [NAME …]` and `rewind [THEME …]` only those. `themes`
// records the colours of the gallery.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { photograph, recordTheme, writeThemes } from "../gallery/photograph.mjs";
import { demoOptions, demoScripts } from "../model/demo.mjs";
import { startModel } from "../model/server.mjs";
import { launchBrowser } from "./browser.mjs";
import buildExtension from "./build.mjs";
import { cardFiles, cardScripts, cardStates } from "./cardStates.mjs";
import { startCodeServer } from "./codeServer.mjs";
import { modelEnvironment, temporaryHome } from "./environment.mjs";
import { linkDevelopmentExtension } from "./extensionLink.mjs";
import { ensureCli } from "./install.mjs";
import { actRewind, rewindFiles, rewindScripts, rewindSettings } from "./rewindStates.mjs";
import { getTab, openConversationTree, openPanel, openWorkbench, runCommand, setPanelWidth } from "./workbench.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const pictures = path.join(project, "media", "pictures");
const dark = "Dark 2026";
const light = "Light 2026";
const contrast = "Default High Contrast";

const start = (panel, label) => panel.getByRole("button", { name: `Try: ${label}` }).click();
const button = (panel, name) => panel.getByRole("button", { name, exact: true });

const wide = { width: 1440, height: 860 };

const inThemes = (name, scene) =>
  Object.fromEntries(Object.entries({ dark, light, contrast }).map(([kind, theme]) => [`${name}-${kind}`, { theme, ...scene }]));

/** Files that can run or steer, as a repository brings them. */
const repositoryFiles = {
  ".claude/settings.json": JSON.stringify({
    hooks: { PostToolUse: [{ matcher: "Edit|Write", hooks: [{ type: "command", command: "npm run format" }] }] },
    permissions: { allow: ["Bash(npm test:*)"] },
  }),
  ".mcp.json": JSON.stringify({ mcpServers: { issues: { command: "node", args: ["tools/issues.mjs"] } } }),
  "CLAUDE.md": "Write short functions.",
};

/** The pictures: each has a theme, the panel's width, more files for its folder, and the actions before it is taken. */
const scenes = {
  "empty-dark": { theme: dark, width: 420, act: (panel) => panel.getByText("Starting claude…").waitFor({ state: "detached" }) },
  "review-dark": {
    theme: dark,
    width: 420,
    size: wide,
    async act(panel, page) {
      await start(panel, "an edit that asks first");
      await button(panel, "Review changes").click();
      await page.locator(".monaco-diff-editor .modified .view-line", { hasText: "Good to see you" }).waitFor();
    },
  },
  "conversations-dark": { theme: dark, width: 420, act: several },
  "conversations-light": { theme: light, width: 380, act: several },
  "conversations-contrast": { theme: contrast, width: 380, act: several },
  "tabs-dark": { theme: dark, width: 320, size: wide, act: inTabs },
  "tabs-light": { theme: light, width: 320, size: wide, act: inTabs },
  "tabs-contrast": { theme: contrast, width: 320, size: wide, act: inTabs },
  "picker-dark": { theme: dark, width: 380, act: picker },
  "picker-light": { theme: light, width: 380, act: picker },
  "picker-contrast": { theme: contrast, width: 380, act: picker },
  "reply-light": { theme: light, width: 420, act: longReply },
  "reply-contrast": { theme: contrast, width: 420, act: longReply },
  "question-light": {
    theme: light,
    width: 420,
    async act(panel) {
      await start(panel, "a question with choices");
      await panel.getByRole("radio", { name: "Vitest" }).check();
    },
  },
  "plan-contrast": {
    theme: contrast,
    width: 420,
    async act(panel) {
      await start(panel, "a plan to approve");
      await button(panel, "Approve plan").waitFor();
    },
  },
  "narrow-dark": {
    theme: dark,
    width: 280,
    async act(panel, page) {
      await start(panel, "an edit that asks first");
      await button(panel, "Allow").waitFor();
      await page.locator(".monaco-diff-editor .modified .view-line", { hasText: "Good to see you" }).waitFor();
    },
  },
  "narrow-light": { theme: light, width: 280, act: longReply },
  "failed-dark": {
    theme: dark,
    width: 420,
    async act(panel) {
      await start(panel, "a tool that fails");
      await panel.getByText("Open the row to see the error").waitFor();
      await panel.getByRole("group", { name: "Read missing.js" }).getByRole("button").first().click();
      await panel.getByRole("meter", { name: "Context used" }).filter({ hasText: "%" }).waitFor();
    },
  },
  ...inThemes("status", { width: 320, size: wide, settings: { "tandem.effort": "high", "tandem.maxTurns": 40 }, act: status }),
  ...inThemes("servers", { width: 320, size: wide, act: servers }),
  ...inThemes("usage", { width: 320, size: wide, act: usage }),
  ...inThemes("repository", { width: 420, files: repositoryFiles, act: repository }),
  "repository-narrow": { theme: light, width: 280, files: repositoryFiles, act: repository },
  "missing-light": {
    theme: light,
    width: 420,
    settings: { "tandem.claudePath": "/no/such/claude" },
    async act(panel) {
      await panel.getByRole("alert").waitFor();
    },
  },
};

/** Shows three conversations: a working one, a waiting one, and the visible one. */
async function several(panel, page) {
  await openConversationTree(page);
  await longReply(panel);
  await runCommand(page, "Tandem: New Conversation");
  await start(panel, "an edit that asks first");
  await button(panel, "Allow").waitFor();
  await runCommand(page, "Tandem: New Conversation");
  await start(panel, "a tool that fails");
  await panel.getByText("Open the row to see the error").waitFor();
  await page.getByRole("treeitem").filter({ hasText: "waiting for you" }).waitFor();
}

/** Opens two conversations in tabs and a third in the side bar. */
async function inTabs(panel, page) {
  await several(panel, page);
  const rows = page.getByRole("tree", { name: /Conversations/ }).getByRole("treeitem");
  const texts = ["Explain how the greeter", "Make the greeting", "Read a file that does not exist"];
  // Waits for the final texts: rows are rendered anew whenever a text changes, and then lose their hover state.
  for (const text of texts) await rows.filter({ hasText: text }).first().locator('[aria-label^="Rename"]').waitFor({ state: "attached" });
  for (const text of texts.slice(0, 2)) {
    const row = rows.filter({ hasText: text }).first();
    await row.hover();
    await row.getByRole("button", { name: "Open Conversation in Editor" }).click();
    await getTab(page).getByRole("textbox", { name: "Message" }).waitFor();
  }
}

/** Finds conversations by their content. */
async function picker(panel, page) {
  await several(panel, page);
  await runCommand(page, "Tandem: Open Conversation…");
  await page.locator(".quick-input-widget input[type=text]").fill("this machine");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "this machine" }).first().waitFor();
}

/** Shows what a repository brings. */
async function repository(panel) {
  await panel.getByRole("group", { name: "This repository configures claude" }).locator("[aria-disabled=false]").first().waitFor();
}

/** Shows the settings on the status page of a conversation with a turn. */
async function status(panel, page) {
  await longReply(panel);
  await runCommand(page, "Tandem: Show Status");
  const settings = getTab(page).getByRole("heading", { name: "Settings", exact: true });
  await settings.evaluate((heading) => heading.scrollIntoView());
}

/** Shows the MCP servers, each in another state. */
async function servers(panel, page) {
  await longReply(panel);
  await runCommand(page, "Tandem: Manage MCP Servers…");
  const list = getTab(page).getByRole("list", { name: "MCP servers" });
  for (const state of ["connected", "failed"]) await list.getByRole("listitem").filter({ hasText: state }).first().waitFor();
}

/** Shows the usage of three turns. */
async function usage(panel, page) {
  await longReply(panel);
  for (const label of ["Read a file that does not exist.", "Show me your tasks while you work."]) {
    await panel.getByRole("textbox", { name: "Message" }).fill(label);
    await button(panel, "Send").click();
    await button(panel, "Stop").waitFor();
    await button(panel, "Stop").waitFor({ state: "detached" });
  }
  await runCommand(page, "Tandem: Show Usage");
  await getTab(page).getByRole("region", { name: "Usage" }).waitFor();
}

async function longReply(panel) {
  await start(panel, "a long reply with code and a table");
  await panel.getByText("Nothing left this machine").waitFor();
  await panel.locator("[class*=hljs]").first().waitFor();
  await panel.getByRole("meter", { name: "Context used" }).filter({ hasText: "%" }).waitFor();
}

/** Takes the states of the cards and the diffs, each in a window of its own. */
async function pictureCards(states, theme, width) {
  const kind = `${theme.split(" ").slice(1).join("-").toLowerCase()}-${width}`;
  const out = path.join(project, "dist", "pictures");
  fs.mkdirSync(out, { recursive: true });
  for (const { name, prompt, card, clicks = [], act } of states) {
    const context = await browser.newContext({ viewport: { width: 1100, height: 760 } });
    const page = await context.newPage();
    const folder = path.join(place.root, `${kind}-${name}`);
    fs.cpSync(path.join(project, "test", "host", "sample"), folder, { recursive: true });
    const cells = [{ id: "a1", cell_type: "code", source: ["print('before')\n"], metadata: {}, outputs: [], execution_count: null }];
    fs.writeFileSync(path.join(folder, "n.ipynb"), JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    for (const [file, text] of Object.entries(cardFiles)) fs.writeFileSync(path.join(folder, file), text);
    fs.mkdirSync(path.join(folder, ".vscode"));
    fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ "workbench.colorTheme": theme }));
    await openWorkbench(page, server, { folder });
    const panel = await openPanel(page);
    await setPanelWidth(page, width);
    await panel.getByRole("textbox", { name: "Message" }).fill(prompt);
    await button(panel, "Send").click();
    const group = panel.getByRole("group", { name: card, exact: true });
    await group.last().waitFor();
    for (const click of clicks) await (typeof click === "string" ? button(panel, click) : panel.getByRole(click.role, { name: click.name })).first().click();
    await act?.({ page, panel, folder });
    await page.mouse.move(600, 700);
    await panel
      .locator("[aria-disabled=false]")
      .first()
      .waitFor({ timeout: 2_000 })
      .catch(() => {});
    await page.screenshot({ path: path.join(out, `${name}-${kind}.png`) });
    console.log(`dist/pictures/${name}-${kind}.png`);
    await context.close();
  }
}

/** Takes the states of a rewind, in one window. */
async function pictureRewind(theme, width) {
  const kind = `${{ [dark]: "dark", [light]: "light", [contrast]: "contrast" }[theme]}-${width}`;
  const out = path.join(project, "dist", "pictures");
  fs.mkdirSync(out, { recursive: true });
  const context = await browser.newContext({ viewport: wide });
  const page = await context.newPage();
  const folder = path.join(place.root, `${kind}-rewind`);
  fs.cpSync(path.join(project, "test", "host", "sample"), folder, { recursive: true });
  const own = { ...rewindFiles, ".vscode/settings.json": JSON.stringify({ "workbench.colorTheme": theme }) };
  for (const [file, text] of Object.entries(own)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  await openWorkbench(page, server, { folder });
  const panel = await openPanel(page);
  await setPanelWidth(page, width);
  const shoot = async (name) => {
    await page.screenshot({ path: path.join(out, `${name}-${kind}.png`) });
    console.log(`dist/pictures/${name}-${kind}.png`);
  };
  await actRewind({ page, panel, folder, shoot });
  await context.close();
}

/** Records the values that the themes of a real VS Code give to the colours that Tandem uses. */
async function recordThemes() {
  const recorded = {};
  for (const [name, theme] of Object.entries({ light, dark, contrast })) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const folder = path.join(place.root, `theme-${name}`);
    fs.mkdirSync(path.join(folder, ".vscode"), { recursive: true });
    fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ "workbench.colorTheme": theme }));
    await openWorkbench(page, server, { folder });
    await openPanel(page);
    recorded[name] = await recordTheme(await getFrame(page));
    await context.close();
  }
  writeThemes(recorded);
}

/** Returns the panel's own frame. */
async function getFrame(page) {
  for (const frame of page.frames()) if ((await frame.getByRole("textbox", { name: "Message" }).count()) > 0) return frame;
  throw new Error("the panel's frame is not there");
}

const wanted = process.argv.slice(2);
const isAll = wanted.length === 0;
if (isAll || wanted[0] === "gallery") {
  const browser = await launchBrowser();
  try {
    await photograph(browser, wanted.slice(1));
  } finally {
    await browser.close();
  }
  if (!isAll) process.exit();
}

await buildExtension();
const place = temporaryHome("tandem-pictures-");
const ownScripts = new Map(Object.entries({ ...cardScripts, ...rewindScripts }));
const model = await startModel({ scripts: (prompt, told) => ownScripts.get(prompt)?.(told.cwd) ?? demoScripts(prompt, told) });
linkDevelopmentExtension(project, path.join(place.root, "extensions"));
const program = path.join(project, "test", "fakes", "mcp", "stdio.mjs");
// A short path, which the status page shows.
const claude = path.join(place.root, "claude");
fs.symlinkSync(ensureCli(), claude);
const settings = {
  ...rewindSettings,
  "tandem.claudePath": claude,
  "tandem.environment": modelEnvironment({ home: place.home, url: model.url }),
  "tandem.maxTurns": 20,
  "tandem.mcpServers": {
    weather: { command: process.execPath, args: [program, "works"] },
    tickets: { command: process.execPath, args: [program, "crashesAtStart"] },
  },
};
const server = await startCodeServer({ root: place.root, settings, env: { TANDEM_DEMO: JSON.stringify(demoOptions) } });
const browser = await launchBrowser();
try {
  fs.mkdirSync(pictures, { recursive: true });
  for (const [name, scene] of Object.entries(scenes)) {
    if (!isAll && !wanted.includes(name)) continue;
    const folder = path.join(place.root, name);
    fs.cpSync(path.join(project, "test", "host", "sample"), folder, { recursive: true });
    fs.mkdirSync(path.join(folder, ".vscode"));
    fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ "workbench.colorTheme": scene.theme, ...scene.settings }));
    for (const [file, text] of Object.entries(scene.files ?? {})) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text);
    }
    const context = await browser.newContext({ viewport: scene.size ?? { width: 1100, height: 760 } });
    const page = await context.newPage();
    await openWorkbench(page, server, { folder });
    const panel = await openPanel(page);
    await setPanelWidth(page, scene.width);
    await scene.act?.(panel, page);
    // Moves the pointer away from everything, and waits for a frame to render the effect.
    await page.mouse.move(900, 700);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    console.log(`media/pictures/${name}.png`);
    await context.close();
  }
  if (wanted.includes("themes")) await recordThemes();
  if (isAll || wanted[0] === "rewind") {
    const themes = { dark, light, contrast };
    for (const [name, theme] of Object.entries(themes))
      if (wanted.length <= 1 || wanted.includes(name)) await pictureRewind(theme, name === "light" ? 280 : 400);
  }
  if (isAll || wanted.includes("cards")) {
    const states = cardStates.filter(({ name }) => wanted.length <= 1 || wanted.includes(name));
    for (const theme of [dark, light, contrast]) await pictureCards(states, theme, 280);
    await pictureCards(states, light, 480);
  }
} finally {
  await browser.close();
  await server.stop();
  await model.close();
  place.remove();
}
