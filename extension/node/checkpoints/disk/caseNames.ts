import fs from "node:fs";
import path from "node:path";

/** Returns a name as it compares on a disk that ignores case. */
export function foldCase(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

type ReadNames = (folder: string) => readonly string[];

function readNames(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** Finds the spelling of paths on a disk that ignores case. Reads each folder once. */
export class DiskNames {
  readonly #root: string;
  readonly #read: ReadNames;
  readonly #folders = new Map<
    string,
    { readonly exact: ReadonlySet<string>; readonly folded: ReadonlyMap<string, string> }
  >();

  constructor(root: string, read: ReadNames = readNames) {
    this.#root = root;
    this.#read = read;
  }

  /** Returns a path, relative to the root and with "/", as the disk spells it; undefined where it has none. */
  spell(name: string): string | undefined {
    const parent = path.posix.dirname(name);
    const folder = parent === "." ? "" : this.spell(parent);
    if (folder === undefined) return undefined;
    const { exact, folded } = this.#names(folder);
    const base = path.posix.basename(name);
    const found = exact.has(base) ? base : folded.get(foldCase(base));
    return found && path.posix.join(folder, found);
  }

  #names(folder: string) {
    const known = this.#folders.get(folder);
    if (known) return known;
    const names = this.#read(path.join(this.#root, folder));
    const found = { exact: new Set(names), folded: new Map(names.map((name) => [foldCase(name), name])) };
    this.#folders.set(folder, found);
    return found;
  }
}

/** Renames the parts of a path that the disk spells in another case. Call it only on a disk that ignores case. */
export function respell(root: string, name: string): void {
  const parts = name.split("/");
  for (const [at, part] of parts.entries()) {
    const parent = path.join(root, ...parts.slice(0, at));
    const spelled = new DiskNames(parent).spell(part);
    if (spelled !== undefined && spelled !== part) fs.renameSync(path.join(parent, spelled), path.join(parent, part));
  }
}
