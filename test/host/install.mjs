// Installs the large dependencies on demand: VS Code in the browser, the CLI versions, the vendor's SDK.
// Usage: node test/host/install.mjs [editor] [editor-oldest] [cli] [cli-previous] [cli-old] [sdk]
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEditor } from "./installEditor.mjs";
import { ensure, folder } from "./installs.mjs";

/** The versions of the matrix, oldest first; the last one is the version that the demo uses. */
export const currentCli = "2.1.332";
/** The version before it with which the protocol was inspected. */
const previousCli = "2.1.329";
export const cliVersions = ["2.0.77", "2.1.50", previousCli, currentCli];

/** Installs the CLI `version` if needed and returns the path to run: a native program or a .js file. */
export function ensureCli(version = currentCli) {
  if (version !== currentCli && version !== previousCli) {
    ensure("cli-old");
    return path.join(folder("cli-old"), `claude-${version}`, "cli.js");
  }
  const name = version === currentCli ? "cli" : "cli-previous";
  ensure(name);
  const scope = path.join(folder(name), "@anthropic-ai");
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
  const parts = {
    editor: () => ensureEditor("editor"),
    "editor-oldest": () => ensureEditor("editor-oldest"),
    cli: () => ensureCli(),
    "cli-previous": () => ensureCli(previousCli),
    "cli-old": () => ensureCli("2.0.77"),
    sdk: ensureSdk,
  };
  for (const name of process.argv.slice(2)) {
    if (!parts[name]) throw new Error(`Unknown part "${name}"; choose from ${Object.keys(parts).join(", ")}.`);
    parts[name]();
  }
}
