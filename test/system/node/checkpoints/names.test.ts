import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { canRecord, isInside } from "../../../../extension/node/checkpoints/index/paths.ts";
import { forgeIndex } from "./forgeIndex.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();
const manual = { kind: "manual", name: "" } as const;
const isWindows = process.platform === "win32";

/** Numbers of other files: few are recorded by git, many by us. */
const counts = [0, 150];

describe.each(counts)("beside %s other files", (count) => {
  const begin = () => {
    const made = workspace();
    for (let number = 0; number < count; number++) made.write(`many/${number}`, "text");
    return made;
  };

  it.skipIf(isWindows)("names the files that git cannot record, and restores the others", async () => {
    const { place, folder, write } = begin();
    const refused = [".GIT/x", "git~1", "sub/.git ", "sub/.Git..", "a\\.git", "sub/.gi\u200ct"];
    for (const name of refused) write(name, "one");
    write("plain", "one");
    fs.symlinkSync("plain", path.join(folder, ".gitmodules"));
    const files = openWindow(place, [folder]).open();
    const first = await files.take(manual);
    fs.rmSync(path.join(folder, "git~1"));
    write(".GIT/x", "two");
    write("plain", "two");
    const { differences, uncovered } = await files.compare(first.id, (await files.take(manual)).id);
    expect(differences.map((each) => path.relative(folder, each.path))).toEqual(["plain"]);
    expect(new Set(uncovered)).toEqual(
      new Set([...refused, ".gitmodules"].map((name) => ({ path: path.join(folder, name), reason: "name" }))),
    );
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(fs.readFileSync(path.join(folder, "plain"), "utf8")).toBe("one");
    expect(fs.readFileSync(path.join(folder, ".GIT/x"), "utf8")).toBe("two");
  });

  it.skipIf(isWindows)("restores files whose names only Windows would take for a path elsewhere", async () => {
    const { place, folder, write } = begin();
    const names = ["c:notes", "a\\..\\b", "..c"];
    for (const name of names) write(name, "one");
    const files = openWindow(place, [folder]).open();
    const first = await files.take(manual);
    for (const name of names) write(name, "two");
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(names.map((name) => fs.readFileSync(path.join(folder, name), "utf8"))).toEqual(["one", "one", "one"]);
  });

  it.each([
    ["nested", "../../rul/"],
    ["nested", ".git/rule/"],
    ["", "../theirs/"],
    ["", ".git/rule/"],
  ])("records no file that an index names outside the folder or in .git (%j, %s)", async (inside, outside) => {
    const { place, folder, write } = begin();
    const repository = path.join(folder, inside);
    fs.mkdirSync(repository, { recursive: true });
    userGit(repository, "init", "-q");
    fs.mkdirSync(path.join(repository, outside), { recursive: true });
    fs.writeFileSync(path.join(repository, outside, ".gitignore"), "secret");
    write(path.posix.join(inside, "abcdefghi/.gitignore"), "one");
    userGit(repository, "add", "abcdefghi");
    forgeIndex(path.join(repository, ".git/index"), "abcdefghi/", outside);
    write("plain", "one");
    const files = openWindow(place, [folder]).open();
    const first = await files.take(manual);
    expect(first.folders).toEqual([{ folder, snapshot: expect.any(String) }]);
    fs.writeFileSync(path.join(repository, outside, ".gitignore"), "changed");
    write("plain", "two");
    const { differences, uncovered } = await files.compare(first.id, (await files.take(manual)).id);
    expect(differences.map((each) => each.path)).toEqual([path.join(folder, "plain")]);
    expect(uncovered).toEqual([]);
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  });
});

it.each([
  "",
  "/a",
  "a//b",
  "a/",
  "./a",
  "a/..",
  "a/../b",
  ".git",
  "a/.GIT/b",
  "git~1/x",
  "a/.git. /b",
  ".git::$INDEX_ALLOCATION/x",
  "a\\.git\\b",
])("recognizes %j as a path out of its folder or into a git folder", (name) => expect(isInside(name)).toBe(false));

it("accepts similar names", () => {
  for (const name of [".gitignore", ".github/a", "a.git/b", "git~10", ".gitmodules", "...", "..a", "a b"])
    expect([name, isInside(name)]).toEqual([name, true]);
  expect([
    canRecord(".gitmodules", false),
    canRecord("a/.GITMODULES", true),
    canRecord("gi7eba~1", true),
    canRecord("gitmodules", true),
  ]).toEqual([...[true, false, false, true]]);
});

it.skipIf(isWindows)("restores a link exactly whose target is not UTF-8", async () => {
  const { place, folder } = workspace({ "a.txt": "a" });
  const target = Buffer.from([0x66, 0xff, 0xfe]);
  const link = path.join(folder, "link");
  fs.symlinkSync(target, link);
  const files = openWindow(place, [folder]).open();
  const before = await files.take({ kind: "message", prompt: "p1" });
  fs.rmSync(link);
  expect(await restoreAllFiles(files, before.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readlinkSync(link, { encoding: "buffer" })).toEqual(target);
});
