import fs from "node:fs";
import path from "node:path";

/** Attributes that switch off every conversion, above those of the files in the work tree. */
const exactBytes = "* -text -eol -crlf -filter -ident -working-tree-encoding !diff !merge\n";

/** Files that every repository of ours has, with their content. */
export const ownFiles = {
  config: "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  HEAD: "ref: refs/heads/none\n",
} as const;

/** Creates the repository `folder` if there is none. `excludes`: patterns of files to leave out. */
export async function createRepository(folder: string, excludes: string): Promise<void> {
  if (!["HEAD", "objects", "refs"].every((name) => fs.existsSync(path.join(folder, name)))) {
    await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of ["objects", "refs"]) await fs.promises.mkdir(path.join(folder, name), { recursive: true });
    // The last one is HEAD: a folder with it is a whole repository.
    // regular: in a folder of its own
    for (const [name, text] of Object.entries(ownFiles)) await fs.promises.writeFile(path.join(folder, name), text);
  }
  if (!fs.existsSync(path.join(folder, "umask")))
    // regular: in a folder of its own
    await fs.promises.writeFile(path.join(folder, "umask"), process.umask().toString(8));
  const info = path.join(folder, "info");
  if (readText(path.join(info, "attributes")) === exactBytes && readText(path.join(info, "exclude")) === excludes)
    return;
  await fs.promises.mkdir(info, { recursive: true });
  // regular: in a folder of its own
  await fs.promises.writeFile(path.join(info, "attributes"), exactBytes);
  // regular: in a folder of its own
  await fs.promises.writeFile(path.join(info, "exclude"), excludes);
}

/** Returns the patterns of files that a repository leaves out; undefined before it was created. */
export function readExcludes(folder: string): string | undefined {
  return readText(path.join(folder, "info", "exclude"));
}

/** Returns the permission bits that new files lacked when the repository was created; those of this process without. */
export function readUmask(folder: string): number {
  const text = readText(path.join(folder, "umask")) ?? "";
  return /^[0-7]{1,3}$/.test(text) ? Number.parseInt(text, 8) : process.umask();
}

/** Returns a file of our own, which is short; undefined without one. */
function readText(file: string): string | undefined {
  try {
    // regular: in a folder of its own
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
