// Installs the large dependencies on demand: VS Code in the browser, the CLI versions, the vendor's SDK.
// Usage: node test/host/install.mjs [editor] [cli] [cli-old] [sdk]
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findOnPath } from "./findOnPath.mjs";

const installs = path.join(path.dirname(fileURLToPath(import.meta.url)), "installs");
const folder = (name) => path.join(installs, name, "node_modules");

/** Runs npm without install scripts; throws with npm's own output if it fails. */
function npm(args, cwd, env = process.env) {
  // On Windows npm is a .cmd, which needs a shell to start; no argument here contains a space.
  const run = spawnSync("npm", args, { cwd, env, encoding: "utf8", shell: process.platform === "win32" });
  if (run.status !== 0) throw new Error(`npm ${args.join(" ")} failed in ${cwd}\n${run.stdout}\n${run.stderr}`);
}

/** Display names of the contents of each manifest. */
const contents = {
  editor: "VS Code for the browser (about 300 MB)",
  cli: "claude for the demo and the tests (about 250 MB)",
  "cli-old": "two older versions of claude for the tests",
  sdk: "the claude SDK that the tests compare with",
};

/** Installs a manifest from its lock file, unless this exact lock file was installed before. */
function ensure(name, { args = [], finish = () => {} } = {}) {
  const lock = fs.readFileSync(path.join(installs, name, "package-lock.json"), "utf8");
  const mark = path.join(folder(name), ".tandem-installed");
  if (fs.existsSync(mark) && fs.readFileSync(mark, "utf8") === lock) return;
  console.log(`Downloading ${contents[name]}. This happens once and takes a minute or two …`);
  const began = performance.now();
  npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", ...args], path.join(installs, name));
  finish();
  fs.writeFileSync(mark, lock);
  console.log(`Installed ${name} in ${Math.round((performance.now() - began) / 1000)} s`);
}

/** Returns the Node that runs code-server: its own major version, which may differ from the user's. */
export function editorNode() {
  const bundled = path.join(folder("editor"), `node-${process.platform}-${process.arch}`, "bin", "node");
  if (fs.existsSync(bundled)) return bundled;
  if (process.versions.node.startsWith("24.")) return process.execPath;
  throw new Error("VS Code in the browser needs Node 24 on this system: install Node 24, or put desktop VS Code's `code` on PATH.");
}

export const editorEntry = path.join(folder("editor"), "code-server", "out", "node", "entry.js");

export function ensureEditor() {
  if (process.platform === "win32") throw new Error("VS Code in the browser does not run on Windows: put desktop VS Code's `code` on PATH.");
  ensure("editor", {
    finish() {
      // code-server's own postinstall refuses other Node majors and builds modules that are not needed here; its two shrinkwrapped parts are
      // installed directly, under the Node that will run them.
      const env = { ...process.env, PATH: `${path.dirname(editorNode())}${path.delimiter}${process.env.PATH}` };
      const args = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
      const server = path.join(folder("editor"), "code-server", "lib", "vscode");
      npm(args, server, env);
      npm(args, path.join(server, "extensions"), env);
      compileLog(server, env);
    },
  });
}

/**
 * Compiles the module with which VS Code writes its logs: without it, what extensions log stays in memory. Needs Python and a C++ compiler; where they are
 * missing, the tests run without logs on disk.
 */
function compileLog(server, env) {
  const compiler = path.join(path.dirname(fs.realpathSync(findOnPath("npm"))), "..", "node_modules", "node-gyp", "bin", "node-gyp.js");
  const headers = path.join(path.dirname(editorNode()), "..");
  const folder = path.join(server, "node_modules", "@vscode", "spdlog");
  const run = spawnSync(editorNode(), [compiler, "rebuild", `--nodedir=${headers}`, "--loglevel=error"], { cwd: folder, env, encoding: "utf8" });
  if (run.status !== 0)
    console.log(`VS Code writes no logs here, because its module for that could not be compiled: ${(run.stderr ?? "").trim().split("\n").at(-1)}`);
}

/** The versions of the matrix, oldest first; the last one is the version that the demo uses. */
export const currentCli = "2.1.329";
export const cliVersions = ["2.0.77", "2.1.50", currentCli];

/** Installs the CLI `version` if needed and returns the path to run: a native program or a .js file. */
export function ensureCli(version = currentCli) {
  if (version !== currentCli) {
    ensure("cli-old");
    return path.join(folder("cli-old"), `claude-${version}`, "cli.js");
  }
  ensure("cli");
  const scope = path.join(folder("cli"), "@anthropic-ai");
  const program = process.platform === "win32" ? "claude.exe" : "claude";
  const found = fs
    .readdirSync(scope)
    .filter((name) => name.startsWith(`claude-code-${process.platform}-${process.arch}`))
    // npm installs only packages that fit the libc; if both are present, the shorter name is the glibc one.
    .sort((a, b) => a.length - b.length)
    .map((name) => path.join(scope, name, program))
    .find((file) => fs.existsSync(file));
  if (!found) throw new Error(`The claude CLI ${version} has no build for ${process.platform} ${process.arch}.`);
  return found;
}

/** Installs the vendor's SDK without its bundled CLI, and returns its entry file. */
export function ensureSdk() {
  ensure("sdk", { args: ["--omit=optional"] });
  return path.join(folder("sdk"), "@anthropic-ai", "claude-agent-sdk", "sdk.mjs");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parts = { editor: ensureEditor, cli: () => ensureCli(), "cli-old": () => ensureCli("2.0.77"), sdk: ensureSdk };
  for (const name of process.argv.slice(2)) {
    if (!parts[name]) throw new Error(`Unknown part "${name}"; choose from ${Object.keys(parts).join(", ")}.`);
    parts[name]();
  }
}
