// Opens VS Code with the package of Tandem installed: `npm start [-- FOLDER] [--account] [--browser] [--port N]`. With
// `--watch` it links the working folder instead, and builds it again after each change.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import spawn from "cross-spawn";
import esbuild from "esbuild";
import treeKill from "tree-kill";
import { buildExtension, createBuilds } from "../../esbuild.mjs";
import { demoOptions, demoScripts } from "../model/demo.mjs";
import { startModel } from "../model/server.mjs";
import { ensurePackage } from "../package/ensurePackage.mjs";
import { startCodeServer, writeSettings } from "./codeServer.mjs";
import { modelEnvironment, scrubbedEnvironment, temporaryHome } from "./environment.mjs";
import { linkDevelopmentExtension } from "./extensionLink.mjs";
import { findOnPath, findOwnClaude } from "./findOnPath.mjs";
import { ensureCli } from "./install.mjs";
import { installExtensions, packExtension } from "./installExtensions.mjs";
import { ended, processesWith } from "./processes.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    account: { type: "boolean" },
    browser: { type: "boolean" },
    port: { type: "string" },
    watch: { type: "boolean" },
  },
});

/** Returns the user's own claude, unless it is missing or the demo is requested. */
async function chooseAccount() {
  const own = findOwnClaude();
  if (flags.account && !own)
    throw new Error(
      '--account needs your own claude program, and none was found: install it with "npm install -g @anthropic-ai/claude-code".',
    );
  if (flags.account || !own || !process.stdin.isTTY || process.env.CI) return flags.account ? own : undefined;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `Use your own claude (${own}) and its account? It sends your prompts to the model. [y/N] `,
  );
  terminal.close();
  return /^y/i.test(answer.trim()) ? own : undefined;
}

const account = await chooseAccount();
const place = temporaryHome("tandem-start-");
const closers = [];
let isStopping = false;

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  for (const close of closers.reverse()) {
    try {
      await close();
    } catch (error) {
      console.error(error.message);
    }
  }
  try {
    // A claude ends by itself when its editor has ended, and would write into the folder again after it is deleted.
    await ended(() => processesWith(place.root));
    place.remove();
  } catch (error) {
    console.error(`${place.root} could not be removed: ${error.message}`);
  }
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(0));

try {
  const packages = [await packOpener()];
  if (flags.watch) await watch();
  else packages.unshift((await ensurePackage(() => console.log("Building Tandem …"))).file);
  const folder = positionals[0] ? path.resolve(positionals[0]) : place.workspace;
  if (!fs.existsSync(folder)) throw new Error(`The folder ${folder} does not exist.`);
  if (!positionals[0]) fs.cpSync(path.join(project, "test", "host", "sample"), folder, { recursive: true });

  // With an account the editor asks for trust as usual: the folder's content would run with that account.
  let settings =
    account === undefined ? {} : { "tandem.claudePath": account, "security.workspace.trust.enabled": true };
  let env = {};
  if (account === undefined) {
    const model = await startModel({ scripts: demoScripts });
    closers.push(() => model.close());
    settings = {
      "tandem.claudePath": ensureCli(),
      "tandem.environment": modelEnvironment({ home: place.home, url: model.url }),
    };
    env = { TANDEM_DEMO: JSON.stringify(demoOptions) };
    console.log(
      "Demo: the replies are scripted. No account is used and nothing is sent anywhere. To use your own claude: npm start -- --account",
    );
  }
  const code = flags.browser ? undefined : findOnPath("code");
  // Ctrl+C arrived during the preparation: start nothing more.
  if (isStopping) await new Promise(() => {});
  if (code) await startDesktop(code, { folder, packages, settings, env });
  else await startBrowser({ folder, packages, settings, env });
} catch (error) {
  console.error(error.message);
  await stop(1);
}

/** Returns the package of a small extension that shows the chat: a new user need not search for it. */
async function packOpener() {
  const folder = path.join(project, "test", "host", "opener");
  const names = fs.readdirSync(folder);
  return packExtension(
    place.root,
    Object.fromEntries(names.map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")])),
  );
}

/** Builds the working folder, now and after each change. */
async function watch() {
  await buildExtension();
  for (const options of Object.values(createBuilds())) {
    const context = await esbuild.context(options);
    await context.watch();
  }
  closers.push(() => esbuild.stop());
}

async function startDesktop(code, { folder, packages, settings, env }) {
  const [userData, extensions] = ["user-data", "extensions"].map((name) => path.join(place.root, name));
  await installExtensions({ command: [code], userData, extensions, files: packages });
  writeSettings(userData, settings);
  const development = flags.watch ? [`--extensionDevelopmentPath=${project}`] : [];
  const args = [
    "--wait",
    "--new-window",
    `--user-data-dir=${userData}`,
    `--extensions-dir=${extensions}`,
    ...development,
    folder,
  ];
  // `code` only asks an editor to open; in the terminal of an editor it would ask that editor.
  const child = spawn(code, args, { env: { ...editorEnvironment(), ...env }, stdio: "inherit" });
  closers.push(() => endDesktop(userData));
  console.log("VS Code opens with Tandem beside the editor. Press Ctrl+C here to end it.");
  child.once("error", (error) => {
    console.error(`${code} did not start: ${error.message}`);
    void stop(1);
  });
  child.once("exit", (status) => void stop(status ?? 1));
}

/**
 * Ends the editor that was started with this data folder, whose lock file names the process, and waits until it has
 * ended.
 */
async function endDesktop(userData) {
  const lock = path.join(userData, "code.lock");
  if (!fs.existsSync(lock)) return;
  const pid = Number(fs.readFileSync(lock, "utf8"));
  if (!(pid > 0)) return;
  await new Promise((resolve) => treeKill(pid, "SIGTERM", resolve));
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) await delay(100);
  if (isAlive(pid)) await new Promise((resolve) => treeKill(pid, "SIGKILL", resolve));
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Returns the environment of the editor: without an account for the demo; the user's own claude needs the variables of
 * the user's shell.
 */
function editorEnvironment() {
  if (account === undefined) return scrubbedEnvironment();
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)));
}

async function startBrowser({ folder, packages, settings, env }) {
  if (flags.watch) linkDevelopmentExtension(project, path.join(place.root, "extensions"));
  const options = {
    root: place.root,
    packages,
    settings,
    env,
    port: Number(flags.port ?? 0),
    inherited: editorEnvironment(),
  };
  const server = await startCodeServer(options, (end) => closers.push(end));
  const url = `${server.url}?folder=${encodeURIComponent(folder)}`;
  console.log(
    `Open this address in your browser: ${url}\nThe first page takes a few seconds. Press Ctrl+C here to end everything.`,
  );
  openInBrowser(url);
}

/** Opens the system's browser if there is a screen; otherwise the printed address suffices. */
function openInBrowser(url) {
  if (process.env.CI) return;
  if (process.platform === "darwin") spawnSync("open", [url]);
  else if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
    spawn("xdg-open", [url], { stdio: "ignore", detached: true })
      .on("error", () => {})
      .unref();
}
