// Makes an extension under development look installed, for an editor that takes no development path.
import fs from "node:fs";
import path from "node:path";

/** Links the project into `extensions` as the folder that an installation would have. */
export function linkDevelopmentExtension(project, extensions) {
  const { publisher, name, version } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8"));
  fs.mkdirSync(extensions, { recursive: true });
  const folder = path.join(extensions, `${publisher}.${name}-${version}`);
  fs.mkdirSync(folder);
  // Only what a package would hold: the project's own node_modules are not scanned by the editor.
  for (const part of ["package.json", "dist", "media"]) fs.cpSync(path.join(project, part), path.join(folder, part), { recursive: true });
}
