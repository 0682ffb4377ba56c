// Installs VS Code for the browser: the newest that is tested, and the oldest that the manifest allows.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { findOnPath } from "./findOnPath.mjs";
import { ensure, folder, npm } from "./installs.mjs";

/** The major version of Node that each editor runs on. */
const nodeMajors = { editor: 24, "editor-oldest": 22 };

/** The editor of a run: `TANDEM_EDITOR=oldest` chooses the oldest one. */
export const chosenEditor = process.env.TANDEM_EDITOR === "oldest" ? "editor-oldest" : "editor";

/** Returns the Node that runs an editor, which may differ from the user's. */
export function editorNode(name = chosenEditor) {
  const bundled = path.join(folder(name), `node-${process.platform}-${process.arch}`, "bin", "node");
  if (fs.existsSync(bundled)) return bundled;
  const major = nodeMajors[name];
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  throw new Error(
    `VS Code in the browser needs Node ${major} on this system: install Node ${major}, or put desktop VS Code's \`code\` on PATH.`,
  );
}

export const editorEntry = (name = chosenEditor) => path.join(folder(name), "code-server", "out", "node", "entry.js");

export function ensureEditor(name = chosenEditor) {
  if (process.platform === "win32")
    throw new Error("VS Code in the browser does not run on Windows: put desktop VS Code's `code` on PATH.");
  ensure(name, { finish: name === "editor" ? finishNewest : finishOldest });
}

function finishNewest() {
  const server = installServer("editor");
  compileLog("editor", server);
}

function finishOldest() {
  const name = "editor-oldest";
  // These are in the lock file of this manifest instead, and are found above code-server: its @parcel/watcher is a Git
  // address, and its node-pty has no program for Linux.
  const server = installServer(name, (part) => withoutPackages(part, ["@parcel/watcher", "node-pty"]));
  // Its ripgrep downloads the program in an install script; a later version has it in a package for each system.
  const program = path.join(folder(name), "@vscode", `ripgrep-${process.platform}-${process.arch}`, "bin", "rg");
  const link = path.join(server, "node_modules", "@vscode", "ripgrep", "bin", "rg");
  fs.mkdirSync(path.dirname(link), { recursive: true });
  fs.symlinkSync(path.relative(path.dirname(link), program), link);
  compileLog(name, server);
}

/**
 * Installs the two parts of code-server that have lock files of their own, under the Node that will run them. Returns
 * the folder of the first.
 */
function installServer(name, prepare = () => {}) {
  // code-server's own install script refuses other versions of Node, and builds modules that are not needed here.
  const env = { ...process.env, PATH: `${path.dirname(editorNode(name))}${path.delimiter}${process.env.PATH}` };
  // Both lock files lack one peer dependency, tslib, which nothing loads.
  const args = ["ci", "--omit=dev", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  const server = path.join(folder(name), "code-server", "lib", "vscode");
  for (const part of [server, path.join(server, "extensions")]) {
    prepare(part);
    npm(args, part, env);
  }
  return server;
}

/** Takes packages out of a manifest and its lock file. */
function withoutPackages(part, names) {
  for (const file of ["package.json", "npm-shrinkwrap.json"].map((each) => path.join(part, each))) {
    const json = JSON.parse(fs.readFileSync(file, "utf8"));
    const root = json.packages?.[""] ?? json;
    for (const name of names) {
      delete root.dependencies?.[name];
      delete root.devDependencies?.[name];
      for (const key of Object.keys(json.packages ?? {}))
        if (key === `node_modules/${name}` || key.startsWith(`node_modules/${name}/`)) delete json.packages[key];
    }
    fs.writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`);
  }
}

/**
 * Compiles the module with which VS Code writes its logs: without it, what extensions log stays in memory. Needs Python
 * and a C++ compiler; where they are missing, the tests run without logs on disk.
 */
function compileLog(name, server) {
  const npmFolder = path.join(path.dirname(fs.realpathSync(findOnPath("npm"))), "..");
  const node = editorNode(name);
  const args = [
    path.join(npmFolder, "node_modules", "node-gyp", "bin", "node-gyp.js"),
    "rebuild",
    `--nodedir=${path.join(path.dirname(node), "..")}`,
  ];
  const run = spawnSync(node, [...args, "--loglevel=error"], {
    cwd: path.join(server, "node_modules", "@vscode", "spdlog"),
    encoding: "utf8",
  });
  if (run.status !== 0) console.log(`VS Code writes no logs here: ${(run.stderr ?? "").trim().split("\n").at(-1)}`);
}
