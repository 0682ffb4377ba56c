import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { DiskNames } from "../../../../extension/node/checkpoints/disk/caseNames.ts";
import { createOperations } from "../../../../extension/node/checkpoints/restore/restoreModel.ts";
import { type CaseDisk, ignoresCase } from "../../../../extension/node/git/ignoresCase.ts";
import { openSnapshots, openWindow } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

/** A disk with the given paths, by number, of which some are not listed: they are other spellings. */
const diskOf = (paths: Readonly<Record<string, number>>, unlisted: readonly string[] = []): CaseDisk => ({
  readStats: (name) => {
    const ino = paths[name];
    if (ino === undefined) throw new Error(`there is no ${name}`);
    return { dev: 1, ino };
  },
  readNames: (folder) =>
    Object.keys(paths)
      .filter((name) => path.dirname(name) === folder && !unlisted.includes(name))
      .map((name) => path.basename(name)),
});

it.each<[string, Record<string, number>, boolean]>([
  ["a disk that finds a folder by either name", { "/home/ann/Work": 1, "/home/ann/WORK": 1 }, true],
  ["a disk that does not", { "/home/ann/Work": 1 }, false],
  ["two folders that differ in case", { "/home/ann/Work": 1, "/home/ann/WORK": 2 }, false],
])("tells %s", (_, paths, expected) => expect(ignoresCase("/home/ann/Work", diskOf(paths))).toBe(expected));

it("recognizes a disk that finds a folder by either name, but numbers each spelling", () => {
  expect(ignoresCase("/home/ann/Work", diskOf({ "/home/ann/Work": 1, "/home/ann/WORK": 2 }, ["/home/ann/WORK"]))).toBe(
    true,
  );
});

it("asks about the nearest name with letters", () => {
  expect(ignoresCase("/Users/ann/2026/11", diskOf({ "/Users/ann": 7, "/Users/ANN": 7 }))).toBe(true);
  expect(ignoresCase("/Users/ANN/2026", diskOf({ "/Users/ANN": 7, "/Users/ann": 7 }))).toBe(true);
  expect(ignoresCase("/1/2", diskOf({}))).toBe(false);
});

it("takes no link to a folder for the folder", () => {
  const { place, folder } = makeWorkspace();
  fs.symlinkSync(folder, path.join(place, path.basename(folder).toUpperCase()));
  expect(ignoresCase(folder)).toBe(fs.existsSync(path.join(place, "Workspace")));
});

it("finds how a disk spells a path, in each of its folders", () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    "/w": ["Deep", "a.txt"],
    "/w/Deep": ["B.txt", "Caf\u00e9"],
  };
  const reads: string[] = [];
  const disk = new DiskNames("/w", (folder) => {
    reads.push(folder);
    return names[folder] ?? [];
  });
  expect(
    ["a.txt", "A.TXT", "deep/b.txt", "Deep/B.txt", "deep/cafe\u0301", "none", "none/b.txt"].map((name) =>
      disk.spell(name),
    ),
  ).toEqual(["a.txt", "a.txt", "Deep/B.txt", "Deep/B.txt", "Deep/Caf\u00e9", undefined, undefined]);
  expect(reads).toEqual(["/w", "/w/Deep"]);
});

it("joins deletion and creation of a name in another case, where the disk ignores case", () => {
  const file = (blob: string) => ({ blob, kind: "file" as const });
  const changes = [
    { path: "A.txt", before: file("1"), after: undefined },
    { path: "a.txt", before: undefined, after: file("2") },
    { path: "b.txt", before: file("3"), after: undefined },
  ];
  const none = { modes: new Map() };
  expect(createOperations(changes, none, none, true)).toEqual([
    { path: "a.txt", from: "A.txt", before: file("1"), after: file("2") },
    { path: "b.txt", before: file("3"), after: undefined },
  ]);
  // A disk that ignores case without being known to would otherwise lose what was written.
  expect(createOperations(changes, none, none).map(({ path: name, after }) => [name, after !== undefined])).toEqual([
    ["A.txt", false],
    ["a.txt", true],
    ["b.txt", false],
  ]);
});

/** A folder on a disk that ignores case: the folder for temporary files, or the one that TANDEM_CASE_DISK names. */
const disk = [os.tmpdir(), process.env["TANDEM_CASE_DISK"] ?? ""].find((folder) => folder !== "" && isCaseDisk(folder));

function isCaseDisk(folder: string): boolean {
  const probe = fs.mkdtempSync(path.join(folder, "case-"));
  const isSame = fs.existsSync(path.join(folder, path.basename(probe).toUpperCase()));
  fs.rmdirSync(probe);
  return isSame;
}

it.for<[string, (folder: string) => void, readonly string[]]>([
  [
    "a file",
    (folder) => fs.renameSync(path.join(folder, "a.txt"), path.join(folder, "A.txt")),
    ["A.txt", "deep", "deep/b.txt", "deep/c.txt"],
  ],
  [
    "a folder",
    (folder) => fs.renameSync(path.join(folder, "deep"), path.join(folder, "Deep")),
    ["Deep", "Deep/b.txt", "Deep/c.txt", "a.txt"],
  ],
  [
    "a file with other content",
    (folder) => {
      fs.renameSync(path.join(folder, "a.txt"), path.join(folder, "A.txt"));
      fs.writeFileSync(path.join(folder, "A.txt"), "changed\n");
    },
    ["A.txt", "deep", "deep/b.txt", "deep/c.txt"],
  ],
])(
  "undoes and redoes a rename of %s in case only where the disk ignores case",
  async ([_, rename, after], { skip }) => {
    if (disk === undefined) return skip("no disk here ignores case, and TANDEM_CASE_DISK names none");
    const place = fs.mkdtempSync(path.join(disk, "tandem-case-"));
    const folder = path.join(place, "workspace");
    fs.mkdirSync(path.join(folder, "deep"), { recursive: true });
    for (const name of ["a.txt", "deep/b.txt", "deep/c.txt"]) fs.writeFileSync(path.join(folder, name), `${name}\n`);
    // The store is on another disk, so files are staged in a folder of the workspace.
    const isOwn = (name: string): boolean => !name.startsWith(".tandem-restore");
    const list = () => fs.readdirSync(folder, { recursive: true }).map(String).filter(isOwn).sort();
    const before = list();
    const files = openWindow(makeWorkspace().place, [folder]).open();
    const first = await files.take({ kind: "message", prompt: "p1" });
    expect(first.folders).toMatchObject([{ folder, snapshot: expect.any(String) }]);
    rename(folder);
    const last = await files.take({ kind: "turnEnd", prompt: "p1" });
    expect(list()).toEqual(after);
    const { differences } = await files.compare(first.id, last.id);
    const steps = differences.map(({ path: name }) => ({ path: name, kind: "restore" as const }));
    expect(await files.restore(first.id, steps, last.id, { kind: "rewind", to: first.id })).toMatchObject({
      kind: "done",
      different: [],
    });
    expect(list()).toEqual(before);
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("a.txt\n");
    const again = await files.take({ kind: "message", prompt: "p2" });
    expect(await files.restore(last.id, steps, again.id, { kind: "rewind", to: last.id })).toMatchObject({
      kind: "done",
      different: [],
    });
    expect(list()).toEqual(after);
    fs.rmSync(place, { recursive: true });
  },
);

it("counts a file renamed in case once, where the disk finds it by either name", async () => {
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
  expect(
    changed.changes.map(({ path: name, before, after }) => [name, before !== undefined, after !== undefined]),
  ).toEqual([["a.txt", true, true]]);
});
