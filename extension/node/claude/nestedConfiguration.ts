import fs from "node:fs";
import path from "node:path";
import { describeInstructions } from "../../core/options/repository/documentEntries.ts";
import type { FoundEntry } from "../../core/options/repository/parsedFile.ts";
import { describeState } from "../storage/regularFiles.ts";
import { scanFiles } from "./documentScan.ts";
import { describeTree } from "./matchingFiles.ts";

/** Instructions that `claude` reads of a folder once it reads a file there. */
const instructionNames = ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"];
const instructionFiles = [...instructionNames, ".claude/CLAUDE.md", ".claude/AGENTS.md"];
const isInstruction = (name: string): boolean =>
  instructionNames.some((each) => each.toLowerCase() === name.toLowerCase());
const isConfiguration = (name: string): boolean => name.toLowerCase() === ".claude";

/** Maximum number of folders that a search looks into, which takes some seconds. */
const maxFolders = 100_000;
/** Maximum number of those behind links that lead out of the folder. */
const maxLinkedFolders = 2_000;
/** Number of folders that are read at the same time. */
const maxAtOnce = 16;

/** Folders that are looked into last, since many of them are large. */
const large: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules"]);

/**
 * Finds what `claude` takes in from folders below its working folder once it reads or writes a file there: skills
 * (since 2.1.50, in that version also without the project's settings), and instructions and rules (since 2.1.329). It
 * looks itself, because nothing that a repository says decides what is found: in folders that git ignores, `claude`
 * reads instructions and rules (2.1.329) and skills (2.1.50). Never rejects.
 */
export async function scanNested(
  folder: string,
  isOwn: (folder: string) => boolean,
  limit = maxFolders,
): Promise<FoundEntry[]> {
  const { folders, rest, links } = await search(folder, limit);
  const inner = folders.filter((name) => !isOwn(path.join(folder, name)));
  const linked = await searchLinks(folder, links, isOwn);
  const all = [...new Set([...inner, ...linked.folders])].sort();
  const found = await Promise.all(all.map((name) => scanFolder(folder, name)));
  return [...found.flat(), ...rest, ...linked.rest];
}

/** Folders that were found, with "/" in their names, the links beside them, and entries for what was not read. */
interface Found {
  readonly folders: readonly string[];
  readonly links: readonly string[];
  readonly rest: readonly FoundEntry[];
  /** Number of folders that were read. */
  readonly count: number;
}

/**
 * Looks for such folders. Those that it did not reach are one entry, so that the user is asked about them too, and so
 * is each one that cannot be listed.
 */
async function search(folder: string, limit: number): Promise<Found> {
  const folders: string[] = [];
  const links: string[] = [];
  const rest: FoundEntry[] = [];
  const [pending, later] = [[""], [] as string[]];
  let count = 0;
  while (pending.length + later.length > 0) {
    if (count >= limit) {
      const [name = ""] = [...pending, ...later];
      const left = [...pending, ...later].map((each) => path.join(folder, each));
      const identity = `EMFILE ${await describeTree(left)}`;
      rest.push({ kind: "unreadable", name, value: "EMFILE", path: path.join(folder, name), identity });
      break;
    }
    const queue = pending.length > 0 ? pending : later;
    const names = queue.splice(0, Math.min(maxAtOnce, limit - count));
    count += names.length;
    const listings = await Promise.all(names.map((name) => list(folder, name)));
    for (const [at, name] of names.entries()) {
      const listing = listings[at] ?? [];
      if ("kind" in listing) {
        rest.push(listing);
        continue;
      }
      for (const entry of listing) {
        const isOfFolder =
          isConfiguration(entry.name) || (isInstruction(entry.name) && !isConfiguration(path.posix.basename(name)));
        if (isOfFolder && name !== "") folders.push(name);
        const inner = join(name, entry.name);
        if (entry.isSymbolicLink()) links.push(inner);
        if (entry.isDirectory()) (large.has(entry.name) ? later : queue).push(inner);
      }
    }
  }
  return { folders, links, rest, count };
}

function join(name: string, inner: string): string {
  return [name, inner].filter(Boolean).join("/");
}

/**
 * Looks behind links that lead to folders elsewhere: once the user lets `claude` read a file there, it takes in the
 * skills of that folder (2.1.50, 2.1.332).
 */
async function searchLinks(
  folder: string,
  links: readonly string[],
  isOwn: (folder: string) => boolean,
): Promise<Pick<Found, "folders" | "rest">> {
  const folders: string[] = [];
  const rest: FoundEntry[] = [];
  const top = await fs.promises.realpath(folder).catch(() => folder);
  const seen = [top];
  const pending = links.map((name) => ({ name, at: path.join(folder, name), base: folder }));
  let left = maxLinkedFolders;
  while (pending.length > 0) {
    const next = pending.splice(0, maxAtOnce);
    const targets = await Promise.all(next.map(({ at, base }) => findOutside(at, base)));
    for (const [at, { name }] of next.entries()) {
      const target = targets[at];
      if (target === undefined || seen.some((each) => isIn(target, each))) continue;
      seen.push(target);
      const found = await search(target, left);
      left -= found.count;
      // The repository does not bring these folders, so changes of a large one do not ask again.
      if (found.rest.length > 0)
        rest.push({ kind: "unreadable", name, value: `→ ${target}`, path: path.join(folder, name) });
      const inner = ["", ...found.folders].filter((each) => {
        const real = path.join(target, each);
        return !isOwn(real) && !isIn(real, top);
      });
      folders.push(...inner.map((each) => join(name, each)));
      pending.push(
        ...found.links.map((each) => ({ name: join(name, each), at: path.join(target, each), base: target })),
      );
    }
  }
  return { folders, rest };
}

/** Returns the folder that a link leads to; undefined where it is none, or below `base`, which is searched itself. */
async function findOutside(link: string, base: string): Promise<string | undefined> {
  try {
    if (isIn(path.resolve(path.dirname(link), await fs.promises.readlink(link)), base)) return undefined;
    const real = await fs.promises.realpath(link);
    return (await fs.promises.stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function isIn(at: string, folder: string): boolean {
  return at === folder || at.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** Lists a folder; returns an entry for one whose files `claude` can read by their names, but not list. */
async function list(folder: string, name: string): Promise<readonly fs.Dirent[] | FoundEntry> {
  const at = path.join(folder, name);
  try {
    return await fs.promises.readdir(at, { withFileTypes: true });
  } catch (error) {
    const { code = "ERROR" } = error as NodeJS.ErrnoException;
    const isOpen = await fs.promises.stat(`${at}${path.sep}.`).then(
      () => true,
      () => false,
    );
    if (!isOpen) return [];
    return { kind: "unreadable", name, value: code, path: at, identity: `${code} ${await describeState(at)}` };
  }
}

async function scanFolder(top: string, name: string): Promise<FoundEntry[]> {
  const at = path.join(top, name);
  const found = await Promise.all([
    scanFiles(path.join(at, ".claude", "skills"), "skill"),
    scanFiles(path.join(at, ".claude", "rules"), "instructions"),
    instructionFiles
      .map((each) => path.join(at, each))
      .flatMap((file) => (fs.existsSync(file) ? [describeInstructions(file)] : [])),
  ]);
  // Several folders can have files of the same name.
  return found.flat().map((entry) => ({
    ...entry,
    name: path
      .relative(top, entry.path ?? "")
      .split(path.sep)
      .join("/"),
  }));
}
