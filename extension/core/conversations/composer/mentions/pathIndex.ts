import { canBeMentioned } from "../../../../shared/contract/composer/suggestions.ts";

interface Entry {
  readonly path: string;
  /** Path in lower case. */
  readonly folded: string;
  /** Offset of the last part of the path. */
  readonly nameAt: number;
  /** Bit set of its letters, see `getLetters`. */
  readonly letters: number;
}

/**
 * An index of the paths of a folder that grows and is searched at each key. A search reads each path once, and skips it
 * early by its letters.
 */
export class PathIndex {
  /** Entries by path length, so that the first of equal matches are the best; sorting all matches takes far longer. */
  readonly #byLength: Entry[][] = [];
  readonly #folders = new Set<string>();
  readonly #roots: readonly string[];
  #size = 0;

  /** Parent folders of `roots` are left out. */
  constructor(roots: readonly string[] = []) {
    this.#roots = roots.map((root) => `${root}/`);
  }

  static of(files: readonly string[]): PathIndex {
    const index = new PathIndex();
    index.add(files);
    return index;
  }

  /** Number of added files. */
  get size(): number {
    return this.#size;
  }

  /** Adds files with "/" between their parts, and their folders; leaves out paths that cannot be mentioned. */
  add(files: readonly string[]): void {
    this.#size += files.length;
    for (const file of files) {
      if (!canBeMentioned(file)) continue;
      for (const folder of getFolders(file, this.#folders))
        if (!this.#roots.some((root) => root.startsWith(folder))) this.#put(folder);
      this.#put(file);
    }
  }

  /**
   * Returns at most `most` paths, best first: match at the start of the name, inside the name, inside the path, and
   * last all letters in order.
   */
  search(query: string, most: number): string[] {
    const wanted = query.toLowerCase();
    const letters = getLetters(wanted);
    const tiers: string[][] = [[], [], [], []];
    for (const entries of this.#byLength) {
      // The array is sparse.
      if (!entries) continue;
      for (const { path, folded, nameAt, letters: held } of entries) {
        if ((letters & ~held) !== 0) continue;
        const tier = getTier(folded, nameAt, wanted);
        if (tier === undefined || (tiers[tier]?.length ?? most) >= most) continue;
        tiers[tier]?.push(path);
      }
      if (tiers[0]?.length === most) break;
    }
    // The order of ripgrep differs between runs.
    return tiers.flatMap((paths) => paths.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))).slice(0, most);
  }

  #put(path: string): void {
    const same = this.#byLength[path.length];
    if (same) same.push(getEntry(path));
    else this.#byLength[path.length] = [getEntry(path)];
  }
}

/**
 * Returns a bit for each letter from a to z, one for digits and one for all other characters. A path that lacks a bit
 * of the query cannot match.
 */
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

/** Returns the folders of a file, with "/" at their ends, that are not in `known`, and adds them to it. */
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
