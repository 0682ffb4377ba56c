// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  getHunkChoices,
  type PickedChange,
  pickHunks,
} from "../../../../extension/core/conversations/isolation/isolationPlan.ts";
import { MemoryFileHistory } from "../../../fakes/memoryFileHistory.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { openActions } from "./actionsSetup.ts";
import { makeRepository, openIsolation, readShared, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

function begin() {
  const workspace = makeWorkspace({ "a.txt": "a\n" }, true);
  return { ...workspace, isolated: openIsolation(workspace.place, workspace.folder) };
}

it("undoes an apply, all or nothing, also of a discarded folder", async () => {
  const { place, folder, isolated } = begin();
  write(folder, { "dir/gone.txt": "gone\n" });
  fs.chmodSync(path.join(folder, "a.txt"), 0o640);
  const { isolation, told } = await openActions(isolated, folder);
  await isolation.startInCopy();
  const copy = isolated.list()[0]!;
  write(copy.folder, { "a.txt": "A\n", "new/b.txt": "b\n" });
  fs.rmSync(path.join(copy.folder, "dir/gone.txt"));
  const before = readTree(folder);
  await isolation.undoApply(copy.id);
  await isolation.apply(copy.id);
  const applied = readTree(folder);
  expect(applied).not.toEqual(before);
  // A file that changed since refuses it.
  write(folder, { "new/b.txt": "mine\n" });
  await isolation.undoApply(copy.id);
  write(folder, { "new/b.txt": "b\n" });
  expect(readTree(folder)).toEqual(applied);
  await isolation.discard(copy.id);
  await openActions(openIsolation(place, folder), folder).then((later) => later.isolation.undoApply(copy.id));
  expect(readTree(folder)).toEqual(before);
  await isolation.undoApply(copy.id);
  expect(told).toEqual([
    "noUndo",
    { kind: "applied", files: 3 },
    { undone: expect.objectContaining({ kind: "refused", path: "new/b.txt" }) },
    { discard: [], commits: undefined },
    "discarded",
    "noUndo",
  ]);
});

it("takes a checkpoint of the folder's conversations, and no others, before applying changes", async () => {
  const { folder, isolated } = begin();
  const histories: MemoryFileHistory[] = [];
  const fileHistory = (): MemoryFileHistory => {
    const history = new MemoryFileHistory(new Map(), folder);
    histories.push(history);
    return history;
  };
  const { isolation, conversations, told } = await openActions(isolated, folder, {}, { fileHistory });
  conversations.create({ draft: "", folder });
  await isolation.startInCopy();
  const copy = isolated.list()[0]!;
  await isolation.apply(copy.id);
  expect(histories.flatMap(({ checkpoints }) => checkpoints)).toEqual([]);
  write(copy.folder, { "a.txt": "A\n" });
  await isolation.apply(copy.id);
  expect(told).toEqual(["nothing", { kind: "applied", files: 1 }]);
  const getCauses = (isHere: boolean): string[] =>
    conversations.all.flatMap(({ conversation: { state, fileHistory: history } }) =>
      (state.folder === folder) === isHere
        ? (history as MemoryFileHistory).checkpoints.map(({ cause }) => cause.kind)
        : [],
    );
  expect(getCauses(true)).toContain("apply");
  expect(getCauses(false)).toEqual([]);
});

it("applies some hunks of a file, then the rest, and undoes both", async () => {
  const { folder, isolated } = begin();
  const lines = (changes: Record<number, string> = {}) =>
    Array.from({ length: 40 }, (_, index) => `${changes[index] ?? `line ${index}`}\r\n`).join("");
  write(folder, { "long.txt": lines(), "mine.txt": lines() });
  let picks: (string | undefined)[] = [];
  const { isolation, told } = await openActions(isolated, folder, {
    // Picks every hunk but the first of the files that have several.
    pickChanges: (planned) =>
      planned.flatMap((each) => {
        const hunks = getHunkChoices(each);
        const picked: PickedChange | undefined = hunks
          ? pickHunks(
              each,
              hunks,
              hunks.hunks.map((_, index) => index > 0),
            )
          : each;
        picks.push(picked?.partialText);
        return picked ?? [];
      }),
  });
  await isolation.startInCopy();
  const copy = isolated.list()[0]!;
  write(copy.folder, {
    "long.txt": lines({ 3: "three", 20: "twenty", 35: "thirty-five" }),
    "mine.txt": lines({ 3: "three", 20: "twenty" }),
    "new.txt": "new\n",
  });
  // The user changes other lines of one file meanwhile.
  write(folder, { "mine.txt": lines({ 35: "my own" }) });
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
  expect(await isolation.apply(copy.id)).toBe(true);
  expect([read("long.txt"), read("mine.txt"), read("new.txt")]).toEqual([
    lines({ 20: "twenty", 35: "thirty-five" }),
    lines({ 20: "twenty", 35: "my own" }),
    "new\n",
  ]);
  expect(told).toEqual([{ kind: "applied", files: 3 }]);
  // The rest is one change now.
  picks = [];
  expect(await isolation.apply(copy.id)).toBe(true);
  expect(picks).toEqual([undefined, undefined]);
  expect([read("long.txt"), read("mine.txt")]).toEqual([
    lines({ 3: "three", 20: "twenty", 35: "thirty-five" }),
    lines({ 3: "three", 20: "twenty", 35: "my own" }),
  ]);
  await isolation.undoApply(copy.id);
  expect(read("long.txt")).toBe(lines({ 20: "twenty", 35: "thirty-five" }));
  await isolation.discard(copy.id);
  expect(told.slice(1)).toEqual([
    { kind: "applied", files: 2 },
    { undone: { kind: "applied", files: 2 } },
    { discard: ["long.txt", "mine.txt"], commits: undefined },
    "discarded",
  ]);
});

it("opens a conflict in the merge editor after all other changes were applied", async () => {
  const { folder, isolated } = begin();
  const { isolation, told } = await openActions(isolated, folder);
  await isolation.startInCopy();
  const copy = isolated.list()[0]!;
  write(copy.folder, { "a.txt": "theirs\n", "b.txt": "b\n" });
  write(folder, { "a.txt": "mine\n" });
  await isolation.apply(copy.id);
  expect(told).toEqual([
    { kind: "applied", files: 1 },
    { merge: path.join(folder, "a.txt"), conflicts: 1 },
  ]);
  expect([
    fs.readFileSync(path.join(folder, "a.txt"), "utf8"),
    fs.readFileSync(path.join(folder, "b.txt"), "utf8"),
  ]).toEqual(["mine\n", "b\n"]);
});

it.each([
  ["runs the setup command only after it was shown", { setUp: "run" }, true, []],
  ["runs nothing if the user starts without it", { setUp: "skip" }, false, []],
  ["runs nothing if the user cancels", {}, false, []],
  [
    "tells the exit code of a command that fails, and starts all the same",
    { setUp: "run", exitCode: 3 },
    true,
    [{ exitCode: 3 }],
  ],
] as const)("%s", async (_name, answers, runs, more) => {
  const { folder, isolated } = begin();
  makeRepository(folder);
  const { worktrees, told, starts } = await openActions(isolated, folder, { ...answers, setUpCommand: "npm ci" });
  await worktrees.start();
  const [tree] = isolated.list();
  expect(told).toEqual([{ shown: "npm ci" }, ...(runs ? [{ ran: "npm ci", in: tree?.folder }] : []), ...more]);
  expect(starts.at(-1)?.folder).toBe(tree?.folder);
  expect(tree?.worktree?.branch).toBe("tandem/20260102-0304");
  // Files that the command made count as the beginning; later changes of them do not.
  expect((await isolated.compare(tree!.id)).others).toEqual([]);
  write(tree!.folder, { "made.local": "changed" });
  expect((await isolated.compare(tree!.id)).others).toEqual(["made.local"]);
});

it("says in the new conversation what is missing in its folder", async () => {
  const { folder, isolated } = begin();
  fs.symlinkSync(path.dirname(folder), path.join(folder, "up"));
  makeRepository(folder);
  const { isolation, worktrees, warned } = await openActions(isolated, folder, {
    setUp: "run",
    exitCode: 3,
    setUpCommand: "npm ci",
  });
  await isolation.startInCopy();
  await worktrees.start();
  const [copy, tree] = [false, true].map(
    (isTree) => isolated.list().find(({ worktree }) => (worktree !== undefined) === isTree)?.folder,
  );
  expect(warned).toEqual([
    ["left out", copy],
    ["left out", tree],
    ["set up failed", tree],
  ]);
});

it("merges the branch if it has commits, and counts what is not committed", async () => {
  const { folder, isolated } = begin();
  makeRepository(folder);
  const { worktrees, told } = await openActions(isolated, folder);
  await worktrees.start();
  const tree = isolated.list()[0]!;
  await worktrees.merge(tree);
  write(tree.folder, { "dir/b.txt": "B\n" });
  userGit(tree.folder, "commit", "-qm", "work", "dir/b.txt");
  write(tree.folder, { "rest.txt": "rest\n" });
  await worktrees.merge(tree);
  // The editor's merge is not run here, so both changes are missing.
  expect(told).toEqual(["nothing", { merge: "tandem/20260102-0304", into: folder }, { kind: "merged", rest: 2 }]);
  userGit(tree.folder, "checkout", "-q", "--detach");
  userGit(folder, "branch", "-D", "tandem/20260102-0304");
  await worktrees.merge(tree);
  expect(told.at(-1)).toBe("gone");
});

it("runs nothing of a repository in a workspace that is not trusted", async () => {
  const { place, folder, isolated } = begin();
  const mark = path.join(place, "mark");
  write(folder, { ".gitattributes": "*.txt filter=mark\n" });
  makeRepository(folder);
  userGit(folder, "config", "filter.mark.smudge", `sh -c 'touch "${mark}" && cat'`);
  const refused = await openActions(isolated, folder, { isTrusted: false, hasUncommitted: false });
  await refused.worktrees.start();
  expect(refused.told).toEqual([["worktree", "untrusted"]]);
  expect([isolated.list(), fs.existsSync(mark)]).toEqual([[], false]);
  await (await openActions(isolated, folder, { hasUncommitted: false })).worktrees.start();
  expect([isolated.list().length, fs.existsSync(mark)]).toEqual([1, true]);
});

it("names a worktree's commits in the question, and discards nothing if the user cancels", async () => {
  const { folder, isolated } = begin();
  makeRepository(folder);
  const { worktrees, isolation, told } = await openActions(isolated, folder, { confirmDiscard: false });
  await worktrees.start();
  const tree = isolated.list()[0]!;
  write(tree.folder, { "dir/b.txt": "B\n" });
  userGit(tree.folder, "commit", "-qm", "work", "dir/b.txt");
  const before = readShared(folder);
  await isolation.discard(tree.id);
  expect(told).toEqual([{ discard: ["dir/b.txt"], commits: 1 }]);
  expect(readShared(folder)).toEqual(before);
  expect(fs.existsSync(tree.folder)).toBe(true);
});
