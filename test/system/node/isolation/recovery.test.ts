// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { DiskIsolation } from "../../../../extension/node/isolation/diskIsolation.ts";
import { IsolatedStore } from "../../../../extension/node/isolation/isolatedStore.ts";
import { readRecord } from "../../../../extension/node/isolation/record.ts";
import type { IsolationRecovery } from "../../../../extension/shared/contract/changes/isolation.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { program } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { applyClean, listEffects, makeCopy, openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

const original = { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" };

async function begin() {
  const workspace = makeWorkspace(original, true);
  const isolation = openIsolation(workspace.place, workspace.folder);
  const copy = await makeCopy(isolation, workspace.folder);
  const disk = () =>
    ["a.txt", "b.txt", "c.txt"]
      .map((name) => fs.readFileSync(path.join(workspace.folder, name), "utf8").trim())
      .join("");
  return { ...workspace, isolation, copy, disk };
}

/**
 * Applies all changes of a copy like a window that ends when it has moved nothing yet; `moved`: files that it moved.
 */
async function cutApply(isolation: DiskIsolation, id: string, moved: () => void): Promise<void> {
  const { last, changes } = await isolation.compare(id);
  const place = isolation.placeOf(id);
  const record = readRecord(place);
  const store = record && new IsolatedStore({ program, place, record });
  const planned = await store?.plan(
    last,
    changes.map((change) => ({ path: change.path, expected: change.mine })),
  );
  if (!store || !planned || "kind" in planned) return expect.fail();
  const { restore, journal } = store.toRestore("cut", planned.operations);
  expect(await restore.prepare(journal)).toHaveProperty("apply");
  moved();
}

it.each(["compare", "discard"] as const)(
  "finishes another window's interrupted apply before it continues: %s",
  async (action) => {
    const { isolation, copy, folder, disk } = await begin();
    const done: IsolationRecovery[] = [];
    isolation.onDidRecover((each) => done.push(each));
    write(copy.folder, { "a.txt": "A\n", "b.txt": "B\n" });
    await cutApply(isolation, copy.id, () => write(folder, { "a.txt": "A\n" }));
    await isolation[action](copy.id);
    expect(disk()).toBe("ABc");
    expect(done).toEqual([{ code: "applyFinished", origin: folder }]);
    write(folder, { "b.txt": "mine\n" });
    expect(await openIsolation(path.dirname(path.dirname(isolation.placeOf(copy.id))), folder).recover()).toEqual([]);
    expect(disk()).toBe("Aminec");
  },
);

it("finishes an apply of a discarded copy before it is removed", async () => {
  const { isolation, copy, folder, disk } = await begin();
  write(copy.folder, { "a.txt": "A\n", "b.txt": "B\n" });
  await isolation.discard(copy.id);
  await cutApply(isolation, copy.id, () => write(folder, { "a.txt": "A\n" }));
  await isolation.remove(copy.id);
  expect([disk(), isolation.list()]).toEqual(["ABc", []]);
});

it("undoes no earlier apply in place of one that was interrupted and finished", async () => {
  const { isolation, copy, folder, disk } = await begin();
  write(copy.folder, { "a.txt": "A\n" });
  await applyClean(isolation, copy.id);
  expect(await isolation.listApplied(copy.id)).toEqual(["a.txt"]);
  write(copy.folder, { "b.txt": "B\n", "c.txt": "C\n" });
  await cutApply(isolation, copy.id, () => write(folder, { "b.txt": "B\n" }));
  expect(await isolation.recover()).toMatchObject([{ code: "applyFinished" }]);
  expect(await isolation.listApplied(copy.id)).toEqual([]);
  expect(await isolation.undoApply(copy.id)).toBeUndefined();
  expect(disk()).toBe("ABC");
});

it("still undoes the apply before one that was interrupted and rolled back", async () => {
  const { isolation, copy, folder, disk } = await begin();
  write(copy.folder, { "a.txt": "A\n" });
  await applyClean(isolation, copy.id);
  write(copy.folder, { "b.txt": "B\n", "c.txt": "C\n" });
  await cutApply(isolation, copy.id, () => write(folder, { "b.txt": "B\n", "c.txt": "mine\n" }));
  expect(await isolation.recover()).toMatchObject([{ code: "applyTakenBack" }]);
  expect(disk()).toBe("Abmine");
  expect(await isolation.undoApply(copy.id)).toEqual({ kind: "applied", files: 1 });
  expect(disk()).toBe("abmine");
});

it.each(["by another version", "damaged"])("removes nothing of a discarded copy whose record is %s", async (kind) => {
  const { isolation, copy } = await begin();
  write(copy.folder, { "a.txt": "A\n" });
  await isolation.discard(copy.id);
  const place = isolation.placeOf(copy.id);
  const file = path.join(place, "record.json");
  const text = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, kind === "damaged" ? text.slice(1) : text.replace('"version":1', '"version":2'));
  const before = readTree(place);
  expect(await isolation.recover()).toEqual([]);
  expect(readTree(place)).toEqual(before);
  expect([isolation.list(), isolation.listUnreadable()]).toEqual([
    [],
    [{ id: copy.id, path: place, changedAt: fs.statSync(place).mtimeMs }],
  ]);
  expect(await isolation.measure(copy.id)).toBeGreaterThan(0);
  fs.writeFileSync(file, text);
  expect(isolation.listUnreadable()).toEqual([]);
  expect(await listEffects(isolation, copy.id)).toEqual({ "a.txt": "clean" });
});

it("removes what a killed git or an early interrupted apply left in a copy", async () => {
  const { isolation, copy } = await begin();
  const place = isolation.placeOf(copy.id);
  const left = [
    "store/objects/tmp_objdir-bulk-fsync-a/17/b",
    "store/objects/pack/tmp_pack_a",
    "store/new-index.1.x.lock",
    "restore-cut/0",
  ];
  for (const name of left) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), "left");
  }
  expect(await isolation.recover()).toEqual([]);
  expect(left.filter((name) => fs.existsSync(path.join(place, name)))).toEqual([]);
  expect(fs.existsSync(path.join(place, "restore-cut"))).toBe(false);
});
