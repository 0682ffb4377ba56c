// The VS Code workbench in a page: user actions, by roles and names.
import path from "node:path";

/** Pages whose next documents are prepared for the workbench. */
const prepared = new WeakSet();

/**
 * Opens the workbench on a folder, or on the workspace of a file. A page that had a window before opens the next one in
 * half the time, since the browser keeps the compiled programs of a page. `development`: an extension folder and a test
 * runner, passed through the page's own configuration, since a built workbench reads neither from the URL.
 * @param {import("playwright-core").Page} page
 * @param {{ url: string, port: number }} server
 * @param {{ folder?: string, workspace?: string | undefined, development?: { extension: string, tests: string } }}
 *   options
 */
export async function openWorkbench(page, server, { folder, workspace, development }) {
  const remote = (file) => ({
    scheme: "vscode-remote",
    authority: `127.0.0.1:${server.port}`,
    path: path.resolve(file),
  });
  const options = development && {
    extensions: [remote(development.extension)],
    extensionTestsPath: remote(development.tests),
  };
  if (!prepared.has(page)) await prepare(page, options);
  prepared.add(page);
  await page.goto(
    `${server.url}?${new URLSearchParams(workspace ? { workspace } : folder ? { folder } : { ew: "true" })}`,
    { waitUntil: "domcontentloaded" },
  );
  await workbenchRestored(page);
}

/** Changes how the page's documents start: their service worker, and the workbench's own configuration. */
async function prepare(page, configuration) {
  await page.addInitScript((extra) => {
    if (window !== window.top) return;
    // Without code-server's own empty service worker the first webview appears three seconds sooner.
    const { register } = navigator.serviceWorker;
    navigator.serviceWorker.register = function (url, ...rest) {
      return String(url).includes("/_static/") ? new Promise(() => {}) : register.call(this, url, ...rest);
    };
    if (!extra) return;
    new MutationObserver((_, self) => {
      const meta = document.getElementById("vscode-workbench-web-configuration");
      if (!meta) return;
      self.disconnect();
      const config = JSON.parse(meta.dataset.settings);
      config.developmentOptions = { ...config.developmentOptions, ...extra };
      meta.dataset.settings = JSON.stringify(config);
    }).observe(document, { childList: true, subtree: true });
  }, configuration);
}

/** Waits until the workbench is restored, also after a reload. */
export async function workbenchRestored(page) {
  await page.waitForFunction(() => performance.getEntriesByName("code/LifecyclePhase/Restored").length > 0, null, {
    timeout: 90_000,
  });
  await page.waitForSelector(".monaco-workbench .activitybar .action-item");
}

/**
 * Preserves the tabs that the browser has stored, and returns whether they are the present ones. The workbench stores
 * its tabs up to seconds later, and once more while it unloads, then without the tabs whose page is already gone.
 */
export function keepStoredTabs(page) {
  return page.evaluate(async () => {
    const key = "memento/workbench.parts.editor";
    const answerOf = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const tabs = [...document.querySelectorAll(".tabs-container .tab")];
    for (const { name } of await indexedDB.databases()) {
      if (!name.startsWith("vscode-web-state-db-")) continue;
      const database = await answerOf(indexedDB.open(name));
      const stored = await answerOf(database.transaction("ItemTable").objectStore("ItemTable").get(key));
      database.close();
      const group = stored && JSON.parse(stored)["editorpart.state"]?.serializedGrid?.root?.data?.[0]?.data;
      // A merge editor is stored without a title.
      const titles = group?.editors
        ?.map(({ value }, index) => JSON.parse(value).title ?? tabs[index]?.ariaLabel)
        .join();
      if (titles !== tabs.map((tab) => tab.ariaLabel).join() || !tabs[group.mru[0]]?.classList.contains("active"))
        continue;
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value, at) {
        return at === key ? this.get(at) : put.call(this, value, at);
      };
      return true;
    }
    return false;
  });
}

