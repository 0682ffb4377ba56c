interface Entry {
  readonly path: string;
  /** In lower case. */
  readonly folded: string;
  /** Where its last part begins. */
  readonly nameAt: number;
}

/** Paths of a folder, made ready to be searched with every key: a search looks at each once. */
export class PathIndex {
  /** Short ones first, so that of those that fit equally well the first that are found are the best. */
  readonly #entries: readonly Entry[];

  /** `files` have "/" between their parts; the folders that they are in can be found too. */
  constructor(files: readonly string[]) {
    this.#entries = [...foldersOf(files), ...files].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).map(entryOf);
  }

  /** The paths that fit best, at most `most`: by the name's beginning, its middle, the path, and at last by its letters in order. */
  search(query: string, most: number): string[] {
    const wanted = query.toLowerCase();
    const tiers: string[][] = [[], [], [], []];
    for (const { path, folded, nameAt } of this.#entries) {
      const tier = tierOf(folded, nameAt, wanted);
      if (tier === undefined || (tiers[tier]?.length ?? most) >= most) continue;
      tiers[tier]?.push(path);
      if (tier === 0 && tiers[0]?.length === most) break;
    }
    return tiers.flat().slice(0, most);
  }
}

function tierOf(folded: string, nameAt: number, wanted: string): number | undefined {
  const at = folded.indexOf(wanted, nameAt);
  if (at === nameAt) return 0;
  if (at !== -1) return 1;
  if (folded.includes(wanted)) return 2;
  return hasInOrder(folded, wanted) ? 3 : undefined;
}

function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}

function entryOf(path: string): Entry {
  return { path, folded: path.toLowerCase(), nameAt: path.lastIndexOf("/", path.length - 2) + 1 };
}

/** Each folder that a file is in, with "/" at its end. */
function foldersOf(files: readonly string[]): Iterable<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const folder = file.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
