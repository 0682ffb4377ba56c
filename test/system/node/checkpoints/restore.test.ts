import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import type { RestoreOutcome } from "../../../../extension/node/checkpoints/restore/restore.ts";
import { formatSideList, formatTree, parseSideList } from "../../../../extension/node/checkpoints/snapshotModel.ts";
import { PrivateGit } from "../../../../extension/node/git/privateGit.ts";
import { readTree } from "./readTree.ts";
import { openWindow, program, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

function begin(files: Readonly<Record<string, string>> = {}) {
  const one = makeWorkspace(files);
  const recovered: RestoreOutcome[] = [];
  const open = () =>
    openWindow(one.place, [one.folder], { onRecovered: (_, outcome) => recovered.push(outcome) }).open();
  return { ...one, open, files: open(), recovered };
}

const manual = { kind: "manual", name: "now" } as const;

it("restores everything and can be undone: contents, kinds, folders, modes", async () => {
  const { folder, write, files } = begin({ "a.txt": "one", "b/c.txt": "two", "file-or-folder": "x", "run.sh": "#!" });
  fs.chmodSync(path.join(folder, "run.sh"), 0o755);
  fs.mkdirSync(path.join(folder, "empty"));
  fs.symlinkSync("a.txt", path.join(folder, "link"));
  write("private", "p");
  fs.chmodSync(path.join(folder, "private"), 0o600);
  const first = await files.take(manual);
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
  const result = await restoreAllFiles(files, first.id);
  expect(result).toMatchObject({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(before);
  if (result.kind !== "done") return;
  expect(await restoreAllFiles(files, result.undo.id)).toMatchObject({ kind: "done" });
  expect(readTree(folder)).toEqual(after);
});

it("restores nothing without the checkpoint before it, and leaves no staged file", async () => {
  const { place, folder, write } = begin({ "a.txt": "one", "b.txt": "two" });
  let isFailing = false;
  const limits = {
    get include(): readonly string[] {
      if (isFailing) throw new Error("no snapshot");
      return [];
    },
  };
  const files = openWindow(place, [folder], { limits }).open();
  const first = await files.take(manual);
  write("a.txt", "changed");
  write("c.txt", "new");
  const now = await files.take({ kind: "preview" });
  const { differences } = await files.compare(first.id, now.id);
  const steps = differences.map(({ path: name }) => ({ path: name, kind: "restore" as const }));
  const after = readTree(folder);
  isFailing = true;
  expect(await files.restore(first.id, steps, now.id, { kind: "rewind", to: first.id })).toMatchObject({
    kind: "refused",
    reason: "noUndo",
  });
  isFailing = false;
  expect(readTree(folder)).toEqual(after);
  const left = fs.readdirSync(path.join(place, "store"), { recursive: true, encoding: "utf8" });
  expect(left.filter((name) => name.includes("restore-"))).toEqual([]);
  expect(await files.list()).toHaveLength(1);
});

it.skipIf(process.platform === "win32")("restores the permissions of folders, and undoes that", async () => {
  const { folder, write, files } = begin({
    "shut/a.txt": "one",
    "shut/deep/b.txt": "two",
    "gone/c.txt": "three",
    "plain/d.txt": "four",
    e: "five",
  });
  const at = (name: string): string => path.join(folder, name);
  fs.mkdirSync(at("empty"));
  for (const name of ["shut", "shut/deep", "gone", "empty"]) fs.chmodSync(at(name), 0o700);
  const first = await files.take(manual);
  const before = readTree(folder);
  expect(before).toMatchObject({ "shut/": "700", "shut/deep/": "700", "gone/": "700", "empty/": "empty 700" });
  fs.chmodSync(at("shut"), 0o755);
  write("shut/a.txt", "changed");
  fs.rmSync(at("gone"), { recursive: true });
  fs.chmodSync(at("plain"), 0o500);
  fs.chmodSync(at("empty"), 0o750);
  const after = readTree(folder);
  const result = await restoreAllFiles(files, first.id);
  expect(result).toMatchObject({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(before);
  if (result.kind !== "done") return;
  const undone = await restoreAllFiles(files, result.undo.id);
  expect(undone).toMatchObject({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(after);
  // Of one file alone, only the folder that is created again has what it had.
  const now = await files.take({ kind: "preview" });
  await files.restore(first.id, [{ path: at("gone/c.txt"), kind: "restore" }], now.id, { kind: "revert" });
  expect(readTree(folder)).toEqual({ ...after, "gone/": "700", "gone/c.txt": before["gone/c.txt"] });
  fs.chmodSync(at("plain"), 0o700);
});

it.skipIf(process.platform === "win32")(
  "restores folder permissions where nothing else changed, and none from checkpoints without them",
  async () => {
    const { folder, place, open, files } = begin({ "shut/a.txt": "one" });
    const first = await files.take(manual);
    fs.chmodSync(path.join(folder, "shut"), 0o700);
    expect((await files.take(manual)).folders[0]?.snapshot).not.toBe(first.folders[0]?.snapshot);
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).not.toHaveProperty("shut/");
    // An earlier version recorded no folders.
    const store = path.join(place, "store", hashPath(folder));
    const git = new PrivateGit(program, path.join(store, "git"), folder);
    const snapshot = first.folders[0]?.snapshot ?? expect.fail();
    const tree = (await git.run(["ls-tree", snapshot])).toString();
    const fileTree = /tree ([0-9a-f]+)/.exec(tree)?.[1] ?? expect.fail();
    const { folderModes: _, ...side } = parseSideList(
      (await git.run(["cat-file", "blob", `${snapshot}:side`])).toString(),
    );
    const list = await git.store("blob", formatSideList(side));
    const old = await git.store(
      "tree",
      formatTree([
        { mode: "40000", name: "files", id: fileTree },
        { mode: "100644", name: "side", id: list },
      ]),
    );
    const log = path.join(store, "points.jsonl");
    fs.writeFileSync(log, fs.readFileSync(log, "utf8").replaceAll(snapshot, old));
    fs.chmodSync(path.join(folder, "shut"), 0o700);
    expect(await restoreAllFiles(open(), first.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toHaveProperty("shut/", "700");
  },
);

it.skipIf(process.platform === "win32")(
  "leaves folders that are empty before and after as they are, with their permissions",
  async () => {
    const { folder, write, files } = begin({ "a.txt": "one" });
    const [own, inner] = [path.join(folder, "own"), path.join(folder, "own/inner")];
    fs.mkdirSync(inner, { recursive: true });
    for (const each of [own, inner]) fs.chmodSync(each, 0o700);
    const first = await files.take(manual);
    write("own/inner/created.txt", "x");
    fs.mkdirSync(path.join(inner, "created"));
    const { ino } = fs.statSync(inner);
    const result = await restoreAllFiles(files, first.id);
    expect(result).toMatchObject({ kind: "done", different: [] });
    expect([
      fs.readdirSync(inner),
      ...[own, inner].map((each) => fs.statSync(each).mode & 0o777),
      fs.statSync(inner).ino,
    ]).toEqual([[], 0o700, 0o700, ino]);
  },
);

it("refuses a restore of a file that changed since the plan, and changes nothing", async () => {
  const { folder, write, files } = begin({ "a.txt": "one", "b.txt": "two" });
  const first = await files.take(manual);
  write("a.txt", "1");
  write("b.txt", "2");
  const now = await files.take({ kind: "preview" });
  write("b.txt", "mine");
  const steps = ["a.txt", "b.txt"].map((name) => ({ path: path.join(folder, name), kind: "restore" as const }));
  const result = await files.restore(first.id, steps, now.id, { kind: "rewind", to: first.id });
  expect(result).toMatchObject({ kind: "refused", reason: "changed", path: path.join(folder, "b.txt") });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("1");
});

it("writes merged content, and leaves the permissions of the file", async () => {
  const { folder, write, files } = begin({ "a.txt": "one" });
  fs.chmodSync(path.join(folder, "a.txt"), 0o600);
  const first = await files.take(manual);
  write("a.txt", "1");
  const now = await files.take({ kind: "preview" });
  const steps = [
    { path: path.join(folder, "a.txt"), kind: "write" as const, content: Buffer.from("one and 1") },
    { path: path.join(folder, "new/b.txt"), kind: "write" as const, content: Buffer.from("b") },
  ];
  expect(await files.restore(first.id, steps, now.id, { kind: "rewind", to: first.id })).toMatchObject({
    kind: "done",
    different: [],
  });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one and 1");
  expect(fs.statSync(path.join(folder, "a.txt")).mode & 0o777).toBe(0o600);
  expect(fs.readFileSync(path.join(folder, "new/b.txt"), "utf8")).toBe("b");
});

it("restores only the named files, and leaves times of all others", async () => {
  const { folder, write, files } = begin({ "a.txt": "one", "b.txt": "two", "c.txt": "three" });
  const first = await files.take(manual);
  write("a.txt", "1");
  write("b.txt", "2");
  const times = fs.statSync(path.join(folder, "c.txt")).mtimeMs;
  await restoreAllFiles(files, first.id, (name) => name === path.join(folder, "a.txt"));
  expect([
    fs.readFileSync(path.join(folder, "a.txt"), "utf8"),
    fs.readFileSync(path.join(folder, "b.txt"), "utf8"),
  ]).toEqual(["one", "2"]);
  expect(fs.statSync(path.join(folder, "c.txt")).mtimeMs).toBe(times);
});

it("leaves unchanged files and their times alone in a restore, its undo and redo", async () => {
  const { folder, write, files } = begin({
    "a.txt": "one",
    "sub/same.txt": "same",
    "sub/b.txt": "two",
    "run.sh": "r",
    "mode.txt": "m",
    back: "before",
  });
  const at = (name: string): string => path.join(folder, name);
  fs.symlinkSync("a.txt", at("link"));
  fs.chmodSync(at("run.sh"), 0o755);
  for (const name of ["sub/same.txt", "run.sh", "mode.txt", "back"])
    fs.utimesSync(at(name), 1_000_000_000, 1_000_000_000);
  const first = await files.take(manual);
  const look = (names: readonly string[], isWhole = true) =>
    names.map((name) => {
      const { ino, mtimeMs, ctimeMs } = fs.lstatSync(at(name));
      return isWhole ? { name, ino, mtimeMs, ctimeMs } : { name, ino, mtimeMs };
    });
  write("back", "after");
  write("back", "before");
  for (const name of ["a.txt", "sub/b.txt"]) write(name, "changed");
  fs.chmodSync(at("mode.txt"), 0o600);
  write("sub/new.txt", "n");
  const untouched = ["sub/same.txt", "run.sh", "link", "back"];
  const [before, mode] = [look(untouched), look(["mode.txt"], false)];
  const second = await files.take(manual);
  for (const { id } of [first, second, first]) {
    expect(await restoreAllFiles(files, id)).toMatchObject({ kind: "done", different: [] });
    expect(look(untouched)).toEqual(before);
    expect(look(["mode.txt"], false)).toEqual(mode);
  }
  expect(fs.readFileSync(at("a.txt"), "utf8")).toBe("one");
});

it("follows no link out of the folder", async () => {
  const { place, folder, write, files } = begin({ "sub/a.txt": "one" });
  const first = await files.take(manual);
  fs.rmSync(path.join(folder, "sub"), { recursive: true });
  fs.mkdirSync(path.join(place, "outside"));
  fs.writeFileSync(path.join(place, "outside", "a.txt"), "theirs");
  fs.symlinkSync(path.join(place, "outside"), path.join(folder, "sub"));
  write("other.txt", "x");
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readFileSync(path.join(place, "outside", "a.txt"), "utf8")).toBe("theirs");
  expect(fs.lstatSync(path.join(folder, "sub")).isDirectory()).toBe(true);
  expect(fs.readFileSync(path.join(folder, "sub/a.txt"), "utf8")).toBe("one");
});

it("rolls everything back when one file cannot be written", async () => {
  const { folder, write, files } = begin({ "a.txt": "one", b: "two", ".gitignore": "*.log\n", "gone.txt": "x" });
  const first = await files.take(manual);
  write("a.txt", "1");
  fs.rmSync(path.join(folder, "gone.txt"));
  fs.rmSync(path.join(folder, "b"));
  const now = await files.take({ kind: "preview" });
  const { differences } = await files.compare(first.id, now.id);
  const steps = differences.map(({ path: name }) => ({ path: name, kind: "restore" as const }));
  // Not to be removed: no snapshot has it.
  write("b/precious.log", "only here");
  const before = readTree(folder);
  const result = await files.restore(first.id, steps, now.id, { kind: "rewind", to: first.id });
  expect(result).toMatchObject({ kind: "refused", path: path.join(folder, "b") });
  expect(readTree(folder)).toEqual(before);
});

it("restores empty folders except where a user's file stays, and keeps those of the target", async () => {
  const { folder, write, files } = begin({ "a.txt": "one", "b.txt": "two", "mine.txt": "m" });
  for (const name of ["empty/deep", "held", "target"]) fs.mkdirSync(path.join(folder, name), { recursive: true });
  const first = await files.take(manual);
  fs.rmSync(path.join(folder, "empty"), { recursive: true });
  fs.mkdirSync(path.join(folder, "later/deep"), { recursive: true });
  write("a.txt", "1");
  write("mine.txt", "changed by the user");
  write("held/mine.txt", "by the user");
  write("target/new.txt", "x");
  await files.take(manual);
  expect(await restoreAllFiles(files, first.id, (name) => !name.endsWith("mine.txt"))).toMatchObject({
    kind: "done",
    different: [],
  });
  const isFolder = (name: string): boolean => fs.existsSync(path.join(folder, name));
  expect(["empty/deep", "held", "target", "later", "target/new.txt"].map(isFolder)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(fs.readFileSync(path.join(folder, "held/mine.txt"), "utf8")).toBe("by the user");
});

it("keeps an empty folder of the target when reverting one file, and leaves others alone", async () => {
  const { folder, write, files } = begin({ "a.txt": "one" });
  for (const name of ["target", "gone"]) fs.mkdirSync(path.join(folder, name));
  const first = await files.take(manual);
  write("target/new.txt", "x");
  write("a.txt", "1");
  fs.rmdirSync(path.join(folder, "gone"));
  const now = await files.take({ kind: "preview" });
  const steps = [{ path: path.join(folder, "target/new.txt"), kind: "restore" as const }];
  expect(await files.restore(first.id, steps, now.id, { kind: "revert" })).toMatchObject({ kind: "done" });
  expect(["target", "target/new.txt", "gone"].map((name) => fs.existsSync(path.join(folder, name)))).toEqual([
    true,
    false,
    false,
  ]);
});

it("leaves ignored files alone, even if their rules change in between and come back", async () => {
  const { folder, write, files } = begin({
    "a.txt": "one",
    ".gitignore": "*.log\nresults/\n",
    "sub/.gitignore": "secret\n",
  });
  for (const name of ["kept.log", "results/table.csv", "sub/secret"]) write(name, "only here");
  const first = await files.take({ kind: "message", prompt: "p" });
  // A turn that only reads them, and rewrites the rules, which were never committed.
  fs.readFileSync(path.join(folder, "results/table.csv"));
  write("a.txt", "1");
  write(".gitignore", "nothing\n");
  fs.rmSync(path.join(folder, "sub/.gitignore"));
  write("new.log", "of the turn");
  await files.take({ kind: "turnEnd", prompt: "p" });
  const after = readTree(folder);
  const result = await restoreAllFiles(files, first.id);
  expect(result).toMatchObject({ kind: "done", different: [] });
  const texts = ["a.txt", ".gitignore", "sub/.gitignore", "kept.log", "results/table.csv", "sub/secret"].map((name) =>
    fs.readFileSync(path.join(folder, name), "utf8"),
  );
  expect(texts).toEqual(["one", "*.log\nresults/\n", "secret\n", "only here", "only here", "only here"]);
  if (result.kind === "done")
    expect(await restoreAllFiles(files, result.undo.id)).toMatchObject({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(after);
});

it("restores what was deleted and then ignored, unless something is in its place", async () => {
  const { folder, write, files } = begin({ "a.txt": "one", "dist/x": "built", "dist/y": "too" });
  const first = await files.take(manual);
  const before = readTree(folder);
  write(".gitignore", "/dist/\n");
  fs.rmSync(path.join(folder, "dist"), { recursive: true });
  write("a.txt", "1");
  expect((await files.compare(first.id, "disk")).uncovered).toEqual([]);
  const result = await restoreAllFiles(files, first.id);
  expect(result).toMatchObject({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(before);
  // It is not known of the state without them what else was there, so the undo leaves them.
  expect(await restoreAllFiles(files, result.kind === "done" ? result.undo.id : first.id)).toMatchObject({
    kind: "done",
    different: [],
  });
  expect(fs.readFileSync(path.join(folder, "dist/x"), "utf8")).toBe("built");
  fs.rmSync(path.join(folder, "dist"), { recursive: true });
  await files.take(manual);
  write("dist/x", "of the user");
  expect((await files.compare(first.id, "disk")).uncovered).toEqual([
    { path: path.join(folder, "dist/x"), reason: "ignored" },
  ]);
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(["dist/x", "dist/y"].map((name) => fs.readFileSync(path.join(folder, name), "utf8"))).toEqual([
    "of the user",
    "too",
  ]);
});
