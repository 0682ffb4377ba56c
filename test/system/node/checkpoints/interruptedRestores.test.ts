import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import { openRestore } from "../../../../extension/node/checkpoints/restore/openRestore.ts";
import type { RestoreOutcome } from "../../../../extension/node/checkpoints/restore/restore.ts";
import { readTree } from "./readTree.ts";
import { openSnapshots, openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

function begin(files: Readonly<Record<string, string>> = {}) {
  const one = makeWorkspace(files);
  const recovered: RestoreOutcome[] = [];
  const open = () =>
    openWindow(one.place, [one.folder], { onRecovered: (_, outcome) => recovered.push(outcome) }).open();
  return { ...one, open, files: open(), recovered };
}

const manual = { kind: "manual", name: "now" } as const;

/** A checkpoint that was taken. */
type Taken = Awaited<ReturnType<ReturnType<typeof begin>["files"]["take"]>>;

/** Plans the journal of a restore from one checkpoint to another; `leave` writes it, as a restore that is cut off. */
async function planJournal({ place, folder }: { place: string; folder: string }, from: Taken, to: Taken) {
  const store = path.join(place, "store", hashPath(folder));
  const snapshots = await openSnapshots(store, folder, {}, { name: "git" });
  const { changes } = await snapshots.compare(from.folders[0]?.snapshot ?? "", to.folders[0]?.snapshot ?? "");
  const operations = changes.map(({ path: name, before, after }) => ({ path: name, before, after }));
  const journal = { id: "x", operations, createFolders: [], removeFolders: [], modes: [] };
  const leave = (more: object = {}): void =>
    fs.writeFileSync(path.join(store, "restore-journal.json"), JSON.stringify({ ...journal, ...more }));
  return { store, leave };
}

describe("a restore that was interrupted, and a file that was changed since", () => {
  const names = Array.from({ length: 30 }, (_, at) => `f${at}.txt`);

  /** Leaves a journal from "two" to "one" of which the first ten steps were carried out. */
  async function interrupt() {
    const one = begin(Object.fromEntries(names.map((name) => [name, "one"])));
    const { write, files } = one;
    const first = await files.take(manual);
    for (const name of names) write(name, "two");
    const second = await files.take(manual);
    const { store, leave } = await planJournal(one, second, first);
    const cut = (commit?: string) => leave({ commit });
    for (const name of names.slice(0, 10)) write(name, "one");
    return { ...one, store, cut };
  }

  const edits: Readonly<Record<string, (folder: string, name: string) => void>> = {
    edited: (folder, name) => fs.writeFileSync(path.join(folder, name), "mine"),
    ...(process.platform === "win32"
      ? {}
      : { "given other permissions": (folder, name) => fs.chmodSync(path.join(folder, name), 0o600) }),
    deleted: (folder, name) => fs.rmSync(path.join(folder, name)),
    "replaced by a folder": (folder, name) => {
      fs.rmSync(path.join(folder, name));
      fs.mkdirSync(path.join(folder, name));
      fs.writeFileSync(path.join(folder, name, "mine.txt"), "mine");
    },
  };
  const touched = { "restored already": ["f3.txt"], "not yet": ["f20.txt"], "restored and not": ["f3.txt", "f20.txt"] };

  describe.each(Object.entries(edits))("%s", (_edit, edit) => {
    it.each(Object.entries(touched))(
      "is rolled back as a whole, and the file is named and left unchanged: %s",
      async (_, edited) => {
        const { folder, open, recovered, cut } = await interrupt();
        cut();
        for (const name of edited) edit(folder, name);
        const mine = readTree(folder);
        await open().take(manual);
        const now = readTree(folder);
        const rest = names.filter((name) => !edited.includes(name));
        expect(new Set(rest.map((name) => fs.readFileSync(path.join(folder, name), "utf8")))).toEqual(new Set(["two"]));
        for (const name of edited) expect(now[name]).toEqual(mine[name]);
        expect(recovered).toMatchObject([{ kind: "rolledBack" }]);
        const [outcome] = recovered;
        expect(outcome?.kind === "rolledBack" ? [...(outcome.kept ?? [])].sort() : []).toEqual([...edited].sort());
      },
    );
  });

  it("is finished if it is one of several folders, of which others may be finished", async () => {
    const { folder, open, write, recovered, store, cut } = await interrupt();
    const note = path.join(store, "committed-x");
    fs.writeFileSync(note, "");
    cut(note);
    for (const name of ["f3.txt", "f20.txt"]) write(name, "mine");
    await open().take(manual);
    const rest = names.filter((name) => !["f3.txt", "f20.txt"].includes(name));
    expect(new Set(rest.map((name) => fs.readFileSync(path.join(folder, name), "utf8")))).toEqual(new Set(["one"]));
    expect(["f3.txt", "f20.txt"].map((name) => fs.readFileSync(path.join(folder, name), "utf8"))).toEqual([
      "mine",
      "mine",
    ]);
    expect(recovered).toMatchObject([{ kind: "done", different: expect.arrayContaining(["f3.txt", "f20.txt"]) }]);
  });
});

it("finishes a restore in all its folders long after it was interrupted", async () => {
  const [one, other] = [makeWorkspace({ "a.txt": "two" }), makeWorkspace({ "b.txt": "two" })];
  const folders = [one.folder, other.folder];
  await openWindow(one.place, folders).open().take(manual);
  const stores = folders.map((folder) => path.join(one.place, "store", hashPath(folder)));
  const commit = path.join(stores[0] ?? "", `committed-${randomUUID()}`);
  fs.writeFileSync(commit, "");
  const past = Date.now() / 1000 - 60 * 24 * 60 * 60;
  fs.utimesSync(commit, past, past);
  for (const [at, name] of ["a.txt", "b.txt"].entries()) {
    const snapshots = await openSnapshots(stores[at] ?? "", folders[at] ?? "", {}, { name: "git" });
    const [before, after] = [await snapshots.store(Buffer.from("two")), await snapshots.store(Buffer.from("one"))];
    const operations = [{ path: name, before: { blob: before, kind: "file" }, after: { blob: after, kind: "file" } }];
    const journal = { id: randomUUID(), operations, createFolders: [], removeFolders: [], modes: [], commit };
    fs.writeFileSync(path.join(stores[at] ?? "", "restore-journal.json"), JSON.stringify(journal));
  }
  await openWindow(one.place, folders).open().take(manual);
  expect([
    fs.readFileSync(path.join(one.folder, "a.txt"), "utf8"),
    fs.readFileSync(path.join(other.folder, "b.txt"), "utf8"),
  ]).toEqual(["one", "one"]);
});

it("finishes after a crash what its journal lists", async () => {
  const { place, folder, write, open, files, recovered } = begin({ "a.txt": "one", "b.txt": "two", "c.txt": "three" });
  const first = await files.take(manual);
  const wanted = readTree(folder);
  write("a.txt", "1");
  write("b.txt", "2");
  fs.rmSync(path.join(folder, "c.txt"));
  write("new.txt", "n");
  const second = await files.take(manual);
  (await planJournal({ place, folder }, second, first)).leave();
  // The crash came after the first of its steps.
  write("a.txt", "one");
  await open().take(manual);
  expect(recovered).toEqual([{ kind: "done", different: [] }]);
  expect(readTree(folder)).toEqual(wanted);
  await open().take(manual);
  expect(recovered).toHaveLength(1);
});

describe("keeps what took a folder's place after a crash, and rolls the rest back", () => {
  const kinds: Readonly<Record<string, (at: string, elsewhere: string) => void>> = {
    "a file": (at) => fs.writeFileSync(at, "mine"),
    "a link to a folder elsewhere": (at, elsewhere) => fs.symlinkSync(elsewhere, at, "junction"),
  };

  it.each(Object.keys(kinds))("%s", async (kind) => {
    const { place, folder, write, open, files, recovered } = begin({ "b.txt": "one" });
    const first = await files.take(manual);
    write("b.txt", "two");
    write("deep/sub/new.txt", "new");
    const second = await files.take(manual);
    (await planJournal({ place, folder }, second, first)).leave();
    write("b.txt", "one");
    const elsewhere = path.join(place, "elsewhere");
    fs.mkdirSync(path.join(elsewhere, "sub"), { recursive: true });
    fs.rmSync(path.join(folder, "deep"), { recursive: true });
    kinds[kind]?.(path.join(folder, "deep"), elsewhere);
    await open().take(manual);
    expect(fs.readFileSync(path.join(folder, "b.txt"), "utf8")).toBe("two");
    expect(recovered).toMatchObject([{ kind: "rolledBack", kept: ["deep/sub/new.txt"] }]);
    // An empty folder is all that a restore removes without a look at its content.
    expect(fs.existsSync(path.join(elsewhere, "sub"))).toBe(true);
    expect(fs.lstatSync(path.join(folder, "deep")).isDirectory()).toBe(false);
  });
});

it("finishes another window's interrupted restore before anything else is recorded or restored", async () => {
  const { place, folder, write, open, files, recovered } = begin({ "a.txt": "one", "b.txt": "one" });
  const first = await files.take(manual);
  write("a.txt", "two");
  write("b.txt", "two");
  const second = await files.take(manual);
  // The other window ends behind the first step, while this one goes on.
  const [from = "", to = ""] = [second, first].map(({ folders }) => folders[0]?.snapshot ?? "");
  const found = await openWindow(place, [folder]).stores.find(folder);
  if (typeof found === "string") return expect.fail();
  await found.exclusive(async (parts) => {
    const { changes } = await parts.snapshots.compare(from, to);
    expect(
      await openRestore(parts).prepare({
        id: "cut",
        operations: changes,
        createFolders: [],
        removeFolders: [],
        modes: [],
      }),
    ).toHaveProperty("apply");
    write("a.txt", "one");
  });
  const third = await files.take(manual);
  expect(recovered).toMatchObject([{ kind: "done", different: [] }]);
  expect(readTree(folder)).toMatchObject({
    "a.txt": expect.stringContaining("b25l"),
    "b.txt": expect.stringContaining("b25l"),
  });
  expect(third.folders).toEqual(first.folders);
  expect(await restoreAllFiles(open(), second.id)).toMatchObject({ kind: "done", different: [] });
  expect(recovered).toHaveLength(1);
});

it.skipIf(process.platform === "win32")(
  "leaves a folder as it is that was closed to others since a crash",
  async () => {
    const { place, folder, write, open, files, recovered } = begin({ "keys/a.pem": "one", "b.txt": "one" });
    const keys = path.join(folder, "keys");
    fs.chmodSync(keys, 0o777);
    const first = await files.take(manual);
    fs.chmodSync(keys, 0o750);
    write("b.txt", "two");
    const second = await files.take(manual);
    const folderModes = [{ path: "keys", mode: 0o777, modeBefore: 0o750 }];
    (await planJournal({ place, folder }, second, first)).leave({ folderModes });
    write("b.txt", "one");
    fs.chmodSync(keys, 0o700);
    await open().take(manual);
    expect(fs.statSync(keys).mode & 0o777).toBe(0o700);
    expect(fs.readFileSync(path.join(folder, "b.txt"), "utf8")).toBe("two");
    expect(recovered).toMatchObject([{ kind: "rolledBack", kept: ["keys"] }]);
  },
);
