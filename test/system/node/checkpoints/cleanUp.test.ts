import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { FolderCheckpoints } from "../../../../extension/node/checkpoints/folderCheckpoints.ts";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import type { Point } from "../../../../extension/node/checkpoints/points/point.ts";
import { selectPoints } from "../../../../extension/node/checkpoints/points/retention.ts";
import { measureStore } from "../../../../extension/node/checkpoints/store/storeFiles.ts";
import type { CheckpointId } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

const day = 24 * 60 * 60 * 1000;
const point = (conversation: string, days: number, kind: "manual" | "preview" = "manual"): Point => ({
  id: `${conversation}${days}` as CheckpointId,
  at: 1000 * day - days * day,
  run: "r",
  conversation,
  cause: kind === "manual" ? { kind, name: "" } : { kind },
  folder: "/w",
});
const select = (points: readonly Point[], share = 0, open: readonly string[] = []) =>
  selectPoints(points, {
    now: 1000 * day,
    maxAgeMs: 30 * day,
    isOpen: ({ conversation }) => open.includes(conversation),
    share,
  }).map(({ id }) => id);

it("keeps the checkpoints of open and recently used conversations, and none of old ones", () => {
  const points = [
    point("old", 50),
    point("old", 40),
    point("open", 50),
    point("used", 60),
    point("used", 3),
    point("now", 2, "preview"),
  ];
  expect(select(points, 0, ["open"])).toEqual(["open50", "used60", "used3"]);
  expect(select([point("now", 0.5, "preview")])).toEqual(["now0.5"]);
});

it("removes the oldest conversations first where space is needed, but none that is in use", () => {
  const points = [point("a", 9), point("b", 7), point("c", 5), point("d", 3), point("today", 0)];
  expect(select(points, 0.25)).toEqual(["b7", "c5", "d3", "today0"]);
  expect(select(points, 1, ["c"])).toEqual(["c5", "today0"]);
});

it("keeps the checkpoints that a copy shares with its original as long as the copy", () => {
  const of = (conversation: string, days: number, copyOf?: string): Point => ({
    ...point(conversation, days),
    session: `session of ${conversation}`,
    ...(copyOf === undefined ? {} : { copyOf: `session of ${copyOf}` }),
  });
  const points = [of("a", 90), of("b", 80, "a"), of("c", 70, "b"), of("other", 60)];
  expect(select(points)).toEqual([]);
  expect(select(points, 1, ["c"])).toEqual(["a90", "b80", "c70"]);
  expect(select([...points, of("c", 2)])).toEqual(["a90", "b80", "c70", "c2"]);
  expect(select(points, 0, ["b"])).toEqual(["a90", "b80"]);
  // Copies that lead in a circle.
  expect(select([of("a", 90, "b"), of("b", 80, "a")], 0, ["a"])).toEqual(["a90", "b80"]);
});

it.each(["without a repository", "in a repository"])(
  "removes what no checkpoint needs, %s, and keeps the others whole",
  async (kind) => {
    const { place, folder, write } = makeWorkspace({ "a.txt": "one", "deep/b.txt": "two" });
    if (kind === "in a repository") {
      userGit(folder, "init", "-q");
      userGit(folder, "add", "-A");
      userGit(folder, "commit", "-qm", "first");
      userGit(folder, "gc", "-q");
    }
    // The conversations were last used five days ago.
    const window = openWindow(place, [folder], {
      retention: { now: Date.now() + 5 * day, isOpen: ({ conversation }) => conversation === "kept" },
    });
    const gone = window.open("gone");
    write("large.bin", Array.from({ length: 20_000 }, () => Math.random()).join(" "));
    await gone.take({ kind: "manual", name: "large" });
    fs.rmSync(path.join(folder, "large.bin"));
    const kept = window.open("kept");
    const first = await kept.take({ kind: "manual", name: "first" });
    const before = readTree(folder);
    write("a.txt", "1");
    await kept.take({ kind: "manual", name: "second" });
    const store = await window.stores.find(folder);
    if (!(store instanceof FolderCheckpoints)) return expect.fail();
    const size = await measureStore(store.store);
    await window.stores.cleanUpAll();
    expect(await measureStore(store.store)).toBeLessThan(size / 2);
    expect(await gone.list()).toEqual([]);
    expect(await restoreAllFiles(kept, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(before);
    // A second time there is nothing left to do, and snapshots go on.
    await window.stores.cleanUpAll();
    write("a.txt", "2");
    expect((await kept.take({ kind: "manual", name: "third" })).folders[0]?.snapshot).toBeDefined();
  },
);

const later = { now: Date.now() + 2 * day };

it("removes the store of a missing folder a day after its last use", async () => {
  const { place, folder } = makeWorkspace({ "a.txt": "one" });
  const window = openWindow(place, [folder]);
  await window.open().take({ kind: "manual", name: "" });
  fs.renameSync(folder, `${folder}-away`);
  await openWindow(place, []).stores.cleanUpAll();
  expect(fs.readdirSync(path.join(place, "store"))).toEqual([hashPath(folder)]);
  await openWindow(place, [], { retention: later }).stores.cleanUpAll();
  expect(fs.readdirSync(path.join(place, "store"))).toEqual([]);
});

it("removes old checkpoints of folders that nobody opens, once a day", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one" });
  const [other, away] = [makeWorkspace({ "b.txt": "one" }).folder, makeWorkspace({ "c.txt": "one" }).folder];
  const take = (each: string, name: string) => openWindow(place, [each]).open(name).take({ kind: "manual", name });
  for (const each of [other, away]) await take(each, "old");
  fs.renameSync(away, `${away}-away`);
  const endTurn = async (days: number): Promise<void> => {
    const { stores, open } = openWindow(place, [folder], {
      retention: { now: Date.now() + days * day, maxAgeMs: 30 * day },
    });
    write("a.txt", `${days}`);
    await open().take({ kind: "turnEnd", prompt: "p" });
    await stores.whenCleanedUp();
  };
  const count = async (): Promise<number> => (await openWindow(place, [other]).open("old").list()).length;
  await endTurn(10);
  expect([await count(), fs.existsSync(path.join(place, "store", hashPath(away)))]).toEqual([1, true]);
  await endTurn(10.5);
  await endTurn(90);
  expect([await count(), fs.existsSync(path.join(place, "store", hashPath(away)))]).toEqual([0, false]);
  await take(other, "old");
  await endTurn(90.5);
  expect(await count()).toBe(1);
});

it("keeps the first checkpoint of a folder that is taken meanwhile", async () => {
  const { place, folder } = makeWorkspace({ "a.txt": "one" });
  const window = openWindow(place, [folder], { retention: { isOpen: () => true } });
  const files = window.open();
  const lock = path.join(place, "store", hashPath(folder), "lock");
  const taking = files.take({ kind: "manual", name: "" });
  await expect.poll(() => fs.existsSync(lock), { interval: 1 }).toBe(true);
  await window.stores.cleanUpAll();
  expect((await files.list()).map(({ id }) => id)).toEqual([(await taking).id]);
});

it("keeps an absent folder's checkpoints for an open conversation, else begins anew on return", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one" });
  let isOpen = true;
  const window = openWindow(place, [folder], { retention: { ...later, isOpen: () => isOpen } });
  const files = window.open();
  const first = await files.take({ kind: "manual", name: "" });
  const whileAway = async (work: () => Promise<void>): Promise<void> => {
    fs.renameSync(folder, `${folder}-away`);
    await work();
    fs.renameSync(`${folder}-away`, folder);
  };
  await whileAway(() => window.stores.cleanUpAll());
  write("a.txt", "1");
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  isOpen = false;
  await whileAway(() => window.stores.cleanUpAll());
  expect(await files.list()).toEqual([]);
  expect((await files.take({ kind: "manual", name: "" })).folders).toEqual([{ folder, snapshot: expect.any(String) }]);
});

