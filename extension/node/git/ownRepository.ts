import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

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

/** Stores an object in a repository, and makes it durable. Returns its name. */
export async function storeLoose(
  repository: string,
  type: "blob" | "tree",
  content: Uint8Array | string,
): Promise<string> {
  const body = Buffer.from(content);
  const whole = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
  const name = createHash("sha1").update(whole).digest("hex");
  const folder = path.join(repository, "objects", name.slice(0, 2));
  const target = path.join(folder, name.slice(2));
  if (fs.existsSync(target)) return name;
  await fs.promises.mkdir(folder, { recursive: true });
  const beside = path.join(folder, `tmp_obj_${randomUUID()}`);
  const handle = await fs.promises.open(beside, "wx", 0o444);
  try {
    await handle.writeFile(zlib.deflateSync(whole, { level: 1 }));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.promises.rename(beside, target);
  return name;
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
