import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ignoresCase } from "../../../extension/git/ignoresCase.ts";
import { openSnapshots } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

/** Stats of a disk with the given paths, by number. */
const statsOf = (paths: Readonly<Record<string, number>>) => (name: string) => {
  const ino = paths[name];
  if (ino === undefined) throw new Error(`there is no ${name}`);
  return { dev: 1, ino };
};

it.each<[string, Record<string, number>, boolean]>([
  ["a disk that finds a folder by either name", { "/home/ann/Work": 1, "/home/ann/WORK": 1 }, true],
  ["a disk that does not", { "/home/ann/Work": 1 }, false],
  ["two folders that differ in case", { "/home/ann/Work": 1, "/home/ann/WORK": 2 }, false],
])("tells %s", (_, paths, expected) => expect(ignoresCase("/home/ann/Work", statsOf(paths))).toBe(expected));

it("asks about the nearest name with letters", () => {
  expect(ignoresCase("/Users/ann/2026/11", statsOf({ "/Users/ann": 7, "/Users/ANN": 7 }))).toBe(true);
  expect(ignoresCase("/Users/ANN/2026", statsOf({ "/Users/ANN": 7, "/Users/ann": 7 }))).toBe(true);
  expect(ignoresCase("/1/2", statsOf({}))).toBe(false);
});

it("takes no link to a folder for the folder", () => {
  const { place, folder } = makeWorkspace();
  fs.symlinkSync(folder, path.join(place, path.basename(folder).toUpperCase()));
  expect(ignoresCase(folder)).toBe(fs.existsSync(path.join(place, "Workspace")));
});

it("keeps one file for one that was renamed in case only, where the disk finds it by either name", async () => {
  const { place, folder } = makeWorkspace({ "a.txt": "one\n", "deep/b.txt": "two\n" });
  const snapshots = await openSnapshots(place, folder, {}, { isCaseIgnored: true });
  const first = await snapshots.take();
  // Both names lead to one file, as on such a disk.
  fs.linkSync(path.join(folder, "a.txt"), path.join(folder, "A.txt"));
  fs.mkdirSync(path.join(folder, "Deep"));
  fs.linkSync(path.join(folder, "deep/b.txt"), path.join(folder, "Deep/b.txt"));
  const renamed = await snapshots.take();
  const { changes } = await snapshots.compare(first.id, renamed.id);
  // Otherwise a rewind would delete the new name, and with it the only file.
  expect(changes).toEqual([]);
  fs.appendFileSync(path.join(folder, "A.txt"), "more\n");
  const changed = await snapshots.compare(first.id, (await snapshots.take()).id);
  expect(changed.changes.map(({ path: name, before, after }) => [name, before !== undefined, after !== undefined])).toEqual([["a.txt", true, true]]);
});
