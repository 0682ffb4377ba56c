import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { expect, it } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();
const manual = { kind: "manual", name: "" } as const;

/** Parts of a store, below the folder of all stores, that somebody deletes. */
const lost: Readonly<Record<string, (store: string) => string>> = {
  "the folder of all stores": (store) => path.dirname(store),
  "the store": (store) => store,
  "the objects": (store) => path.join(store, "git/objects"),
  "the references": (store) => path.join(store, "git/refs"),
};

it.each(Object.keys(lost))(
  "takes whole checkpoints again while a window runs in which %s were deleted",
  async (name) => {
    const { place, folder, write } = workspace({ "a.txt": "one", "b/c.txt": "two" });
    const warnings: string[] = [];
    const { open, stores } = openWindow(place, [folder], { warnings });
    const files = open();
    await files.take({ kind: "message", prompt: "p1" });
    fs.rmSync(lost[name]?.(path.join(place, "store", hashPath(folder))) ?? "", { recursive: true });
    // Nothing changed since.
    const end = await files.takeWith({ kind: "turnEnd", prompt: "p1" }, { isUnchanged: true });
    const next = await files.take(manual);
    write("a.txt", "1");
    write("b/c.txt", "2");
    expect((await files.compare(next.id, "disk")).differences).toHaveLength(2);
    if (name !== "the objects") expect((await files.compare(end.id, next.id)).differences).toEqual([]);
    expect(await restoreAllFiles(files, next.id)).toMatchObject({ kind: "done", different: [] });
    expect(["a.txt", "b/c.txt"].map((each) => fs.readFileSync(path.join(folder, each), "utf8"))).toEqual([
      "one",
      "two",
    ]);
    await stores.cleanUpAll();
    expect(warnings).toEqual([]);
  },
);

it("takes a whole checkpoint in a new window whose store has lost the newest one", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one" });
  const first = await openWindow(place, [folder]).open().take(manual);
  const id = first.folders[0]?.snapshot ?? "";
  fs.rmSync(path.join(place, "store", hashPath(folder), "git/objects", id.slice(0, 2), id.slice(2)));
  const files = openWindow(place, [folder]).open();
  const again = await files.take(manual);
  write("a.txt", "1");
  expect(await restoreAllFiles(files, again.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
});

const day = 24 * 60 * 60 * 1000;
const old = {
  now: Date.now() + 90 * day,
  maxAgeMs: 30 * day,
  isOpen: ({ conversation }: { readonly conversation: string }) => conversation === "kept",
};

it("cleans up a store that lost part of a checkpoint, and keeps the other checkpoints", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "lost/b.txt": "two" });
  const { open, stores } = openWindow(place, [folder], { retention: old });
  const kept = open("kept");
  const [first, whole] = [await kept.take(manual), (await kept.take(manual)).id];
  write("lost/b.txt", "2");
  const second = await kept.take(manual);
  await open("gone").take(manual);
  const objects = path.join(place, "store", hashPath(folder), "git/objects");
  const lostTree = userGit(
    folder,
    `--git-dir=${path.dirname(objects)}`,
    "rev-parse",
    `${second.folders[0]?.snapshot}:files/lost`,
  ).trim();
  for (const object of [lostTree]) fs.rmSync(path.join(objects, object.slice(0, 2), object.slice(2)));
  await stores.cleanUpAll();
  expect(await open("gone").list()).toEqual([]);
  expect(fs.readdirSync(path.join(objects, "pack")).filter((name) => name.endsWith(".pack"))).toHaveLength(1);
  write("a.txt", "1");
  write("lost/b.txt", "3");
  for (const id of [first.id, whole]) {
    expect(await restoreAllFiles(kept, id)).toMatchObject({ kind: "done", different: [] });
    expect(["a.txt", "lost/b.txt"].map((each) => fs.readFileSync(path.join(folder, each), "utf8"))).toEqual([
      "one",
      "two",
    ]);
    write("a.txt", "4");
  }
});

it("frees the space of borrowed objects once the user's repository drops them, and still restores", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "b/c.txt": "two" });
  fs.writeFileSync(path.join(folder, "large.bin"), randomBytes(3_000_000));
  userGit(folder, "init", "-q", "-b", "main");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "with a large file");
  userGit(folder, "rm", "-q", "large.bin");
  userGit(folder, "commit", "-qm", "without");
  userGit(folder, "gc", "-q");
  const { open, stores } = openWindow(place, [folder], { retention: { maxStoreBytes: 1_000_000 } });
  const files = open();
  const first = await files.take(manual);
  expect(await stores.measure()).toBeLessThan(100_000);
  for (const file of ["a.txt", "b/c.txt"]) write(file, "1");
  userGit(folder, "checkout", "-q", "--orphan", "other");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "all new");
  userGit(folder, "branch", "-qD", "main");
  userGit(folder, "reflog", "expire", "--expire=now", "--all");
  userGit(folder, "gc", "-q", "--prune=now");
  expect(await stores.measure()).toBeGreaterThan(3_000_000);
  await files.take({ kind: "turnEnd", prompt: "p" });
  await stores.whenCleanedUp();
  expect(await stores.measure()).toBeLessThan(100_000);
  expect((await files.take(manual)).folders[0]?.uncovered).toBeUndefined();
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(["a.txt", "b/c.txt"].map((each) => fs.readFileSync(path.join(folder, each), "utf8"))).toEqual(["one", "two"]);
});

