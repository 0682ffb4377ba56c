// `npm start [-- FOLDER] [--account] [--browser] [--port N]`: builds, and opens VS Code with Tandem loaded.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import esbuild from "esbuild";
import { hostBuild, webviewBuild } from "../../esbuild.mjs";
import { demoOptions, demoScripts } from "../model/demo.mjs";
import { startModel } from "../model/server.mjs";
import { startCodeServer, writeSettings } from "./codeServer.mjs";
import { modelEnvironment, temporaryHome } from "./environment.mjs";
import { linkDevelopmentExtension } from "./extensionLink.mjs";
import { findOnPath } from "./findOnPath.mjs";
import { ensureCli } from "./install.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { account: { type: "boolean" }, browser: { type: "boolean" }, port: { type: "string" } },
});

/** The user's own claude, unless there is none or the demo is wanted. */
async function chooseAccount() {
  const own = findOnPath("claude");
  if (flags.account && !own) throw new Error('--account needs your own claude program on PATH: install it with "npm install -g @anthropic-ai/claude-code".');
  if (flags.account || !own || !process.stdin.isTTY || process.env.CI) return flags.account ? own : undefined;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Use your own claude (${own}) and its account? It sends your prompts to the model. [y/N] `);
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
  for (const close of closers.reverse()) await close();
  place.remove();
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(0));

try {
  await Promise.all([hostBuild, webviewBuild].map((options) => esbuild.build({ ...options, absWorkingDir: project, logLevel: "warning" })));
  const folder = positionals[0] ? path.resolve(positionals[0]) : place.workspace;
  if (!fs.existsSync(folder)) throw new Error(`The folder ${folder} does not exist.`);
  if (!positionals[0]) fs.cpSync(path.join(project, "test", "host", "sample"), folder, { recursive: true });

  let settings = {};
  let env = {};
  if (account === undefined) {
    const model = await startModel({ scripts: demoScripts });
    closers.push(() => model.close());
    settings = { "tandem.claudePath": ensureCli(), "tandem.environment": modelEnvironment({ home: place.home, url: model.url }) };
    env = { TANDEM_DEMO: JSON.stringify(demoOptions) };
    console.log("Demo model: replies are scripted, no account is used, nothing is sent anywhere. Your own claude: npm start -- --account");
  }
  const code = flags.browser ? undefined : findOnPath("code");
  if (code) await startDesktop(code, folder, settings, env);
  else await startBrowser(folder, settings, env);
} catch (error) {
  console.error(error.message);
  await stop(1);
}

async function startDesktop(code, folder, settings, env) {
  const userData = path.join(place.root, "user-data");
  writeSettings(userData, settings);
  const args = ["--wait", "--new-window", `--user-data-dir=${userData}`, `--extensionDevelopmentPath=${project}`, folder];
  const child = spawn(code, args, { env: { ...process.env, ...env }, stdio: "inherit", shell: process.platform === "win32" });
  closers.push(() => child.kill());
  console.log("VS Code is open with Tandem in the activity bar. Ctrl+C ends it.");
  child.once("exit", () => void stop(0));
}

async function startBrowser(folder, settings, env) {
  linkDevelopmentExtension(project, path.join(place.root, "extensions"));
  const server = await startCodeServer({ root: place.root, settings, env, port: Number(flags.port ?? 0) });
  closers.push(() => server.stop());
  const url = `${server.url}?folder=${encodeURIComponent(folder)}`;
  console.log(`VS Code with Tandem: ${url}\nOpen Tandem in the activity bar. Ctrl+C ends everything.`);
  openInBrowser(url);
}

/** Opens the system's browser where there is a screen; the printed address is enough where there is none. */
function openInBrowser(url) {
  if (process.env.CI) return;
  if (process.platform === "darwin") spawnSync("open", [url]);
  else if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
    spawn("xdg-open", [url], { stdio: "ignore", detached: true })
      .on("error", () => {})
      .unref();
}
