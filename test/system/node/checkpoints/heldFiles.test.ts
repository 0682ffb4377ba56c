import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { getHeldRetries, retryHeld } from "../../../../extension/node/checkpoints/disk/heldFiles.ts";
import { hashFile } from "../../../../extension/node/checkpoints/index/blobNames.ts";
import type { FileCalls } from "../../../../extension/node/checkpoints/restore/diskCalls.ts";
import { openStaging } from "../../../../extension/node/checkpoints/restore/openRestore.ts";
import { Restore } from "../../../../extension/node/checkpoints/restore/restore.ts";
import { RestoreFiles } from "../../../../extension/node/checkpoints/restore/restoreFiles.ts";
import { readTree } from "./readTree.ts";
import { openSnapshots } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

/** Codes of `rename`, `unlink` and `open` in Node on Windows for a file that another program has open. */
const codes = ["EBUSY", "EPERM", "EACCES"] as const;
const retries = { attempts: 3, pauseMs: 1 };
const fail = (code: string): never => {
  throw Object.assign(new Error(`${code}: the file is held open`), { code });
};

it("tries for two seconds on Windows, and once elsewhere, where such an error stays", () => {
  const { attempts, pauseMs } = getHeldRetries("win32");
  expect((attempts - 1) * pauseMs).toBe(1_900);
  expect([getHeldRetries("linux").attempts, getHeldRetries("darwin").attempts]).toEqual([1, 1]);
});

it("rejects at once with any other error", async () => {
  let count = 0;
  const step = (): never => {
    count++;
    return fail("ENOSPC");
  };
  await expect(retryHeld(step, retries)).rejects.toThrow("ENOSPC");
  expect(count).toBe(1);
});

type Call = keyof FileCalls;

/** Carries out a restore. `hold` is called before each call on a file, and can make it fail as Windows does. */
async function begin(hold: (name: string, call: Call) => void) {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", "b.txt": "one", "gone/c.txt": "one" }, true);
  const snapshots = await openSnapshots(place, folder);
  const first = await snapshots.take();
  const before = readTree(folder);
  write("a.txt", "two");
  write("b.txt", "two");
  fs.rmSync(path.join(folder, "gone"), { recursive: true });
  write("new/d.txt", "two");
  const second = await snapshots.take();
  const after = readTree(folder);
  const held = (file: string, call: Call): void => hold(path.relative(folder, file), call);
  const calls: FileCalls = {
    hash: async (file) => {
      held(file, "hash");
      return hashFile(file);
    },
    rename: async (from, to) => {
      held(to, "rename");
      await fs.promises.rename(from, to);
    },
    remove: async (file) => {
      held(file, "remove");
      await fs.promises.rm(file, { force: true });
    },
  };
  const store = path.join(place, "journals");
  fs.mkdirSync(store);
  const restore = new Restore({
    files: new RestoreFiles(folder, snapshots, { calls, retries }),
    folder: store,
    staging: openStaging(store, folder),
  });
  const { changes } = await snapshots.compare(second.id, first.id);
  const prepared = await restore.prepare({
    id: "held",
    operations: changes,
    createFolders: [],
    removeFolders: [],
    modes: [],
  });
  const outcome = "kind" in prepared ? prepared : await prepared.apply();
  if ("finish" in prepared) await prepared.finish();
  return { outcome, tree: readTree(folder), before, after, left: fs.readdirSync(store) };
}

const rows = [
  ...codes.map((code) => ["replaced", "b.txt", "rename", code] as const),
  ["read", "b.txt", "hash", "EBUSY"],
  ["created", "gone/c.txt", "rename", "EBUSY"],
  ["deleted", "new/d.txt", "remove", "EBUSY"],
] as const;

it.each(rows)("waits while a file that is to be %s is held open: %s, %s, %s", async (_, name, call, code) => {
  let held = 2;
  const { outcome, tree, before, left } = await begin((file, each) => {
    if (file === path.normalize(name) && each === call && held-- > 0) fail(code);
  });
  expect(outcome).toEqual({ kind: "done", different: [] });
  expect(held).toBeLessThan(0);
  expect([tree, left]).toEqual([before, []]);
});

it.each(rows)("names a file held open that cannot be %s, and rolls back: %s, %s, %s", async (_, name, call, code) => {
  let tries = 0;
  const { outcome, tree, after, left } = await begin((file, each) => {
    if (file !== path.normalize(name) || each !== call) return;
    tries++;
    fail(code);
  });
  expect(outcome).toEqual({ kind: "rolledBack", path: name, reason: `${code}: the file is held open` });
  expect(tries).toBe(retries.attempts);
  expect([tree, left]).toEqual([after, []]);
});
