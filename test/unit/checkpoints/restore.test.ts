import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { FolderCheckpoints } from "../../../extension/checkpoints/folderCheckpoints.ts";
import { readTree } from "./readTree.ts";
import { makeWorkspace, program } from "./setup.ts";

const made: { remove: () => void }[] = [];
afterEach(() => {
  for (const each of made.splice(0)) each.remove();
});

function begin(files: Readonly<Record<string, string>> = {}) {
  const one = makeWorkspace(files);
  made.push(one);
  const open = () =>
    new FolderCheckpoints({
      program,
      folder: one.folder,
      store: path.join(one.place, "store"),
      limits: () => ({ maxFileBytes: 10_000_000, maxFiles: 200_000, include: [] }),
      newId: randomUUID,
      locked: (_, work) => work(),
    });
  return { ...one, open, checkpoints: open() };
}

it("brings everything back and can be undone: contents, kinds, folders, modes", async () => {
  const { folder, write, checkpoints } = begin({ "a.txt": "one", "b/c.txt": "two", "file-or-folder": "x", "run.sh": "#!" });
  fs.chmodSync(path.join(folder, "run.sh"), 0o755);
  fs.mkdirSync(path.join(folder, "empty"));
  fs.symlinkSync("a.txt", path.join(folder, "link"));
  write("private", "p");
  fs.chmodSync(path.join(folder, "private"), 0o600);
  const first = await checkpoints.take();
  const before = readTree(folder);
  write("a.txt", "changed");
  fs.rmSync(path.join(folder, "b"), { recursive: true });
  write("b", "a file now");
  fs.rmSync(path.join(folder, "file-or-folder"));
  write("file-or-folder/inner/deep.txt", "y");
  write("private", "changed");
  fs.chmodSync(path.join(folder, "private"), 0o640);
  fs.chmodSync(path.join(folder, "run.sh"), 0o644);
  fs.rmSync(path.join(folder, "link"));
  write("link", "no link");
  fs.rmdirSync(path.join(folder, "empty"));
  write("new/file.txt", "n");
  fs.mkdirSync(path.join(folder, "new/empty"));
  const after = readTree(folder);
  const { undo, outcome } = await checkpoints.restore(first.id);
  expect(outcome).toEqual({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(before);
  expect((await checkpoints.restore(undo.id)).outcome.kind).toBe("done");
  expect(readTree(folder)).toEqual(after);
});

it("restores only the named files, and leaves times of all others", async () => {
  const { folder, write, checkpoints } = begin({ "a.txt": "one", "b.txt": "two", "c.txt": "three" });
  const first = await checkpoints.take();
  write("a.txt", "1");
  write("b.txt", "2");
  const times = fs.statSync(path.join(folder, "c.txt")).mtimeMs;
  await checkpoints.restore(first.id, new Set(["a.txt"]));
  expect([fs.readFileSync(path.join(folder, "a.txt"), "utf8"), fs.readFileSync(path.join(folder, "b.txt"), "utf8")]).toEqual(["one", "2"]);
  expect(fs.statSync(path.join(folder, "c.txt")).mtimeMs).toBe(times);
});

it("follows no link out of the folder", async () => {
  const { place, folder, write, checkpoints } = begin({ "sub/a.txt": "one" });
  const first = await checkpoints.take();
  fs.rmSync(path.join(folder, "sub"), { recursive: true });
  fs.mkdirSync(path.join(place, "outside"));
  fs.writeFileSync(path.join(place, "outside", "a.txt"), "theirs");
  fs.symlinkSync(path.join(place, "outside"), path.join(folder, "sub"));
  write("other.txt", "x");
  const { outcome } = await checkpoints.restore(first.id);
  expect(outcome).toEqual({ kind: "done", different: [] });
  expect(fs.readFileSync(path.join(place, "outside", "a.txt"), "utf8")).toBe("theirs");
  expect(fs.lstatSync(path.join(folder, "sub")).isDirectory()).toBe(true);
  expect(fs.readFileSync(path.join(folder, "sub/a.txt"), "utf8")).toBe("one");
});

it("takes everything back when one file cannot be written", async () => {
  const { folder, write, checkpoints } = begin({ "a.txt": "one", b: "two", ".gitignore": "*.log\n", "gone.txt": "x" });
  const first = await checkpoints.take();
  write("a.txt", "1");
  fs.rmSync(path.join(folder, "gone.txt"));
  fs.rmSync(path.join(folder, "b"));
  // Nobody's to remove: no snapshot has it.
  write("b/precious.log", "only here");
  const before = readTree(folder);
  expect((await checkpoints.restore(first.id)).outcome).toMatchObject({ kind: "rolledBack", path: "b" });
  expect(readTree(folder)).toEqual(before);
});

it("finishes after a crash what its journal lists", async () => {
  const { place, folder, write, open, checkpoints } = begin({ "a.txt": "one", "b.txt": "two", "c.txt": "three" });
  const first = await checkpoints.take();
  const wanted = readTree(folder);
  write("a.txt", "1");
  write("b.txt", "2");
  fs.rmSync(path.join(folder, "c.txt"));
  write("new.txt", "n");
  const second = await checkpoints.take();
  const changes = await checkpoints.compare(second.id, first.id);
  const operations = changes.map(({ path: name, before, after }) => ({ path: name, before, after }));
  fs.writeFileSync(path.join(place, "store", "restore-journal.json"), JSON.stringify({ id: "x", operations, createFolders: [], removeFolders: [], modes: [] }));
  // The crash came after the first of its steps.
  write("a.txt", "one");
  expect(await open().recover()).toEqual({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(wanted);
  expect(await open().recover()).toBeUndefined();
});
