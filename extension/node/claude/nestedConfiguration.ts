import fs from "node:fs";
import path from "node:path";
import { describeInstructions } from "../../core/options/repository/documentEntries.ts";
import type { FoundEntry } from "../../core/options/repository/parsedFile.ts";
import type { ListedFiles } from "../git/namedFiles.ts";
import { scanFiles } from "./documentScan.ts";
import { describeTree } from "./matchingFiles.ts";

/** Lists the files below a folder that match one of the patterns, as a repository has them; rejects without one. */
export type ListNamed = (folder: string, patterns: readonly string[]) => Promise<ListedFiles>;

/** Instructions that `claude` reads of a folder once it reads a file there. */
const instructionNames = ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"];
const instructionFiles = [...instructionNames, ".claude/CLAUDE.md", ".claude/AGENTS.md"];
const isInstruction = (name: string): boolean =>
  instructionNames.some((each) => each.toLowerCase() === name.toLowerCase());
const isConfiguration = (name: string): boolean => name.toLowerCase() === ".claude";

/** Git lists a link to a folder as a file. */
const linked = ["**/.claude", "**/.claude/rules", "**/.claude/skills"];
const patterns = [
  ...instructionFiles.map((name) => `**/${name}`),
  ...linked,
  "**/.claude/rules/**",
  "**/.claude/skills/**",
];

/** Maximum number of folders that a search without git looks into. */
const maxFolders = 10_000;

/** Folders of which a search without git looks at nothing. */
const skipped: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules"]);

/**
 * Finds what `claude` takes in from folders below its working folder once it reads or writes a file there: skills
 * (since 2.1.50, in that version also without the project's settings), and instructions and rules (since 2.1.329). What
 * a repository ignores was not brought by it. Never rejects.
 */
export async function scanNested(
  folder: string,
  listNamed: ListNamed,
  isOwn: (folder: string) => boolean,
  limit = maxFolders,
): Promise<FoundEntry[]> {
  const { files, unlisted } = await listNamed(folder, patterns).catch(() => ({ files: [], unlisted: [""] }));
  const { folders, rest } = await search(folder, unlisted, limit);
  const found = await Promise.all(
    [...new Set([...findFolders(files), ...folders])]
      .sort()
      .filter((name) => !isOwn(path.join(folder, name)))
      .map((name) => scanFolder(folder, name)),
  );
  return [...found.flat(), ...rest];
}

/** Returns the folders to which files belong, without the working folder. */
function findFolders(names: readonly string[]): readonly string[] {
  const folders = names.flatMap((name) => {
    const parts = name.split("/");
    const above = parts.flatMap((part, at) => (isConfiguration(part) ? [parts.slice(0, at).join("/")] : []));
    const isOfFolder = isInstruction(parts.at(-1) ?? "") && !isConfiguration(parts.at(-2) ?? "");
    return isOfFolder ? [...above, parts.slice(0, -1).join("/")] : above;
  });
  return folders.filter((name) => name !== "");
}

/**
 * Looks for such folders itself, in folders with or without "/" at the end. Those that it did not reach are one entry,
 * so that the user is asked about them too.
 */
async function search(
  folder: string,
  unlisted: readonly string[],
  limit: number,
): Promise<{ readonly folders: readonly string[]; readonly rest: readonly FoundEntry[] }> {
  const folders: string[] = [];
  const pending = unlisted.map((name) => name.replace(/\/$/, ""));
  for (const [count, name] of pending.entries()) {
    if (count > limit) {
      const rest = pending.slice(count).map((each) => path.join(folder, each));
      const identity = `EMFILE ${await describeTree(...rest)}`;
      return {
        folders,
        rest: [{ kind: "unreadable", name, value: "EMFILE", path: path.join(folder, name), identity }],
      };
    }
    for (const entry of await fs.promises.readdir(path.join(folder, name), { withFileTypes: true }).catch(() => [])) {
      const inner = name === "" ? entry.name : `${name}/${entry.name}`;
      const isOfFolder =
        isConfiguration(entry.name) || (isInstruction(entry.name) && !isConfiguration(path.posix.basename(name)));
      if (isOfFolder && name !== "") folders.push(name);
      if (entry.isDirectory() && !skipped.has(entry.name)) pending.push(inner);
    }
  }
  return { folders, rest: [] };
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
