import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { hashFile } from "../../../../extension/node/checkpoints/index/blobNames.ts";
import { openStaging } from "../../../../extension/node/checkpoints/restore/openRestore.ts";
import { Restore } from "../../../../extension/node/checkpoints/restore/restore.ts";
import { RestoreFiles } from "../../../../extension/node/checkpoints/restore/restoreFiles.ts";
import { openSnapshots } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

/** Effects of another program on a file that was just moved into place, and whether it is then as planned. */
const effects: Readonly<Record<string, readonly [effect: (file: string) => void, isAsPlanned: boolean]>> = {
  "nothing.txt": [() => {}, true],
  "written.txt": [(file) => fs.writeFileSync(file, "TWO"), false],
  "longer.txt": [(file) => fs.appendFileSync(file, "more"), false],
  "sameTime.txt": [
    (file) => {
      const { atime, mtime } = fs.statSync(file);
      fs.writeFileSync(file, "longer");
      fs.utimesSync(file, atime, mtime);
    },
    false,
  ],
  "executable.txt": [(file) => fs.chmodSync(file, 0o755), false],
  "gone.txt": [(file) => fs.rmSync(file), false],
  "touched.txt": [(file) => fs.utimesSync(file, 1, 1), true],
  "replaced.txt": [
    (file) => {
      fs.copyFileSync(file, `${file}.new`);
      fs.renameSync(`${file}.new`, file);
    },
    true,
  ],
};

it("names each file that another program changed right after it was restored, and no other", async () => {
  const names = Object.keys(effects);
  const { place, folder, write } = makeWorkspace(Object.fromEntries(names.map((name) => [name, "one"])), true);
  const snapshots = await openSnapshots(place, folder);
  const first = await snapshots.take();
  for (const name of names) write(name, "two");
  write("new.txt", "two");
  const second = await snapshots.take();
  const store = path.join(place, "journals");
  fs.mkdirSync(store);
  const calls = {
    hash: hashFile,
    rename: async (from: string, to: string) => {
      await fs.promises.rename(from, to);
      effects[path.basename(to)]?.[0](to);
    },
    remove: async (file: string) => {
      await fs.promises.rm(file);
      fs.writeFileSync(file, "again");
    },
  };
  const restore = new Restore({
    files: new RestoreFiles(folder, snapshots, { calls }),
    folder: store,
    staging: openStaging(store, folder),
  });
  const { changes } = await snapshots.compare(second.id, first.id);
  const prepared = await restore.prepare({
    id: "checked",
    operations: changes,
    createFolders: [],
    removeFolders: [],
    modes: [],
  });
  if ("kind" in prepared) return expect.fail();
  const outcome = await prepared.apply();
  await prepared.finish();
  const wrong = names.filter((name) => !effects[name]?.[1]);
  expect(outcome).toEqual({ kind: "done", different: expect.arrayContaining([...wrong, "new.txt"]) });
  expect(outcome.kind === "done" && outcome.different).toHaveLength(wrong.length + 1);
});

/** Changes of a file after a snapshot that leave its size as it was. */
const unseen: Readonly<Record<string, (file: string) => void>> = {
  "its content and its time": (file) => fs.writeFileSync(file, "now"),
  "its content, with its time set back": (file) => {
    const { atime, mtime } = fs.statSync(file);
    fs.writeFileSync(file, "now");
    fs.utimesSync(file, atime, mtime);
  },
  "another file in its place": (file) => {
    fs.writeFileSync(`${file}.new`, "now");
    fs.renameSync(`${file}.new`, file);
  },
};

it.each(Object.entries(unseen))(
  "reads only files that changed since the snapshot before a restore, and notices %s",
  async (_, change) => {
    const names = Array.from({ length: 60 }, (_, number) => `${number % 3}/${number}.txt`);
    const { place, folder, write } = makeWorkspace(Object.fromEntries(names.map((name) => [name, "one"])), true);
    const snapshots = await openSnapshots(place, folder);
    const first = await snapshots.take();
    for (const name of names) write(name, "two");
    for (const name of names) fs.utimesSync(path.join(folder, name), 1, 1);
    const second = await snapshots.take();
    // The next one is later than all times of the files, which it then need not compare by content.
    while (Date.now() - fs.statSync(path.join(folder, names[0] ?? "")).ctimeMs < 50)
      await new Promise((resolve) => setImmediate(resolve));
    await snapshots.take();
    const store = path.join(place, "journals");
    fs.mkdirSync(store);
    const read: string[] = [];
    const calls = {
      hash: (file: string) => {
        read.push(path.relative(folder, file));
        return hashFile(file);
      },
      rename: fs.promises.rename,
      remove: fs.promises.rm,
    };
    const files = new RestoreFiles(folder, snapshots, {
      calls,
      findRecorded: (paths) => snapshots.findRecorded(paths),
    });
    const restore = new Restore({ files, folder: store, staging: openStaging(store, folder) });
    const { changes } = await snapshots.compare(second.id, first.id);
    const journal = { id: "checked", operations: changes, createFolders: [], removeFolders: [], modes: [] };
    change(path.join(folder, "1/31.txt"));
    expect(await restore.prepare(journal)).toEqual({ kind: "rolledBack", path: "1/31.txt", reason: "changed" });
    expect(read).toEqual(["1/31.txt"]);
  },
);
