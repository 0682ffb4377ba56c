import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { hashPath } from "../../../extension/checkpoints/folderStores.ts";
import { openWindow, restoreAllFiles } from "./setup.ts";
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
