import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser } from "../host/browser.mjs";
import { startCodeServer } from "../host/codeServer.mjs";
import { modelEnvironment, temporaryHome } from "../host/environment.mjs";
import { linkDevelopmentExtension } from "../host/extensionLink.mjs";
import { ensureCli } from "../host/install.mjs";
import { openWorkbench } from "../host/workbench.mjs";
import { startModel } from "../model/server.mjs";
import { median, ms, type Row, times } from "./row.ts";

const rounds = 5;

/** The least that a webview view can be: the floor for opening one. */
const probe = {
  "package.json": JSON.stringify({
    name: "probe",
    publisher: "bench",
    version: "1.0.0",
    engines: { vscode: "^1.106.0" },
    main: "extension.cjs",
    activationEvents: [],
    contributes: {
      viewsContainers: { secondarySidebar: [{ id: "probe", title: "Probe", icon: "icon.svg" }] },
      views: { probe: [{ id: "probe.view", name: "Probe", type: "webview" }] },
    },
  }),
  "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="9"/></svg>',
  "extension.cjs": `const vscode = require("vscode");
exports.activate = (context) => context.subscriptions.push(vscode.window.registerWebviewViewProvider("probe.view", {
  resolveWebviewView(view) { view.webview.html = "<!DOCTYPE html><html><body><textarea aria-label='Message'></textarea></body></html>"; },
}));`,
};

/** Milliseconds from the click on the command that shows a view to its text field. */
async function openView(page: Page, name: string, extensionId: string): Promise<number> {
  const input = page.locator(".quick-input-widget input[type=text]");
  await page.keyboard.press("F1");
  await input.fill(`>Focus on ${name} View`);
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: `Focus on ${name} View` }).first();
  await row.waitFor();
  const start = performance.now();
  await row.click();
  await page
    .frameLocator(`iframe.webview.ready[src*="extensionId=${extensionId}"]`)
    .frameLocator("iframe#active-frame")
    .getByRole("textbox", { name: "Message" })
    .waitFor();
  return performance.now() - start;
}

export async function bench(): Promise<Row[]> {
  const place = temporaryHome("tandem-bench-");
  const extensions = path.join(place.root, "extensions");
  linkDevelopmentExtension(process.cwd(), extensions);
  fs.mkdirSync(path.join(extensions, "bench.probe-1.0.0"));
  for (const [name, text] of Object.entries(probe)) fs.writeFileSync(path.join(extensions, "bench.probe-1.0.0", name), text);
  const model = await startModel({ scripts: () => undefined });
  const settings = { "tandem.claudePath": ensureCli(), "tandem.environment": modelEnvironment({ home: place.home, url: model.url }) };
  const server = await startCodeServer({ root: place.root, settings });
  const browser = await launchBrowser();
  const own: number[] = [];
  const floor: number[] = [];
  try {
    // The first round warms the caches of both; each later one is a window of its own, in turns.
    for (let round = 0; round <= rounds; round++) {
      for (const kind of round % 2 === 0 ? ["probe", "tandem"] : ["tandem", "probe"]) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await openWorkbench(page, server, { folder: place.workspace });
        // The palette lists a command only once what contributes it is known.
        await page.locator('.activitybar .action-item a[aria-label^="Tandem"]').waitFor({ timeout: 60_000 });
        const time = kind === "tandem" ? await openView(page, "Chat", "tandem-chat.tandem") : await openView(page, "Probe", "bench.probe");
        if (round > 0) (kind === "tandem" ? own : floor).push(time);
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await server.stop();
    await model.close();
    place.remove();
  }
  const ratio = median(own) / median(floor);
  return [
    {
      what: "opening the panel to composer ready, against the emptiest webview view",
      measured: `${times(ratio)} (${ms(median(own))} / ${ms(median(floor))})`,
      target: "",
    },
  ];
}
