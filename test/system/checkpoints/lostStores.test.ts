import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { hashPath } from "../../../extension/checkpoints/folderStores.ts";
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

it.each(Object.keys(lost))("takes whole checkpoints again while a window runs in which %s were deleted", async (name) => {
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
  expect(["a.txt", "b/c.txt"].map((each) => fs.readFileSync(path.join(folder, each), "utf8"))).toEqual(["one", "two"]);
  await stores.cleanUpAll();
  expect(warnings).toEqual([]);
});

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
const old = { now: Date.now() + 90 * day, maxAgeMs: 30 * day, isOpen: ({ conversation }: { readonly conversation: string }) => conversation === "kept" };

it("still cleans up a store that has lost a part of a checkpoint, and keeps the others", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "lost/b.txt": "two" });
  const { open, stores } = openWindow(place, [folder], { retention: old });
  const kept = open("kept");
  const [first, whole] = [await kept.take(manual), (await kept.take(manual)).id];
  write("lost/b.txt", "2");
  const second = await kept.take(manual);
  await open("gone").take(manual);
  const objects = path.join(place, "store", hashPath(folder), "git/objects");
  const lostTree = userGit(folder, `--git-dir=${path.dirname(objects)}`, "rev-parse", `${second.folders[0]?.snapshot}:files/lost`).trim();
  for (const object of [lostTree]) fs.rmSync(path.join(objects, object.slice(0, 2), object.slice(2)));
  await stores.cleanUpAll();
  expect(await open("gone").list()).toEqual([]);
  expect(fs.readdirSync(path.join(objects, "pack")).filter((name) => name.endsWith(".pack"))).toHaveLength(1);
  write("a.txt", "1");
  write("lost/b.txt", "3");
  for (const id of [first.id, whole]) {
    expect(await restoreAllFiles(kept, id)).toMatchObject({ kind: "done", different: [] });
    expect(["a.txt", "lost/b.txt"].map((each) => fs.readFileSync(path.join(folder, each), "utf8"))).toEqual(["one", "two"]);
    write("a.txt", "4");
  }
});

it("gives back the space of what was borrowed once the user's repository has it no more, and goes on", async () => {
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
