import path from "node:path";
import { readRegular } from "../storage/regularFiles.ts";

/**
 * Files of a git folder that name commits which no ref and no reflog has, as work that `git rebase --autostash` put
 * aside.
 */
const names = [
  ...[
    "rebase-merge/autostash",
    "rebase-apply/autostash",
    "MERGE_AUTOSTASH",
    "rebase-merge/orig-head",
    "rebase-apply/orig-head",
  ],
  ...["ORIG_HEAD", "FETCH_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD", "MERGE_HEAD", "BISECT_HEAD"],
];

/** Returns the ids of those commits, whether they exist or not. */
export async function readLooseHeads(git: string): Promise<readonly string[]> {
  const texts = await Promise.all(names.map((name) => readRegular(path.join(git, name)).catch(() => "")));
  return [...new Set(texts.flatMap((text) => text.match(/^(?:[0-9a-f]{64}|[0-9a-f]{40})\b/gm) ?? []))];
}
