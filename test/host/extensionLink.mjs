// Makes an extension under development look installed, for an editor that accepts no development path. For `npm start
// -- --watch` only: everything else installs the package.
import fs from "node:fs";
import path from "node:path";

/** Links the project into `extensions`, an empty folder, as the folder that an installation would create. */
export function linkDevelopmentExtension(project, extensions) {
  const { publisher, name, version } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8"));
  const folder = path.join(extensions, `${publisher}.${name}-${version}`);
  fs.mkdirSync(folder, { recursive: true });
  // Only the content of a package, so that the editor does not scan the project's node_modules.
  for (const part of ["package.json", "dist", "media"])
    fs.symlinkSync(path.join(project, part), path.join(folder, part));
}
