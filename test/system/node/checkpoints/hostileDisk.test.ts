// @module-tag thorough
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import type { RestoreOutcome } from "../../../../extension/node/checkpoints/restore/restore.ts";
import { fingerprint } from "./fingerprint.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { onSmallDisk } from "./smallDisk.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();

const manual = { kind: "manual", name: "" } as const;
const isRoot = process.getuid?.() === 0;

describe("a full disk", () => {
  it("fails a snapshot with the reason, and the next one succeeds once there is space", async (context) => {
    await onSmallDisk(context, "8m", async (small) => {
      const { folder, write } = workspace({ "a.txt": "one" });
      const warnings: string[] = [];
      // The stores look at the free space themselves, which a limit of git's own would hide.
      const files = openWindow(small, [folder], { warnings, minFreeBytes: 0 }).open();
      const first = await files.take(manual);
      fs.writeFileSync(path.join(folder, "large.bin"), randomBytes(9_000_000));
      const failed = await files.take(manual);
      expect(failed.folders[0]).toMatchObject({ uncovered: "noSpace" });
      fs.rmSync(path.join(folder, "large.bin"));
      write("a.txt", "1");
      expect((await files.take(manual)).folders[0]?.snapshot).toBeDefined();
      expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
      expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
    });
  });

  it("removes what is not needed after a snapshot that used up the space", async (context) => {
    await onSmallDisk(context, "12m", async (small) => {
      const { folder } = workspace({ "a.txt": "one" });
      const day = 24 * 60 * 60 * 1000;
      const { stores, open } = openWindow(small, [folder], {
        minFreeBytes: 6_000_000,
        retention: { now: Date.now() + 90 * day, maxAgeMs: 30 * day },
      });
      const old = open("old");
      await old.take(manual);
      await open("new").take(manual);
      expect(await old.list()).toHaveLength(1);
      fs.writeFileSync(path.join(folder, "large.bin"), randomBytes(7_000_000));
      expect((await open("new").take(manual)).folders[0]?.snapshot).toBeDefined();
      await stores.whenCleanedUp();
      expect(await old.list()).toEqual([]);
    });
  });

  it("changes nothing when a restore does not fit", async (context) => {
    await onSmallDisk(context, "8m", async (small) => {
      const { place } = workspace();
      const folder = path.join(small, "w");
      fs.mkdirSync(folder);
      fs.writeFileSync(path.join(folder, "large.bin"), randomBytes(6_000_000));
      fs.writeFileSync(path.join(folder, "a.txt"), "one");
      const files = openWindow(place, [folder]).open();
      const first = await files.take(manual);
      fs.writeFileSync(path.join(folder, "large.bin"), randomBytes(6_000_000));
      fs.writeFileSync(path.join(folder, "a.txt"), "1");
      const tree = readTree(folder);
      const full = await restoreAllFiles(files, first.id);
      expect(full).toMatchObject({ kind: "refused" });
      expect(full.kind === "refused" && full.message).toMatch(/ENOSPC/);
      expect(readTree(folder)).toEqual(tree);
      expect((await files.list()).map(({ cause }) => cause.kind)).toEqual(["manual"]);
    });
  });
});

it("stages on the workspace's disk, and obeys no link or journal that lies there", async (context) => {
  await onSmallDisk(context, "8m", async (small) => {
    const { place } = workspace();
    const folder = path.join(small, "w");
    fs.mkdirSync(folder);
    const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
    write("a.txt", "one");
    const recovered: RestoreOutcome[] = [];
    const files = openWindow(place, [folder]).open();
    const first = await files.take(manual);
    write("a.txt", "1");
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
    expect(fs.readdirSync(folder)).toEqual(["a.txt"]);
    // A repository may come with anything of this name.
    fs.mkdirSync(path.join(folder, ".tandem-restore"));
    fs.writeFileSync(path.join(place, "precious"), "mine");
    fs.symlinkSync(path.join(place, "precious"), path.join(folder, ".tandem-restore/.gitignore"));
    const blob = userGit(folder, "hash-object", "--no-filters", "a.txt").trim();
    const operations = [{ path: "a.txt", before: { blob, kind: "file" } }];
    const journal = JSON.stringify({ id: "x", operations, createFolders: [], removeFolders: [], modes: [] });
    fs.writeFileSync(path.join(folder, ".tandem-restore/restore-journal.json"), journal);
    const again = openWindow(place, [folder], { onRecovered: (_, outcome) => recovered.push(outcome) }).open();
    await again.take(manual);
    expect(recovered).toEqual([]);
    write("a.txt", "2");
    expect(await restoreAllFiles(again, first.id)).toMatchObject({ kind: "done" });
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
    expect(fs.readFileSync(path.join(place, "precious"), "utf8")).toBe("mine");
    expect(fs.readdirSync(folder)).toEqual(["a.txt"]);
    fs.symlinkSync(place, path.join(folder, ".tandem-restore"));
    write("a.txt", "3");
    expect(await restoreAllFiles(again, first.id)).toMatchObject({ kind: "refused" });
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("3");
    expect(fs.readdirSync(place).filter((name) => name.startsWith("restore"))).toEqual([]);
  });
});

