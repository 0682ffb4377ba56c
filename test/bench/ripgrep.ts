import path from "node:path";
import { editorEntry, ensureEditor } from "../host/installEditor.mjs";

/** The ripgrep of the editor that tests install. */
export function ripgrepOfEditor(): string {
  ensureEditor();
  const modules = path.join(editorEntry(), "..", "..", "..", "lib", "vscode", "node_modules", "@vscode");
  return path.join(modules, "ripgrep-universal", "bin", `${process.platform}-${process.arch}`, "rg");
}