/** A store with so many files that their contents are in one pack, and changes of three of them since. */
async function beginPacked() {
  const { place, folder, write } = workspace({ ".gitignore": "*.log\n" });
  for (let number = 0; number < 150; number++) write(`files/${number}.txt`, `content ${number}\n`);
  write("files/149.txt", "lost for good\n");
  const first = await openWindow(place, [folder]).open().take(manual);
  const objects = path.join(place, "store", hashPath(folder), "git/objects");
  const packs = fs.readdirSync(path.join(objects, "pack")).filter((name) => name.endsWith(".pack"));
  expect(packs).toHaveLength(1);
  const pack = path.join(objects, "pack", packs[0] ?? "");
  fs.chmodSync(pack, 0o644);
  return {
    place,
    folder,
    write,
    first,
    objects,
    pack,
    at: (number: number): string => path.join(folder, `files/${number}.txt`),
  };
}

/** Damages of a pack of a store. */
const damage: Readonly<Record<string, (pack: string, offset: number) => void>> = {
  "was deleted": (pack) => fs.rmSync(pack),
  "was cut": (pack) => fs.truncateSync(pack, Math.floor(fs.statSync(pack).size / 2)),
  "has other bytes in the place of a content": (pack, offset) => {
    const content = fs.readFileSync(pack);
    content.fill(0xff, offset, offset + 8);
    fs.writeFileSync(pack, content);
  },
};

it.each(Object.keys(damage))(
  "restores what is left of a store whose pack %s, and stores lost files again",
  async (name) => {
    const { place, folder, write, first, objects, pack, at } = await beginPacked();
    const listed = userGit(
      folder,
      `--git-dir=${path.dirname(objects)}`,
      "verify-pack",
      "-v",
      pack.replace(/pack$/, "idx"),
    );
    const lost = userGit(folder, "hash-object", "--no-filters", at(149)).trim();
    const offset = Number(
      listed
        .split("\n")
        .find((line) => line.startsWith(lost))
        ?.split(/\s+/)[4],
    );
    const before = openWindow(place, [folder]).open();
    write("files/149.txt", "changed\n");
    write("files/0.txt", "changed too\n");
    await before.take(manual);
    damage[name]?.(pack, offset);
    // A window that goes on, without a snapshot since.
    const now = await before.take({ kind: "preview" });
    const { differences, uncovered } = await before.compare(first.id, now.id);
    const isWhole = name.startsWith("has");
    expect(uncovered.filter(({ reason }) => reason === "lost").map(({ path: file }) => file)).toEqual(
      isWhole ? [at(149)] : [at(0), at(149)],
    );
    expect(differences.map(({ path: file }) => file)).toEqual(isWhole ? [at(0)] : []);
    // The next snapshot stores again what the disk has; a new window finds the loss by itself.
    write("files/1.txt", "new\n");
    const healed = await before.take(manual);
    for (const number of [2, 3]) write(`files/${number}.txt`, "changed later\n");
    expect(await restoreAllFiles(before, healed.id)).toMatchObject({ kind: "done", different: [] });
    expect([2, 3].map((number) => fs.readFileSync(at(number), "utf8"))).toEqual(["content 2\n", "content 3\n"]);
    for (const number of [2, 3]) write(`files/${number}.txt`, "changed again\n");
    const later = openWindow(place, [folder]).open();
    expect(await restoreAllFiles(later, first.id, (file) => file !== at(149))).toMatchObject({
      kind: "done",
      different: [],
    });
    expect([2, 3].map((number) => fs.readFileSync(at(number), "utf8"))).toEqual(["content 2\n", "content 3\n"]);
    expect(fs.readFileSync(at(149), "utf8")).toBe("changed\n");
  },
);

it.each(Object.keys(damage))("finds at the start of a window, or by a check, that a pack %s", async (name) => {
  const { place, folder, write, first, objects, pack, at } = await beginPacked();
  const listed = userGit(
    folder,
    `--git-dir=${path.dirname(objects)}`,
    "verify-pack",
    "-v",
    pack.replace(/pack$/, "idx"),
  );
  const blob = userGit(folder, "hash-object", "--no-filters", at(7)).trim();
  damage[name]?.(
    pack,
    Number(
      listed
        .split("\n")
        .find((line) => line.startsWith(blob))
        ?.split(/\s+/)[4],
    ),
  );
  const { open, stores } = openWindow(place, [folder], { retention: { isOpen: () => true } });
  const files = open();
  if (name.startsWith("has")) await stores.cleanUpAll();
  await files.take(manual);
  write("files/7.txt", "changed\n");
  write("files/8.txt", "changed\n");
  const now = await files.take({ kind: "preview" });
  const compared = await files.compare(first.id, now.id);
  expect([compared.differences.length, compared.uncovered]).toEqual([2, []]);
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readFileSync(at(7), "utf8")).toBe("content 7\n");
});

