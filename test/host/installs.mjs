// Installs manifests with lock files, each once.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const installs = path.join(path.dirname(fileURLToPath(import.meta.url)), "installs");
/** Returns the folder with the packages of a manifest. */
export const folder = (name) => path.join(installs, name, "node_modules");

/** Runs npm without install scripts; throws with npm's own output if it fails. */
export function npm(args, cwd, env = process.env) {
  // On Windows npm is a .cmd, which needs a shell to start; no argument here contains a space.
  const run = spawnSync("npm", args, { cwd, env, encoding: "utf8", shell: process.platform === "win32" });
  if (run.status !== 0) throw new Error(`npm ${args.join(" ")} failed in ${cwd}\n${run.stdout}\n${run.stderr}`);
}

/** Display names of the contents of each manifest. */
const contents = {
  editor: "VS Code for the browser (about 300 MB)",
  "editor-oldest": "the oldest VS Code that Tandem supports, for the browser (about 150 MB)",
  cli: "claude for the demo and the tests (about 250 MB)",
  "cli-previous": "the version of claude before that one for the tests (about 250 MB)",
  "cli-old": "two older versions of claude for the tests",
  sdk: "the claude SDK that the tests compare with",
};

/** Installs a manifest from its lock file, unless this exact lock file was installed before. */
export function ensure(name, { args = [], finish = () => {} } = {}) {
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
