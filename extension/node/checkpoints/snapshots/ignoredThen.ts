import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { PrivateGit } from "../../git/privateGit.ts";
import { unknownRules } from "../disk/ruleFiles.ts";
import type { WorkTree } from "../disk/workTree.ts";
import { getParents } from "../index/paths.ts";
import type { RuleRecord } from "../snapshotModel.ts";

/** The ignore rules of a snapshot. */
export interface IgnoreRules {
  /** The contents of the `.gitignore` files of the snapshot by path; others for those that cannot be read. */
  readonly texts: ReadonlyMap<string, unknown>;
  /** Returns whether the snapshot has a file or link at a path. */
  readonly isCovered: (name: string) => boolean;
  readonly excludes: string;
  /** Undefined in a list of an earlier version, for a folder that is all of its work tree. */
  readonly rules: RuleRecord | undefined;
}

export interface IgnoredOptions {
  /** Path of git. */
  readonly program: string;
  /** Folder for temporary files. */
  readonly store: string;
  readonly tree: WorkTree;
}

/** Returns the paths that the rules of a snapshot leave out: it is unknown whether such a file existed then. */
export async function findIgnored(
  paths: readonly string[],
  rules: IgnoreRules,
  { program, store, tree }: IgnoredOptions,
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const prefix = rules.rules?.prefix ?? tree.prefix;
  const place = path.join(store, `rules-${randomUUID()}`);
  const top = path.join(place, "tree");
  try {
    await fs.promises.mkdir(path.join(top, prefix), { recursive: true });
    const write = async (name: string, content: Uint8Array | string): Promise<void> => {
      await fs.promises.mkdir(path.dirname(path.join(top, name)), { recursive: true });
      await fs.promises.writeFile(path.join(top, name), content, { flag: "wx" });
    };
    for (const [name, content] of rules.texts) if (Buffer.isBuffer(content)) await write(prefix + name, content);
    for (const [name, text] of rules.rules?.files ?? [])
      if (text !== unknownRules && !rules.isCovered(name.slice(prefix.length)))
        await write(name, Buffer.from(text, "latin1"));
    const nested = rules.rules?.nested ?? new Map<string, string>();
    const around = paths.map((name) => [findAround(prefix + name, nested), name] as const);
    const ignored = new Set<string>();
    for (const [number, folder] of [...new Set(around.map(([folder]) => folder))].entries()) {
      const names = around.flatMap(([each, name]) => (each === folder ? [name] : []));
      await fs.promises.mkdir(path.join(top, folder), { recursive: true });
      const git = new PrivateGit(program, path.join(place, `git${number}`), path.join(top, folder));
      await git.prepare(folder === "" ? rules.excludes : (nested.get(folder) ?? ""));
      const input = names.map((name) => `./${(prefix + name).slice(folder.length)}\0`).join("");
      // Exit code 1 means that no path is ignored.
      const found = await git.run(["check-ignore", "-z", "--stdin", "--no-index"], { input, allowed: [0, 1] });
      for (const name of found.toString("utf8").split("\0").filter(Boolean))
        ignored.add((folder + name.slice("./".length)).slice(prefix.length));
    }
    return ignored;
  } finally {
    await fs.promises.rm(place, { recursive: true, force: true });
  }
}

/** Returns the folder of the innermost repository around a path; empty for that of the work tree. */
function findAround(name: string, nested: ReadonlyMap<string, string>): string {
  return (
    getParents(name)
      .map((folder) => `${folder}/`)
      .findLast((folder) => nested.has(folder)) ?? ""
  );
}