it("finds a loss while a window runs by the contents that each snapshot reads again", async () => {
  const { place, folder, write, first, pack, at } = await beginPacked();
  const files = openWindow(place, [folder]).open();
  await files.take(manual);
  fs.rmSync(pack);
  for (const text of ["one\n", "two\n"]) {
    write("files/5.txt", text);
    await files.take(manual);
  }
  write("files/7.txt", "changed\n");
  expect(await restoreAllFiles(files, first.id, (file) => file === at(7))).toMatchObject({
    kind: "done",
    different: [],
  });
  expect(fs.readFileSync(at(7), "utf8")).toBe("content 7\n");
});

it("names a file whose stored content is wrong, and treats it as lost afterwards", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "b.txt": "two" });
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  const blob = userGit(folder, "hash-object", "--no-filters", "b.txt").trim();
  const object = path.join(place, "store", hashPath(folder), "git/objects", blob.slice(0, 2), blob.slice(2));
  write("a.txt", "1");
  write("b.txt", "2");
  fs.chmodSync(object, 0o644);
  fs.writeFileSync(object, zlib.deflateSync("blob 3\0bad"));
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "refused", path: path.join(folder, "b.txt") });
  expect(["a.txt", "b.txt"].map((each) => fs.readFileSync(path.join(folder, each), "utf8"))).toEqual(["1", "2"]);
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(["a.txt", "b.txt"].map((each) => fs.readFileSync(path.join(folder, each), "utf8"))).toEqual(["one", "2"]);
});

it("restores no deletion where the ignore rules of a checkpoint are lost", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", ".gitignore": "*.log\n" });
  const files = openWindow(place, [folder]).open();
  write("kept.log", "left out then");
  const first = await files.take(manual);
  const blob = userGit(folder, "hash-object", "--no-filters", ".gitignore").trim();
  fs.rmSync(path.join(place, "store", hashPath(folder), "git/objects", blob.slice(0, 2), blob.slice(2)));
  fs.rmSync(path.join(folder, ".gitignore"));
  write("a.txt", "1");
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(["a.txt", "kept.log"].map((each) => fs.readFileSync(path.join(folder, each), "utf8"))).toEqual([
    "one",
    "left out then",
  ]);
});

it("reports a folder as lost whose list of files is lost", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one" });
  const files = openWindow(place, [folder]).open();
  const { id, folders } = await files.take(manual);
  write("a.txt", "1");
  const now = await files.take({ kind: "preview" });
  const git = path.join(place, "store", hashPath(folder), "git");
  const tree = userGit(folder, `--git-dir=${git}`, "rev-parse", `${folders[0]?.snapshot}:files`).trim();
  fs.rmSync(path.join(git, "objects", tree.slice(0, 2), tree.slice(2)));
  expect(await files.compare(id, now.id)).toEqual({ differences: [], uncovered: [{ path: folder, reason: "lost" }] });
});

/** Changes that make a store one of another kind, and those that only damage it. */
const kinds: Readonly<Record<string, readonly [isOther: boolean, change: (git: string) => void]>> = {
  "other names of objects": [
    true,
    (git) => {
      fs.rmSync(git, { recursive: true });
      userGit(path.dirname(git), "init", "-q", "--bare", "--object-format=sha256", git);
    },
  ],
  "a newer format": [
    true,
    (git) => fs.writeFileSync(path.join(git, "config"), "[core]\n\trepositoryformatversion = 7\n"),
  ],
  "a damaged configuration": [false, (git) => fs.writeFileSync(path.join(git, "config"), "\0\0\0[[")],
  "a damaged HEAD": [false, (git) => fs.writeFileSync(path.join(git, "HEAD"), "\0\0\0")],
};

it.each(Object.keys(kinds))("takes whole checkpoints in a store with %s", async (name) => {
  const { place, folder, write } = workspace({ "a.txt": "one" });
  const first = await openWindow(place, [folder]).open().take(manual);
  const store = path.join(place, "store", hashPath(folder));
  const [isOther, change] = kinds[name] ?? expect.fail();
  change(path.join(store, "git"));
  const warnings: string[] = [];
  const files = openWindow(place, [folder], { warnings }).open();
  const second = await files.take(manual);
  write("a.txt", "1");
  expect(await restoreAllFiles(files, second.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
  expect(fs.readdirSync(store).some((each) => each.startsWith("git.set-aside-"))).toBe(isOther);
  write("a.txt", "2");
  const now = await files.take({ kind: "preview" });
  expect((await files.compare(first.id, now.id)).differences).toHaveLength(1);
  expect(warnings).toEqual([]);
});
