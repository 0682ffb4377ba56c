import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { parseSavedText } from "../../shared/base/savedText.ts";
import type { PrivateGit } from "../git/privateGit.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { walk } from "./removeFolder.ts";

const fileName = "files.json";

const noted = z.object({ version: z.literal(1), files: z.array(z.tuple([z.string(), z.string()])) });

/**
 * Notes the size and time of every file below `top`, so that later changes of files that no snapshot of `folder`
 * contains are noticed. Replaces an earlier note.
 */
export async function noteIgnored(place: string, top: string, folder: string): Promise<void> {
  const text = JSON.stringify({ version: 1, files: [...(await listFiles(top, folder))] });
  const beside = path.join(place, `${fileName}.new`);
  await fs.promises.rm(beside, { force: true });
  await fs.promises.writeFile(beside, text, { flag: "wx", mode: 0o600 });
  await fs.promises.rename(beside, path.join(place, fileName));
}

/** Returns the files that changed since `noteIgnored` and that a snapshot does not contain, such as ignored ones. */
export async function listChangedIgnored(
  place: string,
  top: string,
  folder: string,
  { git }: { readonly git: Pick<PrivateGit, "run"> },
  snapshot: string,
): Promise<readonly string[]> {
  const listed = (await git.run(["ls-tree", "-r", "-z", "--name-only", "--full-tree", `${snapshot}:files`])).toString(
    "utf8",
  );
  const covered = new Set(listed.split("\0"));
  const before = await readNoted(path.join(place, fileName));
  const now = await listFiles(top, folder);
  return [...now].flatMap(([name, state]) => (covered.has(name) || before.get(name) === state ? [] : [name]));
}

/** Lists the files below `top` with their paths from `folder`, with "/". */
async function listFiles(top: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await walk(top, async (full, stats) => {
    const name = path.relative(folder, full).split(path.sep).join("/");
    // Files that git itself writes are not the user's.
    if (!stats.isDirectory() && !name.split("/").includes(".git")) found.set(name, `${stats.size} ${stats.mtimeMs}`);
  });
  return found;
}

async function readNoted(file: string): Promise<ReadonlyMap<string, string>> {
  const handle = await openRegular(file).catch(() => undefined);
  try {
    return new Map(parseSavedText((await handle?.readFile("utf8")) ?? "", noted)?.files ?? []);
  } finally {
    await handle?.close();
  }
}