it("takes checkpoints of workspaces on another disk without writing there, even where staging is impossible", async (context) => {
  await onSmallDisk(context, "8m", async (small) => {
    const { place } = workspace();
    const [plain, taken] = ["plain", "taken"].map((name) => path.join(small, name)) as [string, string];
    for (const folder of [plain, taken]) {
      fs.mkdirSync(folder);
      fs.writeFileSync(path.join(folder, "a.txt"), "one");
    }
    fs.writeFileSync(path.join(taken, ".tandem-restore"), "the user's");
    const files = openWindow(place, [plain, taken]).open();
    const first = await files.take(manual);
    expect(first.folders.map(({ snapshot }) => typeof snapshot)).toEqual(["string", "string"]);
    expect(fs.readdirSync(plain)).toEqual(["a.txt"]);
    fs.writeFileSync(path.join(taken, "a.txt"), "two");
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "refused" });
    expect(fs.readFileSync(path.join(taken, ".tandem-restore"), "utf8")).toBe("the user's");
  });
});

it("rolls everything back when a folder cannot be written", async ({ skip }) => {
  const { folder, write } = workspace({ "a.txt": "one", "fixed/b.txt": "two", private: "p" });
  fs.chmodSync(path.join(folder, "private"), 0o600);
  fs.mkdirSync(path.join(folder, "empty"));
  const { place } = workspace();
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  write("a.txt", "1");
  write("private", "changed");
  fs.chmodSync(path.join(folder, "private"), 0o640);
  write("fixed/b.txt", "2");
  fs.rmdirSync(path.join(folder, "empty"));
  fs.mkdirSync(path.join(folder, "other-empty"));
  // Root may write anywhere but where the file system forbids it.
  const fixed = path.join(folder, "fixed");
  if (!isRoot) fs.chmodSync(fixed, 0o500);
  else if (spawnSync("chattr", ["+i", fixed]).status !== 0) skip("root can write everywhere here");
  try {
    const tree = readTree(folder);
    expect(await restoreAllFiles(files, first.id)).toMatchObject({
      kind: "refused",
      path: path.join(folder, "fixed/b.txt"),
    });
    expect(readTree(folder)).toEqual(tree);
  } finally {
    if (isRoot) execFileSync("chattr", ["-i", fixed]);
    else fs.chmodSync(fixed, 0o700);
  }
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
});

it("works in a repository of another user, whose files stay theirs", async ({ skip }) => {
  if (!isRoot) skip("only root can give files to another user");
  const { place, folder, write } = workspace({ "a.txt": "one", "sub/b.txt": "two" });
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "first");
  execFileSync("chown", ["-R", "65534:65534", folder]);
  const before = fingerprint(path.join(folder, ".git"));
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  const tree = readTree(folder);
  write("a.txt", "1");
  fs.rmSync(path.join(folder, "sub"), { recursive: true });
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(tree);
  const owned = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => fs.lstatSync(path.join(folder, name)).uid !== 65_534);
  expect(owned).toEqual([]);
  expect(fingerprint(path.join(folder, ".git"))).toBe(before);
});

it("restores where the file system gives no file to another user", async ({ skip }) => {
  if (!isRoot) skip("only root gives files to another user");
  const { place, folder, write } = workspace({ "a.txt": "one", "sub/b.txt": "two" });
  execFileSync("chown", ["-R", "65534:65534", folder]);
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  write("a.txt", "1");
  fs.rmSync(path.join(folder, "sub"), { recursive: true });
  const spy = vi.spyOn(fs, "lchownSync").mockImplementation(() => {
    throw Object.assign(new Error("not permitted"), { code: "EPERM" });
  });
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(spy).toHaveBeenCalled();
  spy.mockRestore();
  expect(["a.txt", "sub/b.txt"].map((name) => fs.readFileSync(path.join(folder, name), "utf8"))).toEqual([
    "one",
    "two",
  ]);
});

it("counts a file that changes while it is read as not covered", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one" });
  const files = openWindow(place, [folder]).open();
  await files.take(manual);
  write("large.log", "x".repeat(9_000_000));
  const descriptor = fs.openSync(path.join(folder, "large.log"), "a");
  let isTaken = false;
  const taken = files.take(manual).finally(() => {
    isTaken = true;
  });
  while (!isTaken) {
    fs.writeSync(descriptor, "more\n");
    await new Promise((resolve) => setImmediate(resolve));
  }
  fs.closeSync(descriptor);
  const { uncovered } = await files.compare((await taken).id, (await files.take(manual)).id);
  expect(uncovered).toContainEqual({ path: path.join(folder, "large.log"), reason: "changing" });
});

