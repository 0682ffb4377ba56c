import path from "node:path";

/** Returns the absolute path of a file that is named relative to a folder, with "/". */
export function toAbsolute(folder: string, name: string): string {
  return path.join(folder, ...name.split("/"));
}

/** Returns the name of a file relative to a folder, with "/"; undefined if it lies outside. `roots`: paths of the same folder. */
export function toRelative(roots: readonly string[], file: string): string | undefined {
  for (const root of roots) {
    const relative = path.relative(root, file);
    if (relative === "" || relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) continue;
    return relative.split(path.sep).join("/");
  }
  return undefined;
}

/** Returns the first folders, without those that contain one before them or lie in it. */
export function withoutOverlaps(folders: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const folder of folders) {
    const overlaps = kept.some((other) => other === folder || toRelative([other], folder) !== undefined || toRelative([folder], other) !== undefined);
    if (folder !== "" && !overlaps) kept.push(folder);
  }
  return kept;
}

/** Returns true for a file with ignore rules. */
export function isIgnoreFile(name: string): boolean {
  return name === ".gitignore" || name.endsWith("/.gitignore");
}
