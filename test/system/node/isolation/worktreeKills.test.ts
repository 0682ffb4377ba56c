// @vitest-environment node
// @module-tag thorough
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createRandom, fuzzRuns } from "../../../fuzz/runs.ts";
import { useChild } from "../checkpoints/childSetup.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { applyClean, listEffects, makeRepository, makeWorktree, openIsolation, readShared, write } from "./setup.ts";

const startChild = useChild(new URL("child.ts", import.meta.url));

const makeWorkspace = useWorkspaces();

/**
 * A repository. With `branch`, it has a worktree that changed, created and deleted files, and whose branch has a commit
 * or none.
 */
async function begin(branch: "none" | "empty" | "commit") {
  const workspace = makeWorkspace({}, true);
  makeRepository(workspace.folder);
  const tree =
    branch === "none"
      ? undefined
      : await makeWorktree(openIsolation(workspace.place, workspace.folder), workspace.folder);
  if (tree) write(tree.folder, { "a.txt": "A\n", "late.txt": "late\n" });
  if (tree && branch === "commit") userGit(tree.folder, "commit", "-qam", "own work");
  if (tree) fs.rmSync(path.join(tree.folder, "dir"), { recursive: true });
  return {
    ...workspace,
    id: tree?.id ?? "",
    tree: tree?.folder ?? "",
    files: readFiles(workspace.folder),
    shared: readShared(workspace.folder),
  };
}

function readFiles(folder: string): Readonly<Record<string, unknown>> {
  const { ".git": _, ...files } = readTree(folder) as Record<string, unknown>;
  return files;
}

type Begun = Awaited<ReturnType<typeof begin>>;

const random = createRandom();

/**
 * Runs an action in a child that is killed at each of its steps, in a new folder each time, and checks the state that
 * the next window finds.
 */
async function atEachStep(
  action: string,
  branch: "none" | "empty" | "commit",
  look: (begun: Begun & { readonly applied: unknown }, isKilled: boolean) => Promise<void>,
  prepare: (begun: Begun) => Promise<void> = async () => {},
): Promise<void> {
  const start = async () => {
    const begun = await begin(branch);
    await prepare(begun);
    return { ...begun, applied: readFiles(begun.folder) };
  };
  const check = async (begun: Awaited<ReturnType<typeof start>>, isKilled: boolean): Promise<void> => {
    await openIsolation(begun.place, begun.folder).recover();
    await look(begun, isKilled);
    expect(await openIsolation(begun.place, begun.folder).recover(), "a second start has nothing to finish").toEqual(
      [],
    );
    expect(readShared(begun.folder)).toMatchObject({
      config: begun.shared.config,
      head: begun.shared.head,
      index: begun.shared.index,
    });
  };
  const whole = await start();
  const { steps = 0, outcome } = (await startChild(whole.place, whole.folder, action, whole.id, "0").outcome) ?? {};
  expect(outcome).not.toMatchObject({ kind: "failed" });
  expect(steps).toBeGreaterThan(5);
  await check(whole, false);
  // All of them take long.
  const stride = fuzzRuns(1) > 1 ? 1 : steps;
  for (let at = 1 + Math.floor(random() * stride); at <= steps; at += stride) {
    const begun = await start();
    await startChild(begun.place, begun.folder, action, begun.id, String(at)).outcome;
    await check(begun, true);
  }
}

it("leaves a whole worktree or none of it when a kill interrupts its creation", async () => {
  await atEachStep("createWorktree", "none", async ({ place, folder, files, shared }, isKilled) => {
    expect(readFiles(folder)).toEqual(files);
    const isolation = openIsolation(place, folder);
    const all = isolation.list();
    if (!isKilled) expect(all).toHaveLength(1);
    const { branches, entries } = readShared(folder);
    expect(branches).toEqual([
      ...shared.branches,
      ...all.map(({ worktree }) => `refs/heads/second ${worktree?.commit}`),
    ]);
    expect(entries).toEqual(all.map((each) => path.basename(each.folder)));
    const kept = path.join(place, "isolated");
    expect(fs.existsSync(kept) ? fs.readdirSync(kept) : []).toEqual(all.map(({ id }) => id));
    for (const each of all) expect(fs.readFileSync(path.join(each.folder, "env.local"), "utf8")).toBe("SECRET=1\n");
    for (const { id } of all) expect(await listEffects(isolation, id)).toEqual({});
  });
}, 60_000);

it.each([
  ["keeps a branch with a commit", "commit"],
  ["removes a branch without a commit at the end", "empty"],
] as const)(
  "keeps the changes, and %s, when it is killed at any step of discarding",
  async (_name, branch) => {
    await atEachStep("discard", branch, async ({ place, folder, id, tree, files, shared }) => {
      expect(readFiles(folder)).toEqual(files);
      const isolation = openIsolation(place, folder);
      const [found] = isolation.list();
      const isGone = found?.discardedAt !== undefined;
      const { branches, entries } = readShared(folder);
      expect(entries).toEqual(isGone ? [] : shared.entries);
      expect(branches).toEqual(
        isGone && branch === "empty" ? shared.branches.filter((line) => !line.includes("own")) : shared.branches,
      );
      expect(fs.existsSync(tree)).toBe(!isGone);
      expect(await applyClean(isolation, id)).toEqual({ kind: "applied", files: 3 });
      expect(fs.readFileSync(path.join(folder, "late.txt"), "utf8")).toBe("late\n");
      expect(fs.existsSync(path.join(folder, "dir/b.txt"))).toBe(false);
    });
  },
  60_000,
);

it("undoes an apply wholly or not at all when a kill interrupts it", async () => {
  await atEachStep(
    "undo",
    "empty",
    async ({ place, folder, id, files, applied }, isKilled) => {
      const now = readFiles(folder);
      expect([files, applied]).toContainEqual(now);
      if (!isKilled) expect(now).toEqual(files);
      await openIsolation(place, folder).undoApply(id);
      expect(readFiles(folder)).toEqual(files);
    },
    async ({ place, folder, id }) => void (await applyClean(openIsolation(place, folder), id)),
  );
}, 60_000);
