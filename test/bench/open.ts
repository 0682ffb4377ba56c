import fs from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../host/browser.mjs";
import { startCodeServer } from "../host/codeServer.mjs";
import { modelEnvironment, temporaryHome } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { packExtension } from "../host/installExtensions.mjs";
import { openWorkbench, runCommand } from "../host/workbench.mjs";
import { startModel } from "../model/server.mjs";
import { findExtensionHost, readUntil, usedBy, usedByPages } from "./benchEditor.ts";
import { median, ms, type Row, times } from "./row.ts";

const rounds = 15;
const coldRounds = 5;

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

declare global {
  interface Window {
    benchSays(word: string, time: number): void;
  }
}

/**
 * Runs in every frame of a window, by whose clocks it says when a command was clicked and when a view shows its text
 * field.
 */
function watchOpening(): void {
  const say = (word: string): void => window.benchSays(word, performance.timeOrigin + performance.now());
  if (window === window.top) {
    window.addEventListener("mousedown", () => say("clicked"), true);
    return;
  }
  if (!location.search.includes("extensionId=")) return;
  // The document in it is of the same origin, and shown once the editor says so.
  const said = new Set<string>();
  const look = (): void => {
    const frame = document.querySelector<HTMLIFrameElement>("iframe#active-frame");
    const shows = (selector: string): boolean => {
      const found = frame?.contentDocument?.querySelector(selector);
      return found?.checkVisibility() === true && found.getBoundingClientRect().width > 0;
    };
    for (const [word, selector] of Object.entries({
      ready: "textarea",
      whole: '[aria-label="Send"]',
      running: "#app main",
    })) {
      if (said.has(word) || frame?.style.visibility === "hidden" || !shows(selector)) continue;
      said.add(word);
      say(word);
    }
    if (!said.has("running")) requestAnimationFrame(look);
  };
  look();
}

/** Milliseconds from the click that opens a view. */
interface Opening {
  /** To its text field. */
  readonly ready: number;
  /** To all that it shows, and until the page behind it runs; NaN for the peer, which is nothing else. */
  readonly whole: number;
  readonly running: number;
  /** Processor time in milliseconds of the extension host and of all pages, from the command to all of this. */
  readonly host: number;
  readonly pages: number;
}

/** Opens a window, and a view in it by its command. */
async function openView(
  browser: Browser,
  server: { readonly url: string; readonly port: number; readonly pid: number },
  folder: string,
  name: "Chat" | "Probe",
  isWarm: () => boolean,
): Promise<Opening> {
  const earlier = findExtensionHost(server.pid);
  const context = await browser.newContext();
  const times = new Map<string, number>();
  let sayThere = (): void => {};
  const isThere = new Promise<void>((resolve) => {
    sayThere = resolve;
  });
  await context.exposeFunction("benchSays", (word: string, time: number) => {
    times.set(word, time);
    if (word === (name === "Chat" ? "running" : "ready")) sayThere();
  });
  await context.addInitScript(watchOpening);
  const page = await context.newPage();
  await openWorkbench(page, server, { folder });
  // The palette lists a command only once what contributes it is known.
  await page.locator('.activitybar .action-item a[aria-label^="Tandem"]').waitFor({ timeout: 60_000 });
  const host = await readUntil(
    () => findExtensionHost(server.pid),
    (found) => found !== undefined && found !== earlier,
  );
  const before = { host: usedBy(host), pages: await usedByPages(browser) };
  await runCommand(page, `Focus on ${name} View`);
  await isThere;
  const used = { host: usedBy(host) - before.host, pages: (await usedByPages(browser)) - before.pages };
  const deadline = Date.now() + 30_000;
  while (!isWarm() && Date.now() < deadline) await page.evaluate(() => new Promise(requestAnimationFrame));
  await context.close();
  const since = (word: string): number => (times.get(word) ?? Number.NaN) - (times.get("clicked") ?? Number.NaN);
  return { ready: since("ready"), whole: since("whole"), running: since("running"), ...used };
}

export async function bench(file: string): Promise<Row[]> {
  const place = temporaryHome("tandem-bench-");
  const packages = [file, packExtension(place.root, probe)];
  const model = await startModel({ scripts: () => undefined });
  const settings = {
    "tandem.claudePath": ensureCli(),
    "tandem.environment": modelEnvironment({ home: place.home, url: model.url }),
  };
  const server = await startCodeServer({ root: place.root, packages, settings });
  const browser = await launchBrowser();
  /** The code that windows after the first one start with is written some seconds after a start. */
  const cache = path.join(place.root, "user-data", "User", "globalStorage", "tandem-chat.tandem", "code");
  const isCodeCached = (): boolean =>
    fs.existsSync(cache) && fs.readdirSync(cache).some((name) => name.endsWith(".bin"));
  const own: Opening[] = [];
  const cold: Opening[] = [];
  const floor: Opening[] = [];
  /** False once a window cached no code in half a minute, as with packages of earlier revisions. */
  let cachesCode = true;
  const openChat = async (): Promise<Opening> => {
    const opening = await openView(browser, server, place.workspace, "Chat", () => !cachesCode || isCodeCached());
    cachesCode &&= isCodeCached();
    return opening;
  };
  try {
    // The first round warms the caches of both; each later one is a window of its own, in turns.
    for (let round = 0; round <= rounds; round++) {
      for (const name of round % 2 === 0 ? (["Probe", "Chat"] as const) : (["Chat", "Probe"] as const)) {
        const opening =
          name === "Chat" ? await openChat() : await openView(browser, server, place.workspace, name, () => true);
        if (round > 0) (name === "Chat" ? own : floor).push(opening);
      }
    }
    for (let round = 0; cachesCode && round < coldRounds; round++) {
      fs.rmSync(cache, { recursive: true });
      cold.push(await openChat());
    }
  } finally {
    await browser.close();
    await server.stop();
    await model.close();
    place.remove();
  }
  const middle = (name: keyof Opening, of = own): number => median(of.map((each) => each[name]));
  const [ready, whole, running, empty] = [middle("ready"), middle("whole"), middle("running"), middle("ready", floor)];
  const coldRunning = middle("running", cold);
  return [
    {
      what: "opening the panel to composer ready, against the emptiest webview view",
      measured: `${times(ready / empty)} (${ms(ready)} / ${ms(empty)})`,
      target: "≤ 1.15×",
      isMet: ready / empty <= 1.15,
    },
    {
      what: "the same, to all of the panel",
      measured: `${times(whole / empty)} (${ms(whole)})`,
      target: "≤ 1.25×",
      isMet: whole / empty <= 1.25,
    },
    {
      what: "the same, until its page runs; it keeps all input until then",
      measured: `${times(running / empty)} (${ms(running)})`,
      target: "",
    },
    {
      what: "the same in a window that finds no compiled code, as the first one after an update: beyond the emptiest view",
      measured: cachesCode ? `${ms(coldRunning - empty)} (${ms(coldRunning)})` : "no compiled code was cached",
      target: "≤ 400 ms",
      isMet: coldRunning - empty <= 400,
    },
    {
      what: "processor time of the extension host, from the command until the page runs, against the emptiest view; of all pages",
      measured: `${ms(middle("host"))} / ${ms(middle("host", floor))}; ${ms(middle("pages"))} / ${ms(middle("pages", floor))}`,
      target: "",
    },
  ];
}
