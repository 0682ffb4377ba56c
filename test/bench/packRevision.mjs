// Packs another revision of the project, so that it can be measured in the editor.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { packFiles } from "../package/buildPackage.mjs";
import { findManifestFiles, listFiles } from "../package/content.mjs";

/**
 * Packs a checkout into `file`, built for users by its own scripts. A revision that cannot derive what its package
 * needs gets all that it builds, since its own package may lack files or be refused. `staged` is a temporary folder.
 */
export function packRevision(checkout, file, staged) {
  const run = (...args) => execFileSync(process.execPath, args, { cwd: checkout, stdio: "inherit" });
  const { name, version, ...manifest } = JSON.parse(fs.readFileSync(path.join(checkout, "package.json"), "utf8"));
  if (fs.existsSync(path.join(checkout, "test", "package", "main.mjs"))) {
    run(path.join("test", "package", "main.mjs"));
    fs.copyFileSync(path.join(checkout, `${name}-${version}.vsix`), file);
    return;
  }
  run("esbuild.mjs", "--production");
  const built = path.join(checkout, "dist");
  const icons = fs.readdirSync(path.join(checkout, "media")).filter((each) => /\.(svg|png)$/.test(each));
  const names = [
    ...["package.json", "README.md", "CHANGELOG.md", "LICENSE"],
    ...findManifestFiles(manifest),
    ...icons.map((each) => `media/${each}`),
    ...listFiles(built).map((each) => `dist/${each}`),
  ];
  packFiles({ checkout, built, names: [...new Set(names)].sort(), file, staged });
}
