// The browser that drives VS Code in the tests.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { chromium } from "playwright-core";
import { findOnPath } from "./findOnPath.mjs";

const installed = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Returns a Chromium-like browser of this machine; installs one on Debian as root if there is none. */
export function ensureBrowser() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && findOnPath("apt-get")) {
    console.log("Installing Chromium with apt-get (once) …");
    for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"]]) {
      const run = spawnSync("apt-get", args, {
        encoding: "utf8",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
      if (run.status !== 0) throw new Error(`apt-get ${args.join(" ")} failed\n${run.stderr}`);
    }
    const now = find();
    if (now) return now;
  }
  throw new Error(
    "The tests need Chromium or Chrome. Install it with your system's package manager (Debian: sudo apt-get install chromium), or set CHROMIUM to its path.",
  );
}

function find() {
  const named = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map(findOnPath);
  return [process.env.CHROMIUM, ...named, ...installed].find((file) => file && fs.existsSync(file));
}

const launchOptions = () => ({
  executablePath: ensureBrowser(),
  headless: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Not by a route of the page, which slows down every request and disables the cache.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  ],
});

/** Launches a headless browser with a temporary profile; it can reach this machine only. */
export function launchBrowser() {
  return chromium.launch(launchOptions());
}

/**
 * Launches the same with its profile in a folder. All of its pages share what they load and compile, which a context of
 * their own does not.
 * @param {string} folder
 * @param {import("playwright-core").BrowserContextOptions} options
 */
export function launchBrowserIn(folder, options) {
  return chromium.launchPersistentContext(folder, { ...launchOptions(), ...options });
}
