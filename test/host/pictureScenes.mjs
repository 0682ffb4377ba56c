// The pictures of the README: scenes with the demo model.
import { getTab, openConversationTree, runCommand } from "./workbench.mjs";

export const dark = "Dark 2026";
export const light = "Light 2026";
export const contrast = "Default High Contrast";

const start = (panel, label) => panel.getByRole("button", { name: `Try: ${label}` }).click();
export const button = (panel, name) => panel.getByRole("button", { name, exact: true });

export const wide = { width: 1440, height: 860 };

/** Scenes of a page in a tab 280 pixels wide, in three themes. */
const narrowInThemes = (name, scene) =>
  Object.fromEntries(
    Object.entries({ dark, light, contrast }).map(([kind, theme]) => [
      `${name}-narrow-${kind}`,
      { theme, ...scene, size: undefined, tabWidth: 280 },
    ]),
  );
const inThemes = (name, scene) =>
  Object.fromEntries(
    Object.entries({ dark, light, contrast }).map(([kind, theme]) => [`${name}-${kind}`, { theme, ...scene }]),
  );

/** Files that can run or steer, as a repository brings them. */
const repositoryFiles = {
  ".claude/settings.json": JSON.stringify({
    hooks: { PostToolUse: [{ matcher: "Edit|Write", hooks: [{ type: "command", command: "npm run format" }] }] },
    permissions: { allow: ["Bash(npm test:*)"] },
  }),
  ".mcp.json": JSON.stringify({ mcpServers: { issues: { command: "node", args: ["tools/issues.mjs"] } } }),
  "CLAUDE.md": "Write short functions.",
};

const pages = {
  status: { width: 320, size: wide, settings: { "tandem.effort": "high", "tandem.maxTurns": 10 }, act: status },
  decisions: { width: 320, size: wide, act: decisions },
  servers: { width: 320, size: wide, act: servers },
  usage: { width: 320, size: wide, act: usage },
};

/**
 * The pictures: each has a theme, the width of the panel or of the tab, more files for its folder, and the actions
 * before it is taken. Those that a document shows are in `media/pictures`, the others are for review.
 */
export const scenes = {
  "empty-dark": {
    theme: dark,
    width: 420,
    act: (panel) => panel.getByText("Starting claude…").waitFor({ state: "detached" }),
  },
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
  ...inThemes("status", pages.status),
  ...inThemes("servers", pages.servers),
  ...inThemes("usage", pages.usage),
  ...inThemes("decisions", { ...pages.decisions }),
  ...Object.assign({}, ...Object.entries(pages).map(([name, scene]) => narrowInThemes(name, scene))),
  ...inThemes("repository", { width: 420, files: repositoryFiles, act: repository }),
  "repository-narrow": { theme: light, width: 280, files: repositoryFiles, act: repository },
  "repository-narrow-dark": { theme: dark, width: 280, files: repositoryFiles, act: repository },
  "repository-narrow-contrast": { theme: contrast, width: 280, files: repositoryFiles, act: repository },
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
  await page
    .getByRole("treeitem")
    .filter({ hasText: /waiting for you/ })
    .waitFor();
}

/** Opens two conversations in tabs and a third in the side bar. */
async function inTabs(panel, page) {
  await several(panel, page);
  const rows = page.getByRole("tree", { name: /Conversations/ }).getByRole("treeitem");
  // By their beginnings: the row of a request says at its end which conversation it belongs to.
  const texts = [/^\s*Explain how the greeter/, /^\s*Make the greeting/, /^\s*Read a file that does not exist/];
  // Waits for the final texts: rows are rendered anew whenever a text changes, and then lose their hover state.
  for (const text of texts)
    await rows.filter({ hasText: text }).first().locator('[aria-label^="Rename"]').waitFor({ state: "attached" });
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
  await panel
    .getByRole("group", { name: "This repository configures claude" })
    .locator("[aria-disabled=false]")
    .first()
    .waitFor();
}

/** Shows the settings on the status page of a conversation with a turn. */
async function status(panel, page) {
  await longReply(panel);
  await runCommand(page, "Tandem: Show Status");
  const settings = getTab(page).getByRole("heading", { name: "Settings", exact: true });
  await settings.evaluate((heading) => heading.scrollIntoView());
}

/** Shows who decided about the last calls: a rule or the mode, and the user. */
async function decisions(panel, page) {
  await start(panel, "an edit that asks first");
  await button(panel, "Allow").click();
  await button(panel, "Stop").waitFor({ state: "detached" });
  await send(panel, "Read a file that does not exist.");
  await runCommand(page, "Tandem: Show Status");
  const heading = getTab(page).getByRole("heading", { name: "Recent tool call decisions", exact: true });
  await getTab(page).getByText("You", { exact: true }).waitFor();
  await heading.evaluate((element) => element.scrollIntoView());
}

/** Shows the MCP servers, each in another state. */
async function servers(panel, page) {
  await longReply(panel);
  await runCommand(page, "Tandem: Manage MCP Servers…");
  const list = getTab(page).getByRole("list", { name: "MCP servers" });
  for (const state of ["connected", "failed"])
    await list.getByRole("listitem").filter({ hasText: state }).first().waitFor();
}

/** Shows the usage of three turns. */
async function usage(panel, page) {
  await longReply(panel);
  for (const label of ["Read a file that does not exist.", "Show me your tasks while you work."])
    await send(panel, label);
  await runCommand(page, "Tandem: Show Usage");
  await getTab(page).getByRole("region", { name: "Usage" }).waitFor();
}

/** Sends a message, and waits for the end of its turn. */
async function send(panel, text) {
  await panel.getByRole("textbox", { name: "Message" }).fill(text);
  await button(panel, "Send").click();
  await button(panel, "Stop").waitFor();
  await button(panel, "Stop").waitFor({ state: "detached" });
}

async function longReply(panel) {
  await start(panel, "a long reply with code and a table");
  await panel.getByText("Nothing left this machine").waitFor();
  await panel.locator("[class*=hljs]").first().waitFor();
  await panel.getByRole("meter", { name: "Context used" }).filter({ hasText: "%" }).waitFor();
}

/** Takes the states of the cards and the diffs, each in a window of its own. */
