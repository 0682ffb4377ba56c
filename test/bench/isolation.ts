import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { userGit } from "../system/node/checkpoints/setup.ts";
import { makeCopy, makeWorktree, openIsolation } from "../system/node/isolation/setup.ts";
import { median, ms, type Row, times } from "./row.ts";

const rounds = 3;
const counts = [1_000, 5_000];

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Creates a repository with this number of files of about 800 bytes, all of them committed. */
function createRepository(folder: string, count: number): void {
  for (let at = 0; at < count; at++) {
    if (at % 100 === 0) fs.mkdirSync(path.join(folder, `d${at / 100}`), { recursive: true });
    fs.writeFileSync(path.join(folder, `d${Math.floor(at / 100)}`, `f${at}.txt`), `${at} line\n`.repeat(80));
  }
  userGit(folder, "init", "-q", "-b", "main");
  userGit(folder, "add", ".");
  userGit(folder, "commit", "-qm", "first");
}

/** Compares a worktree and a copy for a conversation with what git and cp take for the same. */
export async function bench(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts) {
    const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-bench-")));
    const folder = path.join(place, "w");
    try {
      createRepository(folder, count);
      const isolation = openIsolation(place, folder, { maxBytes: () => 1e12 });
      const [own, git, copy, cp]: [number[], number[], number[], number[]] = [[], [], [], []];
      for (let round = 0; round <= rounds; round++) {
        const times_ = [
          await timed(() => makeWorktree(isolation, folder, { branch: `own-${round}` })),
          await timed(() =>
            userGit(folder, "worktree", "add", "-q", "-b", `git-${round}`, path.join(place, `git-${round}`)),
          ),
          await timed(() => makeCopy(isolation, folder)),
          await timed(() => fs.promises.cp(folder, path.join(place, `cp-${round}`), { recursive: true })),
        ];
        if (round > 0) for (const [at, list] of [own, git, copy, cp].entries()) list.push(times_[at] ?? Number.NaN);
      }
      const files = `${count.toLocaleString("en")} files`;
      const [o, g, c, p] = [median(own), median(git), median(copy), median(cp)];
      rows.push(
        {
          what: `${files}: a conversation's worktree with uncommitted changes, against git worktree add`,
          measured: `${times(o / g)} (${ms(o)} / ${ms(g)})`,
          target: "",
        },
        {
          what: `${files}: a conversation's copy, against fs.cp`,
          measured: `${times(c / p)} (${ms(c)} / ${ms(p)})`,
          target: "",
        },
      );
    } finally {
      fs.rmSync(place, { recursive: true, force: true });
    }
  }
  return rows;
}
