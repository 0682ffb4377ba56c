import fs from "node:fs";
import path from "node:path";
import { askRepository } from "../git/askRepository.ts";
import type { PrivateGit } from "../git/privateGit.ts";
import { readRegular } from "../storage/regularFiles.ts";
import type { WorkTree } from "./workTree.ts";

/** Maximum size in bytes of a pack that is copied to another disk; above it the files themselves are read instead. */
const maxCopiedBytes = 256 * 1024 * 1024;

/** Attributes with which git stores other bytes than those on disk. */
const converting = ["text", "eol", "crlf", "filter", "ident", "working-tree-encoding"];

/**
 * Fills a new index from that of the user's repository, whose objects are linked or copied into ours, so that unchanged files are not read. Returns
 * false where that is not possible or not exact; the index is empty then. Never writes in the user's repository.
 */
export async function seedIndex(program: string, git: PrivateGit, { repository, top, prefix }: WorkTree, index: string): Promise<boolean> {
  if (!repository) return false;
  try {
    const source = path.join(repository.own, "index");
    const config = await readRegular(path.join(repository.common, "config"));
    if (/objectformat\s*=\s*sha256/i.test(config) || !fs.existsSync(source)) return false;
    const converts = await askRepository(program, top, ["config", "--get", "core.autocrlf"]).catch(() => "");
    if (/true|input/i.test(converts)) return false;
    await linkObjects(path.join(repository.common, "objects"), path.join(git.folder, "objects"));
    await copyIndex(source, index);
    const call = { index };
    const drop = async (paths: readonly string[]): Promise<void> => {
      if (paths.length > 0) await git.run(["update-index", "-z", "--force-remove", "--stdin"], { ...call, input: paths.map((each) => `${each}\0`).join("") });
    };
    const entries = (await git.run(["ls-files", "-z", "--stage"], call)).toString("utf8").split("\0").filter(Boolean);
    // Files beside the workspace folder are no concern of ours, and their objects may go.
    if (prefix !== "") await drop(entries.flatMap((entry) => readName(entry, prefix)));
    // Of an unmerged path the index has several entries; a submodule's files are recorded by themselves.
    await drop([...new Set(entries.flatMap((entry) => /^(?:160000 \S+ \d|\d+ \S+ [123])\t([\s\S]+)$/.exec(entry)?.[1] ?? []))]);
    const paths = (await git.run(["ls-files", "-z"], call)).toString("utf8");
    const attributes = (await askRepository(program, top, ["check-attr", "-z", "--stdin", ...converting], paths)).split("\0");
    const converted = new Set<string>();
    for (let at = 0; at + 2 < attributes.length; at += 3) if (!["unspecified", "unset"].includes(attributes[at + 2] ?? "")) converted.add(attributes[at] ?? "");
    await drop([...converted]);
    // Such a file counts as unchanged whatever it contains.
    const flagged = (await git.run(["ls-files", "-z", "-v"], call))
      .toString("utf8")
      .split("\0")
      .filter((line) => /^[a-zS]/.test(line));
    const input = flagged.map((line) => `${line.slice(2)}\0`).join("");
    if (input !== "") {
      await git.run(["update-index", "-z", "--no-assume-unchanged", "--stdin"], { ...call, input });
      await git.run(["update-index", "-z", "--no-skip-worktree", "--stdin"], { ...call, input });
    }
    // Fails where an object is missing, as in a partial clone or one that borrows objects of another.
    await git.run(["write-tree"], call);
    return true;
  } catch {
    await fs.promises.rm(index, { force: true });
    return false;
  }
}

/** Returns the name of an entry that lies outside a folder; nothing for one in it. */
function readName(entry: string, prefix: string): readonly string[] {
  const name = entry.slice(entry.indexOf("\t") + 1);
  return name.startsWith(prefix) ? [] : [name];
}

/** Copies an index with a time that is not later than its own: an entry as new as its index is compared by content. */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await fs.promises.stat(from);
  await fs.promises.copyFile(from, to);
  const seconds = Math.floor(mtimeMs - 1) / 1000;
  await fs.promises.utimes(to, seconds, seconds);
}

/** Links the objects of a repository into another, or copies them where the disks differ. */
async function linkObjects(from: string, to: string): Promise<void> {
  const link = async (folder: string): Promise<void> => {
    const names = await fs.promises.readdir(path.join(from, folder)).catch(() => []);
    if (names.length > 0) await fs.promises.mkdir(path.join(to, folder), { recursive: true });
    for (const name of names) {
      if (!/^(?:pack-[0-9a-f]+\.(?:pack|idx|rev)|[0-9a-f]{38})$/.test(name)) continue;
      const [source, target] = [path.join(from, folder, name), path.join(to, folder, name)];
      await fs.promises.link(source, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") return;
        if ((await fs.promises.stat(source)).size > maxCopiedBytes) throw error;
        await fs.promises.copyFile(source, target, fs.constants.COPYFILE_EXCL);
      });
    }
  };
  const folders = (await fs.promises.readdir(from)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  await link("pack");
  await Promise.all(folders.map(link));
}
