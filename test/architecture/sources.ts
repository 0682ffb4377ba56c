import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the files of a folder with one of the endings, relative to the project. */
export function files(folder: string, endings: readonly string[]): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return entry.name === "node_modules" || entry.name === "installs" ? [] : files(name, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [name] : [];
  });
}

export const hostFiles: readonly string[] = files("extension", [".ts"]).filter((file) => !file.endsWith(".d.ts"));
export const webviewFiles: readonly string[] = files("webview", [".ts", ".svelte"]);

/** Returns the text of a file of the project. */
export function read(file: string): string {
  return fs.readFileSync(path.join(root, file), "utf8");
}

export interface Import {
  readonly target: string;
  readonly isType: boolean;
  /** It is loaded when it is used. */
  readonly isLate: boolean;
}

const imported =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|import\(["']([^"']+)["']\)/g;

/** Returns what a file imports: files relative to the project, and packages by name. */
export function getImports(file: string): readonly Import[] {
  return [...read(file).matchAll(imported)].map(([, type, eager, late = ""]) => {
    const target = eager ?? late;
    const isFile = target.startsWith(".");
    return {
      target: isFile ? path.posix.join(path.posix.dirname(file), target) : target,
      isType: type !== undefined,
      isLate: eager === undefined,
    };
  });
}
