// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  getBothChoices,
  getStep,
  planChanges,
} from "../../../../extension/core/conversations/isolation/isolationPlan.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { applyClean, listEffects, makeCopy, openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

async function begin(
  files: Readonly<Record<string, string>> = { "a.txt": "1\n2\n3\n4\n5\n", "b.txt": "b\n", "c.txt": "c\n" },
) {
  const workspace = makeWorkspace(files);
  const isolation = openIsolation(workspace.place, workspace.folder);
  const copy = await makeCopy(isolation, workspace.folder);
  const read = (name: string): string => fs.readFileSync(path.join(workspace.folder, name), "utf8");
  return { ...workspace, isolation, copy, read };
}

const names = { mine: "Workspace", theirs: "Copy" };

it("finds no change in a new copy, and applies changed, new and deleted files", async () => {
  const { folder, isolation, copy, read } = await begin();
  expect((await isolation.compare(copy.id)).changes).toEqual([]);
  write(copy.folder, { "a.txt": "1\n2\n3\n4\nfive\n", "new/d.txt": "d\n" });
  fs.rmSync(path.join(copy.folder, "b.txt"));
  expect(await listEffects(isolation, copy.id)).toEqual({ "a.txt": "clean", "b.txt": "clean", "new/d.txt": "clean" });
  expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 3 });
  expect(readTree(folder)).toEqual(readTree(copy.folder));
  expect(read("a.txt")).toBe("1\n2\n3\n4\nfive\n");
  expect(await listEffects(isolation, copy.id)).toEqual({});
});

it("keeps the permissions that a file has in the original", async () => {
  const { folder, isolation, copy } = await begin();
  fs.chmodSync(path.join(folder, "a.txt"), 0o600);
  write(copy.folder, { "a.txt": "changed\n" });
  await applyClean(isolation, copy.id);
  expect(fs.statSync(path.join(folder, "a.txt")).mode & 0o777).toBe(0o600);
});

it("merges other lines of the user, and asks about the same lines", async () => {
  const { folder, isolation, copy, read } = await begin();
  write(copy.folder, { "a.txt": "1\n2\n3\n4\nfive\n", "b.txt": "theirs\n", "new.txt": "theirs\n" });
  fs.rmSync(path.join(copy.folder, "c.txt"));
  write(folder, { "a.txt": "one\n2\n3\n4\n5\n", "b.txt": "mine\n", "c.txt": "mine\n", "new.txt": "mine\n" });
  expect(await listEffects(isolation, copy.id)).toEqual({
    "a.txt": "merge",
    "b.txt": "conflict",
    "c.txt": "conflict",
    "new.txt": "conflict",
  });
  expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 0 });
  const { last, changes } = await isolation.compare(copy.id);
  const [a, b, c, created] = planChanges(changes);
  if (!a || !b || !c || !created) throw new Error("a change is missing");
  expect([a, b, c].map((each) => getBothChoices(each, false))).toEqual([
    ["merge", "theirs", "mine"],
    ["markers", "theirs", "mine"],
    ["theirs", "mine"],
  ]);
  const steps = [
    getStep(a, "merge", names),
    getStep(b, "markers", names),
    getStep(c, "mine", names),
    getStep(created, "theirs", names),
  ];
  expect(
    await isolation.apply(
      copy.id,
      last,
      steps.filter((step) => step !== undefined),
    ),
  ).toEqual({ kind: "applied", files: 3 });
  expect(read("a.txt")).toBe("one\n2\n3\n4\nfive\n");
  expect(read("b.txt")).toBe("<<<<<<< Workspace\nmine\n=======\ntheirs\n>>>>>>> Copy\n");
  expect(read("c.txt")).toBe("mine\n");
  expect(read("new.txt")).toBe("theirs\n");
});

it("changes nothing where a file changed between the review and applying", async () => {
  const { folder, isolation, copy } = await begin();
  write(copy.folder, { "a.txt": "theirs\n", "b.txt": "theirs\n" });
  const { last, changes } = await isolation.compare(copy.id);
  write(folder, { "b.txt": "just now\n" });
  const before = readTree(folder);
  const steps = changes.map(({ path: name, mine }) => ({ path: name, expected: mine }));
  expect(await isolation.apply(copy.id, last, steps)).toMatchObject({ kind: "refused", path: "b.txt" });
  expect(readTree(folder)).toEqual(before);
});

