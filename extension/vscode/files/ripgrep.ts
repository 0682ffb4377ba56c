import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";

/**
 * Returns the path of the editor's ripgrep; undefined if it is not found. Its package and folders differ between
 * versions and builds of VS Code (1.106 to 1.117).
 */
export function findRipgrep(): string | undefined {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  const roots = ["node_modules", "node_modules.asar.unpacked"].map((folder) =>
    path.join(vscode.env.appRoot, folder, "@vscode"),
  );
  const places = [
    ["ripgrep", "bin", name],
    ["ripgrep-universal", "bin", `${process.platform}-${process.arch}`, name],
  ];
  return roots.flatMap((root) => places.map((place) => path.join(root, ...place))).find((file) => fs.existsSync(file));
}
