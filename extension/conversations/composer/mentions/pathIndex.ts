import { canBeMentioned } from "../../../contract/suggestions.ts";

interface Entry {
  readonly path: string;
  /** In lower case. */
  readonly folded: string;
  /** Where its last part begins. */
  readonly nameAt: number;
  /** Which letters it has, see `getLetters`. */
  readonly letters: number;
}

/** Paths of a folder, made ready to be searched with every key, and to grow: a search looks at each once, and at most at its letters. */
export class PathIndex {
  /** By their length, so that of those that fit equally well the first that are found are the best; sorting them all would take far longer. */
  readonly #byLength: Entry[][] = [];
  readonly #folders = new Set<string>();
  readonly #roots: readonly string[];
  #size = 0;

  /** `roots`: what they lie in is not found. */
  constructor(roots: readonly string[] = []) {
    this.#roots = roots.map((root) => `${root}/`);
  }

  static of(files: readonly string[]): PathIndex {
    const index = new PathIndex();
    index.add(files);
    return index;
  }

  /** How many files were added. */
  get size(): number {
    return this.#size;
  }

  /** Takes in more files, with "/" between their parts; what cannot be mentioned is left out. The folders that they are in can be found too. */
  add(files: readonly string[]): void {
    this.#size += files.length;
    for (const file of files) {
      if (!canBeMentioned(file)) continue;
      for (const folder of getFolders(file, this.#folders)) if (!this.#roots.some((root) => root.startsWith(folder))) this.#put(folder);
      this.#put(file);
    }
  }

  /** The paths that fit best, at most `most`: by the name's beginning, its middle, the path, and at last by its letters in order. */
  search(query: string, most: number): string[] {
    const wanted = query.toLowerCase();
    const letters = getLetters(wanted);
    const tiers: string[][] = [[], [], [], []];
    for (const entries of this.#byLength) {
      // An array that was filled in any order has holes.
      if (!entries) continue;
      for (const { path, folded, nameAt, letters: held } of entries) {
        if ((letters & ~held) !== 0) continue;
        const tier = getTier(folded, nameAt, wanted);
        if (tier === undefined || (tiers[tier]?.length ?? most) >= most) continue;
        tiers[tier]?.push(path);
      }
      if (tiers[0]?.length === most) break;
    }
    // Ripgrep lists in another order each time.
    return tiers.flatMap((paths) => paths.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))).slice(0, most);
  }

  #put(path: string): void {
    const same = this.#byLength[path.length];
    if (same) same.push(getEntry(path));
    else this.#byLength[path.length] = [getEntry(path)];
  }
}

/** A bit for each letter from a to z, one for digits and one for everything else: what lacks one of a query's cannot fit it. */
function getLetters(folded: string): number {
  let letters = 0;
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    const bit = code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? 26 : 27;
    letters |= 1 << bit;
  }
  return letters;
}

function getTier(folded: string, nameAt: number, wanted: string): number | undefined {
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

function getEntry(path: string): Entry {
  const folded = path.toLowerCase();
  return { path, folded, nameAt: path.lastIndexOf("/", path.length - 2) + 1, letters: getLetters(folded) };
}

/** The folders that a file is in, with "/" at their ends, which were not `known`; they are then. */
function getFolders(file: string, known: Set<string>): string[] {
  const folders: string[] = [];
  for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
    const folder = file.slice(0, end + 1);
    if (known.has(folder)) break;
    known.add(folder);
    folders.push(folder);
  }
  return folders;
}
