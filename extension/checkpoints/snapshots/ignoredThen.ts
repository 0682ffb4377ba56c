import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { PrivateGit } from "../../git/privateGit.ts";
import { readRegular } from "../../storage/regularFiles.ts";
import type { WorkTree } from "../disk/workTree.ts";
import type { TreeFile } from "./snapshotModel.ts";

/** The ignore rules of a snapshot. */
export interface IgnoreRules {
  /** The `.gitignore` files of the snapshot by path. */
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly readBlob: (blob: string) => Promise<Buffer>;
  readonly excludes: string;
}

export interface IgnoredOptions {
  /** Path of git. */
  readonly program: string;
  /** Folder for temporary files. */
  readonly store: string;
  readonly tree: WorkTree;
}

/** Returns the paths that the rules of a snapshot leave out: it is unknown whether such a file existed then. */
export async function findIgnored(paths: readonly string[], rules: IgnoreRules, { program, store, tree }: IgnoredOptions): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const place = path.join(store, `rules-${randomUUID()}`);
  const top = path.join(place, "tree");
  try {
    await fs.promises.mkdir(path.join(top, tree.prefix), { recursive: true });
    const write = async (name: string, content: Uint8Array | string): Promise<void> => {
      await fs.promises.mkdir(path.dirname(path.join(top, name)), { recursive: true });
      await fs.promises.writeFile(path.join(top, name), content, { flag: "wx" });
    };
    for (const [name, file] of rules.files) if (file.kind !== "link") await write(tree.prefix + name, await rules.readBlob(file.blob));
    // Those above the workspace folder are not part of it; the present ones are the best guess.
    for (let above = path.posix.dirname(tree.prefix); tree.prefix !== "" && above !== ".."; above = path.posix.dirname(above)) {
      const text = await readRegular(path.join(tree.top, above, ".gitignore")).catch(() => undefined);
      if (text !== undefined) await write(path.posix.join(above, ".gitignore"), text);
      if (above === ".") break;
    }
    const git = new PrivateGit(program, path.join(place, "git"), top);
    await git.prepare(rules.excludes);
    const input = paths.map((name) => `./${tree.prefix}${name}\0`).join("");
    // Exit code 1 means that no path is ignored.
    const ignored = await git.run(["check-ignore", "-z", "--stdin", "--no-index"], { input, allowed: [0, 1] });
    const names = ignored.toString("utf8").split("\0").filter(Boolean);
    return new Set(names.map((name) => name.slice(`./${tree.prefix}`.length)));
  } finally {
    await fs.promises.rm(place, { recursive: true, force: true });
  }
}
