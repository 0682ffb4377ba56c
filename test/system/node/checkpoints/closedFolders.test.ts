import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { asUser } from "./asUser.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();
const manual = { kind: "manual", name: "" } as const;

it("names the files of a folder closed to the user, and never deletes them", async (context) => {
  const { place, folder, write } = workspace({ "a.txt": "one", "closed/b.txt": "two", "closed/deep/c.txt": "three" });
  await asUser(context, place, async () => {
    const files = openWindow(place, [folder]).open();
    const first = await files.take(manual);
    write("a.txt", "1");
    const [opened, tree] = [await files.take(manual), readTree(folder)];
    const closed = path.join(folder, "closed");
    fs.chmodSync(closed, 0);
    const [second, again] = [await files.take(manual), await files.take(manual)];
    expect(again.folders).toEqual(second.folders);
    const names = ["closed/b.txt", "closed/deep/c.txt", "closed"].map((name) => ({
      path: path.join(folder, name),
      reason: "unreadable",
    }));
    expect(await files.compare(opened.id, again.id)).toEqual({ differences: [], uncovered: names, folders: 1 });
    expect(await restoreAllFiles(files, opened.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(tree);
    expect(await restoreAllFiles(files, again.id)).toMatchObject({ kind: "done", different: [] });
    expect(fs.statSync(closed).mode & 0o777).toBe(0);
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
    write("a.txt", "1");
    expect(readTree(folder)).toEqual(tree);
  });
});

const contents = { alone: {}, "beside a file": { "data/known.txt": "known" } };
it.for(Object.entries(contents))(
  "deletes nothing in a folder that was closed at the first snapshot, %s",
  async ([, more], context) => {
    const { place, folder, write } = workspace({ "a.txt": "one", "data/base/1.dat": "of the user", ...more });
    await asUser(context, place, async () => {
      const closed = path.join(folder, "data/base");
      fs.chmodSync(closed, 0);
      const files = openWindow(place, [folder]).open();
      const first = await files.take(manual);
      write("a.txt", "1");
      const second = await files.take(manual);
      fs.chmodSync(closed, 0o755);
      const now = await files.take(manual);
      for (const { id } of [first, second]) {
        const { differences, uncovered } = await files.compare(id, now.id);
        expect(differences.map((each) => path.relative(folder, each.path))).toEqual(id === first.id ? ["a.txt"] : []);
        expect(uncovered.map((each) => [path.relative(folder, each.path), each.reason]).sort()).toEqual([
          ["data/base", "unreadable"],
          ["data/base/1.dat", "unreadable"],
        ]);
      }
      expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
      fs.chmodSync(closed, 0o755);
      expect(fs.readFileSync(path.join(closed, "1.dat"), "utf8")).toBe("of the user");
    });
  },
);

it("restores empty folders and folder permissions where one state does not cover a file", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "log.txt": "short", "private/b.txt": "two" });
  fs.mkdirSync(path.join(folder, "empty"));
  fs.chmodSync(path.join(folder, "private"), 0o700);
  const files = openWindow(place, [folder], { limits: { maxFileBytes: 100 } }).open();
  const first = await files.take(manual);
  const tree = readTree(folder);
  const long = "x".repeat(200);
  write("log.txt", long);
  write("a.txt", "1");
  fs.rmdirSync(path.join(folder, "empty"));
  fs.chmodSync(path.join(folder, "private"), 0o755);
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readFileSync(path.join(folder, "log.txt"), "utf8")).toBe(long);
  write("log.txt", "short");
  expect(readTree(folder)).toEqual(tree);
});

it("leaves a folder's permissions alone if one state has only ignored files in it", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "secret/notes.txt": "two", "secret/key": "three" });
  const secret = path.join(folder, "secret");
  fs.chmodSync(secret, 0o700);
  const files = openWindow(place, [folder]).open();
  await files.take(manual);
  write(".gitignore", "/secret/\n");
  fs.rmSync(path.join(secret, "key"));
  fs.rmSync(path.join(secret, "notes.txt"));
  write("secret/other-key", "four");
  const [without, again] = [await files.take(manual), await files.take(manual)];
  expect(again.folders).toEqual(without.folders);
  fs.rmSync(path.join(folder, ".gitignore"));
  write("a.txt", "1");
  const withKey = await files.take(manual);
  expect(await restoreAllFiles(files, again.id)).toMatchObject({ kind: "done", different: [] });
  expect([fs.statSync(secret).mode & 0o777, fs.readFileSync(path.join(secret, "other-key"), "utf8")]).toEqual([
    0o700,
    "four",
  ]);
  fs.chmodSync(secret, 0o750);
  expect(await restoreAllFiles(files, withKey.id)).toMatchObject({ kind: "done", different: [] });
  expect([fs.statSync(secret).mode & 0o777, fs.readFileSync(path.join(folder, "a.txt"), "utf8")]).toEqual([0o700, "1"]);
});

it("restores permissions in a window whose new files get others", async () => {
  const { place, folder, write } = workspace({
    "a.txt": "one",
    "sub/b.txt": "two",
    "sub/private.txt": "three",
    "gone/deep/c.sh": "four",
  });
  const old = process.umask(0o022);
  try {
    const modes = (): unknown =>
      ["a.txt", "sub", "sub/b.txt", "sub/private.txt", "gone/deep", "gone/deep/c.sh"].map((name) => {
        return (fs.statSync(path.join(folder, name)).mode & 0o777).toString(8);
      });
    for (const name of ["a.txt", "sub/b.txt"]) fs.chmodSync(path.join(folder, name), 0o644);
    for (const name of ["sub", "gone", "gone/deep", "gone/deep/c.sh"]) fs.chmodSync(path.join(folder, name), 0o755);
    fs.chmodSync(path.join(folder, "sub/private.txt"), 0o640);
    const first = await openWindow(place, [folder]).open().take(manual);
    const before = modes();
    for (const umask of [0o002, 0o077]) {
      process.umask(umask);
      const files = openWindow(place, [folder]).open();
      expect((await files.take(manual)).folders).toEqual(first.folders);
      for (const name of ["a.txt", "sub/b.txt", "sub/private.txt"]) fs.rmSync(path.join(folder, name));
      write("a.txt", "1");
      write("sub/private.txt", "1");
      fs.rmSync(path.join(folder, "gone"), { recursive: true });
      expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
      expect(modes()).toEqual(before);
    }
  } finally {
    process.umask(old);
  }
});

it("counts the folders that no listed file tells about, as many as a restore changes", async () => {
  const { place, folder, write } = workspace({
    "a.txt": "one",
    "private/b.txt": "two",
    "gone/c.txt": "three",
    "secret/d.txt": "four",
  });
  for (const name of ["empty", "other/inner"]) fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.chmodSync(path.join(folder, "private"), 0o700);
  fs.chmodSync(path.join(folder, "gone"), 0o700);
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  expect((await files.compare(first.id, "disk")).folders).toBeUndefined();
  write("a.txt", "1");
  expect((await files.compare(first.id, "disk")).folders).toBeUndefined();
  fs.chmodSync(path.join(folder, "private"), 0o755);
  fs.rmdirSync(path.join(folder, "empty"));
  write("other/inner/new.txt", "n");
  fs.mkdirSync(path.join(folder, "more"));
  fs.rmSync(path.join(folder, "gone"), { recursive: true });
  // Of these, a file tells about "other/inner".
  expect((await files.compare(first.id, "disk")).folders).toBe(4);
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(await files.compare(first.id, "disk")).toEqual({ differences: [], uncovered: [] });
});