/** Shows the tree of conversations in the activity bar's side bar. */
export async function openConversationTree(page) {
  await runCommand(page, "View: Show Tandem");
  // While the tree is empty, the welcome text replaces it.
  const welcome = page.getByRole("button", { name: "Open Chat", exact: true });
  await page
    .getByRole("tree", { name: /Conversations/ })
    .or(welcome)
    .first()
    .waitFor();
}

/** Shows or hides the side bar that contains the panel. */
export function togglePanel(page) {
  return runCommand(page, "View: Toggle Secondary Side Bar Visibility");
}

/** Drags one element onto another, in the steps that the workbench needs. */
export async function dragTo(from, to) {
  const { mouse } = from.page();
  const { x, y, width, height } = await to.boundingBox();
  // The hover of the element under the pointer may cover the target, and stays as long as the pointer does.
  await mouse.move(1, 1);
  await from.hover();
  await mouse.down();
  await mouse.move(x + width / 2 - 10, y + height / 2, { steps: 10 });
  await mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  await mouse.up();
}

/** Runs a command by its title in the palette, such as "Tandem: Stop Turn". */
export async function runCommand(page, title) {
  const input = page.locator(".quick-input-widget input[type=text]");
  await page.keyboard.press("F1");
  await input.waitFor({ state: "visible" });
  await input.fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
}

/**
 * Runs a command that opens another list. Takes the focus out of the panel first: the editor returns the focus to a
 * page of an extension late, which closes a list that is already open.
 */
export async function openList(page, title) {
  await page.locator(".part.titlebar").click({ position: { x: 200, y: 15 } });
  await runCommand(page, title);
}

/**
 * Opens Tandem's panel and returns its page once the composer is visible and has the focus: a list that opens before
 * that closes again. In a workspace of several folders (`asksForFolder`) Tandem's own list has the focus.
 */
export async function openPanel(page, { asksForFolder = false } = {}) {
  const panel = getPanel(page);
  // A key has no effect before the extension that binds it is known.
  await page.locator('.activitybar .action-item a[aria-label^="Tandem"]').waitFor({ timeout: 60_000 });
  await page.keyboard.press("Control+Escape");
  await panel.getByRole("textbox", { name: "Message" }).waitFor({ timeout: 60_000 });
  if (asksForFolder) await page.locator(".quick-input-widget input:focus").waitFor();
  // The field of the first document, `#early`, can have the focus before the editor moves it for the last time.
  else await panel.locator("textarea:focus:not(#early *)").waitFor();
  return panel;
}

const webview = 'iframe.webview.ready[src*="extensionId=tandem-chat.tandem"]';
/** The frame of the workbench that contains the side panel's own frame, wherever the user has moved it. */
export const panelFrame = `${webview}[src*="purpose=webviewView"]`;

/** Returns the panel's page: a frame of the workbench contains the extension's own frame. */
export function getPanel(page) {
  return page.frameLocator(panelFrame).frameLocator("iframe#active-frame");
}

/** Returns the frames of the front conversations in editor tabs, while the panel is open. */
export function tabFrames(page) {
  return page.locator(`${webview}:not([src*="purpose=webviewView"])`).filter({ visible: true });
}

/**
 * Returns the page of a front conversation in an editor tab, while the panel is open; the index counts them in the
 * order in which they were opened.
 */
export function getTab(page, index = 0) {
  return tabFrames(page).nth(index).contentFrame().frameLocator("iframe#active-frame");
}

/** Sets the width of the side bar that contains the panel to about `width` pixels, by dragging its edge. */
export async function setPanelWidth(page, width) {
  const part = await page.locator(".part.auxiliarybar").boundingBox();
  // The draggable edge is in the gap before the side bar.
  const edge = part.x - 3;
  await page.mouse.move(edge, 300);
  await page.mouse.down();
  await page.mouse.move(edge + part.width - width, 300, { steps: 8 });
  await page.mouse.up();
}
