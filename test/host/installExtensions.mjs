// Installs packages in an editor as a user does, with its `--install-extension`.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import spawn from "cross-spawn";
import { writeArchive } from "../package/archive.mjs";
import { scrubbedEnvironment } from "./environment.mjs";
import { chosenEditor, editorEntry, editorNode } from "./installEditor.mjs";

/**
 * The command line of VS Code in the browser, for a folder of its own files. `edition`: the name of its manifest in
 * `installs/`.
 */
export const browserEditor = (root, edition = chosenEditor) => [
  editorNode(edition),
  editorEntry(edition),
  "--config",
  writeConfiguration(root),
];

/** Writes a configuration for code-server, which would write one into the user's home. */
export function writeConfiguration(root) {
  const file = path.join(root, "code-server.yaml");
  fs.writeFileSync(file, "cert: false\n");
  return file;
}

/**
 * Installs VSIX files. `command` is the program of an editor with its first arguments; `userData` and `extensions` are
 * the folders of that editor. Rejects with the editor's words if it refuses one.
 * @param {{ command: string[], userData: string, extensions: string, files: readonly string[] }} options
 */
export async function installExtensions({ command, userData, extensions, files }) {
  const output = await runEditor(
    { command, userData, extensions },
    files.flatMap((file) => ["--install-extension", file]),
  );
  if (output !== undefined) throw new Error(`${files.join(", ")} could not be installed:\n${output}`);
}

/**
 * Uninstalls extensions. Rejects with the editor's words if it refuses, as it does for one that another extension
 * depends on.
 * @param {{ command: string[], userData: string, extensions: string, ids: readonly string[] }} options
 */
export async function uninstallExtensions({ ids, ...editor }) {
  const output = await runEditor(
    editor,
    ids.flatMap((id) => ["--uninstall-extension", id]),
  );
  if (output !== undefined) throw new Error(`${ids.join(", ")} could not be uninstalled:\n${output}`);
}

/** Runs the command line of an editor. Resolves to its output if it failed, and to undefined otherwise. */
async function runEditor({ command, userData, extensions }, given) {
  const [program, ...first] = command;
  const args = [...first, "--user-data-dir", userData, "--extensions-dir", extensions, ...given];
  const child = spawn(program, args, {
    env: { ...scrubbedEnvironment(), EXTENSIONS_GALLERY: '{"serviceUrl":""}' },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return code === 0 ? undefined : output;
}

/**
 * Packs a small extension of the tests: its manifest and its other files, by their names. Returns the VSIX, a file in
 * the folder `into`.
 * @param {string} into
 * @param {Record<string, string>} contents
 */
export function packExtension(into, contents) {
  const staged = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-extension-"));
  try {
    // vsce asks for both.
    for (const [name, text] of Object.entries({ ".vscodeignore": "", "README.md": "For tests.\n", ...contents }))
      fs.writeFileSync(path.join(staged, name), text);
    const { name } = JSON.parse(contents["package.json"]);
    const file = path.join(into, `${name}.vsix`);
    writeArchive(staged, file);
    return file;
  } finally {
    fs.rmSync(staged, { recursive: true, force: true });
  }
}
