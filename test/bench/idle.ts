import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../host/browser.mjs";
import { startCodeServer } from "../host/codeServer.mjs";
import { temporaryHome } from "../host/environment.mjs";
import { packExtension } from "../host/installExtensions.mjs";
import { getPanel, openPanel, openWorkbench, runCommand } from "../host/workbench.mjs";
import { findExtensionHost, usedBy, usedByPages } from "./benchEditor.ts";
import { median, ms, type Row } from "./row.ts";
import { TranscriptHome } from "./transcripts.ts";

const conversations = 2_000;
const rounds = 5;
/** Idle time in milliseconds. */
const idleMs = 60_000;

/** A tree of as many rows that somebody has ready. */
const peer = {
  "package.json": JSON.stringify({
    name: "peer",
    publisher: "bench",
    version: "1.0.0",
    engines: { vscode: "^1.106.0" },
    main: "extension.cjs",
    activationEvents: ["onStartupFinished"],
    contributes: {
      viewsContainers: { activitybar: [{ id: "peer", title: "Peer", icon: "icon.svg" }] },
      views: { peer: [{ id: "peer.rows", name: "Peers" }] },
    },
  }),
  "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="9"/></svg>',
  "extension.cjs": `const vscode = require("vscode");
const rows = Array.from({ length: ${conversations} }, (_, index) => new vscode.TreeItem("Ask number " + index));
exports.activate = (context) => context.subscriptions.push(
  vscode.window.createTreeView("peer.rows", { treeDataProvider: { getChildren: (row) => (row ? [] : rows), getTreeItem: (row) => row } }));`,
};

/** Milliseconds from the press on a side bar's icon to the first rows of its tree, by the page's own clock. */
async function untilRows(page: Page, title: "Tandem" | "Peer"): Promise<number> {
  const tree = title === "Tandem" ? "Conversations" : "Peers";
  const shown = page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        let pressed = Number.NaN;
        window.addEventListener("mousedown", () => (pressed = performance.now()), { capture: true, once: true });
        const look = (): void => {
          const rows = [...document.querySelectorAll(`[role=tree][aria-label^="${name}"] [role=treeitem]`)];
          if (rows.some(({ textContent }) => textContent?.includes("Ask number"))) resolve(performance.now() - pressed);
          else requestAnimationFrame(look);
        };
        look();
      }),
    tree,
  );
  await page.locator(`.activitybar .action-item a[aria-label^="${title}"]`).click();
  const taken = await shown;
  // By key: a second press on the icon of what is shown would hide the side bar.
  await page.keyboard.press("Control+Shift+E");
  await page.getByRole("tree", { name: "Files Explorer" }).waitFor();
  return taken;
}

/** Shares of a core that host and pages use while nothing happens. */
async function idleShares(
  browser: Browser,
  host: number | undefined,
  page: Page,
): Promise<{ readonly host: number; readonly pages: number }> {
  // Work that opening left behind is done by then.
  await page.waitForTimeout(10_000);
  const before = { host: usedBy(host), pages: await usedByPages(browser) };
  await page.waitForTimeout(idleMs);
  return { host: (usedBy(host) - before.host) / idleMs, pages: ((await usedByPages(browser)) - before.pages) / idleMs };
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

/** A window with 2,000 saved conversations: how soon they are shown, and what it does while nothing happens. */
export async function bench(file: string): Promise<Row[]> {
  const home = new TranscriptHome();
  const place = temporaryHome("tandem-bench-");
  const packages = [file, packExtension(place.root, peer)];
  for (let count = 0; count < conversations; count++) home.write(10, 300, "the end");
  const program = path.join(process.cwd(), "test", "bench", "askingCli.mjs");
  const server = await startCodeServer({
    root: place.root,
    packages,
    settings: { "tandem.claudePath": program, "tandem.environment": home.environment() },
  });
  const browser = await launchBrowser();
  try {
    const open = async (): Promise<Page> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
      const page = await context.newPage();
      await openWorkbench(page, server, { folder: home.folder });
      await page.locator('.activitybar .action-item a[aria-label^="Tandem"]').waitFor({ timeout: 60_000 });
      await page.locator('.activitybar .action-item a[aria-label^="Peer"]').waitFor({ timeout: 60_000 });
      return page;
    };
    const [first, own, floor]: [number[], number[], number[]] = [[], [], []];
    let page = await open();
    // The first window reads the transcripts; later ones know them.
    await untilRows(page, "Tandem");
    for (let round = 0; round < rounds; round++) {
      await page.context().close();
      page = await open();
      // Both extensions are loaded.
      await page.waitForTimeout(3_000);
      await untilRows(page, "Peer");
      first.push(await untilRows(page, "Tandem"));
      floor.push(await untilRows(page, "Peer"));
      own.push(await untilRows(page, "Tandem"));
    }
    // Beside it nothing is open.
    const host = findExtensionHost(server.pid);
    const bare = await idleShares(browser, host, page);
    await page.locator('.activitybar .action-item a[aria-label^="Tandem"]').click();
    await openPanel(page);
    const panel = getPanel(page);
    for (let count = 0; count < 3; count++) {
      if (count > 0) await runCommand(page, "Tandem: New Conversation");
      await panel.getByRole("heading", { name: "New conversation" }).waitFor();
      await panel.getByRole("textbox", { name: "Message" }).fill(JSON.stringify({ done: [] }));
      await panel.getByRole("button", { name: "Send", exact: true }).click();
      await panel.getByRole("log").getByText("done").first().waitFor();
    }
    const idle = await idleShares(browser, host, page);
    return [
      {
        what: `the tree of ${conversations.toLocaleString("en")} saved conversations for the first time in a window, press to rows`,
        measured: ms(median(first)),
        target: "≤ 100 ms",
        isMet: median(first) <= 100,
      },
      {
        what: "the same again, against a tree of as many rows that are ready",
        measured: `${ms(median(own))} / ${ms(median(floor))}`,
        target: "≤ 100 ms",
        isMet: median(own) <= 100,
      },
      {
        what: "a minute with the panel, both trees and three conversations in which nothing happens: the extension host, against before they were open",
        measured: `${percent(idle.host)} / ${percent(bare.host)} of a core`,
        target: "at most 0.5 % more",
        isMet: idle.host - bare.host <= 0.005,
      },
      {
        what: "the same: all pages of the window",
        measured: `${percent(idle.pages)} / ${percent(bare.pages)} of a core`,
        target: "",
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    place.remove();
    home.remove();
  }
}