it("restores many generated files, a large one, and names that differ in case only", async () => {
  const { place, folder, write } = workspace({ "Name.txt": "upper", "keep.txt": "kept" });
  const content = randomBytes(9_000_000);
  fs.writeFileSync(path.join(folder, "large.bin"), content);
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  const before = readTree(folder);
  const { mtimeMs } = fs.statSync(path.join(folder, "keep.txt"));
  for (let at = 0; at < 1_000; at++) write(`generated/d${at % 20}/f${at}`, `generated ${at}`);
  fs.renameSync(path.join(folder, "Name.txt"), path.join(folder, "name.txt"));
  fs.rmSync(path.join(folder, "large.bin"));
  const second = await files.take(manual);
  const after = readTree(folder);
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(before);
  expect(fs.readFileSync(path.join(folder, "large.bin")).equals(content)).toBe(true);
  expect(await restoreAllFiles(files, second.id)).toMatchObject({ kind: "done", different: [] });
  expect(readTree(folder)).toEqual(after);
  expect(fs.statSync(path.join(folder, "keep.txt")).mtimeMs).toBe(mtimeMs);
}, 60_000);

describe("a damaged store", () => {
  const damage: Readonly<Record<string, (git: string) => void>> = {
    "an empty index": (git) => {
      for (const name of fs.readdirSync(git).filter((each) => each.startsWith("index-of-")))
        fs.writeFileSync(path.join(git, name), "");
    },
    "an index with another byte": (git) => {
      for (const name of fs.readdirSync(git).filter((each) => each.startsWith("index-of-"))) {
        const content = fs.readFileSync(path.join(git, name));
        content.writeUInt8(content.readUInt8(40) ^ 1, 40);
        fs.writeFileSync(path.join(git, name), content);
      }
    },
    "no index": (git) => {
      for (const name of fs.readdirSync(git).filter((each) => each.startsWith("index-of-")))
        fs.rmSync(path.join(git, name));
    },
    "what a killed git leaves": (git) => {
      const packs = ["tmp_pack_a", "tmp_idx_a", "tmp_rev_a", ".tmp-1-pack-a.pack"].map(
        (name) => `objects/pack/${name}`,
      );
      const others = [
        "objects/tmp_obj_b",
        "objects/17/tmp_obj_b",
        "objects/tmp_objdir-bulk-fsync-b/17/c",
        "borrowed/17/tmp_copy_d",
        "rules-e/git/HEAD",
      ];
      for (const name of [...packs, ...others, "new-index.1.x", "new-index.1.x.lock", "fast_import_crash_1"]) {
        fs.mkdirSync(path.dirname(path.join(git, name)), { recursive: true });
        fs.writeFileSync(path.join(git, name), "left");
      }
    },
  };

  it.each(Object.keys(damage))("continues after %s, and keeps its checkpoints", async (name) => {
    const { place, folder, write } = workspace({ "a.txt": "one", private: "p" });
    fs.chmodSync(path.join(folder, "private"), 0o600);
    fs.mkdirSync(path.join(folder, "empty"));
    const first = await openWindow(place, [folder]).open().take(manual);
    const before = readTree(folder);
    const git = path.join(place, "store", hashPath(folder), "git");
    damage[name]?.(git);
    write("a.txt", "1");
    const files = openWindow(place, [folder]).open();
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(before);
    const left = fs.readdirSync(git, { recursive: true }).map(String);
    expect(left.filter((each) => /tmp[_-]|new-index|crash|rules/.test(each))).toEqual([]);
  });

  it("changes nothing where a stored content is lost or damaged", async () => {
    const { place, folder, write } = workspace({ "a.txt": "one", "b.txt": "two" });
    const files = openWindow(place, [folder]).open();
    const first = await files.take(manual);
    const blob = userGit(folder, "hash-object", "--no-filters", "b.txt").trim();
    write("a.txt", "1");
    write("b.txt", "2");
    const now = await files.take({ kind: "preview" });
    const { differences } = await files.compare(first.id, now.id);
    const steps = differences.map(({ path: name }) => ({ path: name, kind: "restore" as const }));
    const tree = readTree(folder);
    const object = path.join(place, "store", hashPath(folder), "git/objects", blob.slice(0, 2), blob.slice(2));
    const content = fs.readFileSync(object);
    for (const replace of [() => fs.rmSync(object), () => fs.writeFileSync(object, "no object")]) {
      fs.rmSync(object, { force: true });
      fs.writeFileSync(object, content);
      replace();
      expect(await files.restore(first.id, steps, now.id, { kind: "rewind", to: first.id })).toMatchObject({
        kind: "refused",
      });
      expect(readTree(folder)).toEqual(tree);
    }
  });
});
