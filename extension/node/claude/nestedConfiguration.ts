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
  const { folders, rest } = await search(folder, limit);
  const found = await Promise.all(
    [...new Set(folders)]
      .sort()
      .filter((name) => !isOwn(path.join(folder, name)))
      .map((name) => scanFolder(folder, name)),
  );
  return [...found.flat(), ...rest];
}

/**
 * Looks for such folders. Those that it did not reach are one entry, so that the user is asked about them too, and so
 * is each one that cannot be listed.
 */
async function search(
  folder: string,
  limit: number,
): Promise<{ readonly folders: readonly string[]; readonly rest: readonly FoundEntry[] }> {
  const folders: string[] = [];
  const rest: FoundEntry[] = [];
  const [pending, later] = [[""], [] as string[]];
  for (let count = 0; pending.length + later.length > 0; ) {
    if (count >= limit) {
      const [name = ""] = [...pending, ...later];
      const left = [...pending, ...later].map((each) => path.join(folder, each));
      const identity = `EMFILE ${await describeTree(...left)}`;
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
        if (!entry.isDirectory()) continue;
        const inner = name === "" ? entry.name : `${name}/${entry.name}`;
        (large.has(entry.name) ? later : queue).push(inner);
      }
    }
  }
  return { folders, rest };
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
