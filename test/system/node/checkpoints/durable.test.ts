import fs from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();
const manual = { kind: "manual", name: "" } as const;

/** Returns the files and folders below a folder that work makes durable, relative to it; "" for itself. */
async function listSynced(folder: string, work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const synced = new Set<string>();
  const open = fs.promises.open.bind(fs.promises);
  const spy = vi.spyOn(fs.promises, "open").mockImplementation(async (file, ...rest) => {
    const handle = await open(file, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      const relative = path.relative(folder, String(file));
      if (!relative.startsWith("..")) synced.add(relative);
    };
    return handle;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return synced;
}

it("makes all changes of a restore durable before it ends, also folders and permissions", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "new/deep/b.txt": "two", "inner/mode.sh": "m" });
  fs.mkdirSync(path.join(folder, "other/empty"), { recursive: true });
  fs.chmodSync(path.join(folder, "inner/mode.sh"), 0o640);
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  fs.rmSync(path.join(folder, "new"), { recursive: true });
  fs.rmSync(path.join(folder, "other"), { recursive: true });
  write("more/c.txt", "c");
  fs.chmodSync(path.join(folder, "inner/mode.sh"), 0o600);
  const synced = await listSynced(folder, async () =>
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] }),
  );
  expect([...synced].sort()).toEqual(["", "inner/mode.sh", "new", "new/deep", "other"]);
});

it("makes a rollback durable too", async () => {
  const { place, folder, write } = workspace({ "a/one.txt": "one", "b/two.txt": "two" });
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  fs.rmSync(path.join(folder, "a"), { recursive: true });
  write("b/two.txt", "2");
  const rename = fs.renameSync.bind(fs);
  const spy = vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    if (String(to).endsWith("two.txt")) throw new Error("no");
    rename(from, to);
  });
  const synced = await listSynced(folder, async () =>
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "refused" }),
  );
  spy.mockRestore();
  expect(fs.existsSync(path.join(folder, "a"))).toBe(false);
  expect([...synced].sort()).toEqual(["", "b"]);
});