it("rolls all files back where one cannot be written", async () => {
  const { folder, isolation, copy } = await begin();
  write(copy.folder, { "a.txt": "theirs\n", "z/new.txt": "new\n" });
  const { last, changes } = await isolation.compare(copy.id);
  // A file appears where a folder has to be.
  write(folder, { z: "in the way" });
  const before = readTree(folder);
  const steps = changes.map(({ path: name, mine }) => ({ path: name, expected: mine }));
  expect((await isolation.apply(copy.id, last, steps).catch(() => ({ kind: "refused" }))).kind).toBe("refused");
  expect(readTree(folder)).toEqual(before);
});

it("applies no link that leads out, and nothing below a folder that became a link", async () => {
  const { place, folder, isolation, copy } = await begin({ "a.txt": "a", "dir/b.txt": "b" });
  write(place, { "outside/b.txt": "outside" });
  fs.symlinkSync("/etc/passwd", path.join(copy.folder, "absolute"));
  fs.symlinkSync("../../outside", path.join(copy.folder, "dir/up"));
  fs.symlinkSync("a.txt", path.join(copy.folder, "fine"));
  write(copy.folder, { "dir/b.txt": "changed" });
  expect(await listEffects(isolation, copy.id)).toEqual({
    absolute: "blocked",
    "dir/b.txt": "clean",
    "dir/up": "blocked",
    fine: "clean",
  });
  const { last, changes } = await isolation.compare(copy.id);
  fs.rmSync(path.join(folder, "dir"), { recursive: true });
  fs.symlinkSync(path.join(place, "outside"), path.join(folder, "dir"));
  const steps = changes.flatMap(({ path: name, mine, isBlocked }) =>
    isBlocked ? [] : [{ path: name, expected: mine }],
  );
  expect(await isolation.apply(copy.id, last, steps)).toMatchObject({ kind: "refused" });
  expect(fs.readFileSync(path.join(place, "outside/b.txt"), "utf8")).toBe("outside");
  expect(fs.existsSync(path.join(folder, "fine"))).toBe(false);
});

it("names changed files that git ignores, since discarding loses them", async () => {
  const { isolation, copy } = await begin({ ".gitignore": "out/\n", "out/a.bin": "1", "out/b.bin": "2" });
  write(copy.folder, { "out/a.bin": "changed", "out/new.bin": "new" });
  expect((await isolation.compare(copy.id)).others).toEqual(["out/a.bin", "out/new.bin"]);
});

it("discards a copy's files, and keeps its changes, still applicable, until they are removed", async () => {
  const { place, folder, isolation, copy, read } = await begin();
  write(copy.folder, { "b.txt": "kept\n" });
  fs.symlinkSync(folder, path.join(copy.folder, "linkToOriginal"));
  fs.mkdirSync(path.join(copy.folder, "readOnly"), { mode: 0o500 });
  await isolation.discard(copy.id);
  expect(fs.existsSync(copy.folder)).toBe(false);
  expect(read("b.txt")).toBe("b\n");
  expect(isolation.list()).toMatchObject([{ id: copy.id, discardedAt: expect.any(Number) }]);
  expect(await listEffects(isolation, copy.id)).toMatchObject({ "b.txt": "clean" });
  expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 1 });
  expect(read("b.txt")).toBe("kept\n");
  await isolation.remove(copy.id);
  expect(isolation.list()).toEqual([]);
  expect(fs.readdirSync(path.join(place, "isolated"))).toEqual([]);
});

it("removes only a discarded folder, by any id", async () => {
  const { place, isolation, copy } = await begin();
  write(place, { "precious/a.txt": "a" });
  for (const id of [copy.id, "../precious", "..", ".", ""]) await isolation.remove(id);
  expect(fs.existsSync(path.join(place, "precious/a.txt"))).toBe(true);
  expect(fs.existsSync(copy.folder)).toBe(true);
});
