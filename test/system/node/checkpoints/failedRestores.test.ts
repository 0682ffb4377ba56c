import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { ConversationFiles } from "../../../../extension/node/checkpoints/conversationFiles.ts";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import { withStoreLock } from "../../../../extension/node/checkpoints/store/storeLock.ts";
import type { CheckpointId } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

const manual = { kind: "manual", name: "" } as const;

async function plan(files: ConversationFiles, to: CheckpointId) {
  const now = await files.take({ kind: "preview" });
  const { differences } = await files.compare(to, now.id);
  const steps = differences.map(({ path: name }) => ({ path: name, kind: "restore" as const }));
  return () => files.restore(to, steps, now.id, { kind: "rewind", to });
}

it("lists no rewind whose files could not be staged, and keeps the one before", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", "b.txt": "two" });
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  const blob = userGit(folder, "hash-object", "--no-filters", "b.txt").trim();
  write("a.txt", "1");
  const done = await restoreAllFiles(files, first.id);
  write("b.txt", "2");
  const restore = await plan(files, first.id);
  fs.rmSync(path.join(place, "store", hashPath(folder), "git/objects", blob.slice(0, 2), blob.slice(2)));
  expect(await restore()).toMatchObject({ kind: "refused" });
  const listed = await files.list();
  expect(listed.map(({ id }) => id)).toEqual([first.id, done.kind === "done" && done.undo.id]);
  expect(await openWindow(place, [folder]).open().list()).toEqual(listed);
});

it("lists no rewind that lacks its checkpoint in one of two folders", async () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`d${at % 7}/f${at}`, `${at}`]));
  const [one, other] = [makeWorkspace(many), makeWorkspace({ "b.txt": "two" })];
  const files = openWindow(one.place, [one.folder, other.folder]).open();
  const first = await files.take(manual);
  other.write("b.txt", "2");
  const restore = await plan(files, first.id);
  for (let at = 0; at < 400; at++) one.write(`d${at % 7}/f${at}`, `changed ${at}`);
  for (let at = 0; at < 1001; at++) other.write(`new${at}`, "");
  // So many new contents go into a pack.
  const packs = path.join(one.place, "store", hashPath(other.folder), "git/objects/pack");
  fs.rmSync(packs, { recursive: true, force: true });
  fs.writeFileSync(packs, "");
  expect(await restore()).toMatchObject({ kind: "refused", reason: "noUndo" });
  const store = path.join(one.place, "store", hashPath(one.folder));
  expect(fs.existsSync(path.join(store, "lock"))).toBe(false);
  expect(fs.readdirSync(path.join(store, "git")).filter((name) => name.startsWith("new-index"))).toEqual([]);
  expect((await files.list()).map(({ cause }) => cause.kind)).toEqual(["manual"]);
  expect(fs.readFileSync(path.join(other.folder, "b.txt"), "utf8")).toBe("2");
});

it("lists no checkpoint that was aborted after it was complete in one of two folders", async () => {
  const [one, other] = [makeWorkspace({ "a.txt": "one" }), makeWorkspace({ "b.txt": "two" })];
  const files = openWindow(one.place, [one.folder, other.folder]).open();
  const [store, held] = [one.folder, other.folder].map((folder) => path.join(one.place, "store", hashPath(folder))) as [
    string,
    string,
  ];
  fs.mkdirSync(held, { recursive: true });
  const log = path.join(store, "points.jsonl");
  await withStoreLock(held, async () => {
    const aborted = new AbortController();
    const taking = files.take(manual, aborted.signal);
    while (!fs.existsSync(log) || fs.existsSync(path.join(store, "lock")))
      await new Promise((resolve) => setImmediate(resolve));
    aborted.abort();
    await expect(taking).rejects.toThrow();
  });
  expect(await files.list()).toEqual([]);
});