it("cleans up when disk space is short, and takes checkpoints again once some is free", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one" });
  const old = openWindow(place, [folder]).open("old");
  await old.take({ kind: "manual", name: "" });
  const retention = { now: Date.now() + 90 * day, maxAgeMs: 30 * day };
  const { stores, open } = openWindow(place, [folder], { retention, minFreeBytes: Number.POSITIVE_INFINITY });
  const files = open("new");
  expect((await files.take({ kind: "message", prompt: "p" })).folders).toEqual([{ folder, uncovered: "noSpace" }]);
  await stores.whenCleanedUp();
  expect(await old.list()).toEqual([]);
  write("a.txt", "1");
  const again = openWindow(place, [folder], { minFreeBytes: 0 }).open("new");
  expect((await again.take({ kind: "message", prompt: "q" })).folders[0]?.snapshot).toBeDefined();
});

it("restores what is recorded, and undoes that, without space to record more", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one" });
  const first = await openWindow(place, [folder]).open().take({ kind: "message", prompt: "p" });
  write("a.txt", "two");
  const files = openWindow(place, [folder], { minFreeBytes: Number.POSITIVE_INFINITY }).open();
  expect((await files.take({ kind: "message", prompt: "q" })).folders).toEqual([{ folder, uncovered: "noSpace" }]);
  const read = (): string => fs.readFileSync(path.join(folder, "a.txt"), "utf8");
  const rewound = await restoreAllFiles(files, first.id);
  expect([rewound.kind, read()]).toEqual(["done", "one"]);
  if (rewound.kind === "done") expect(await restoreAllFiles(files, rewound.undo.id)).toMatchObject({ kind: "done" });
  expect(read()).toBe("two");
});

it("removes no checkpoints for lack of space that occupy none", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one" });
  const retention = { now: Date.now() + 5 * day, maxStoreBytes: 0 };
  const { stores, open } = openWindow(place, [folder], { retention });
  await open("same").take({ kind: "manual", name: "" });
  write("a.txt", "two");
  await open("unique").take({ kind: "manual", name: "" });
  write("a.txt", "one");
  await open("now").take({ kind: "turnEnd", prompt: "p" });
  await stores.whenCleanedUp();
  expect(await Promise.all(["same", "unique", "now"].map(async (name) => (await open(name).list()).length))).toEqual([
    1, 0, 1,
  ]);
});

it("cleans up the other stores where one cannot be read, which stays", async () => {
  const { place, folder } = makeWorkspace({ "a.txt": "one" });
  const other = makeWorkspace({ "a.txt": "one" }).folder;
  const stores = path.join(place, "store");
  for (const each of [folder, other]) await openWindow(place, [each]).open().take({ kind: "manual", name: "" });
  const [unreadable, gone] = [folder, other].map((each) => path.join(stores, hashPath(each)));
  fs.rmSync(path.join(unreadable ?? "", "points.jsonl"));
  fs.mkdirSync(path.join(unreadable ?? "", "points.jsonl"));
  fs.writeFileSync(path.join(stores, "0"), "not a store");
  fs.rmSync(other, { recursive: true });
  await expect(openWindow(place, [], { retention: later }).stores.cleanUpAll()).rejects.toMatchObject({
    code: "ENOTREG",
  });
  expect([unreadable, gone].map((store) => fs.existsSync(store ?? ""))).toEqual([true, false]);
});
