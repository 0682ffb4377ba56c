import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import { hasJournal } from "../../../../extension/node/checkpoints/restore/leftRestore.ts";
import type { Notice } from "../../../../extension/shared/contract/notices.ts";
import { useChild } from "./childSetup.ts";
import { pickKillSteps } from "./killSteps.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const startChild = useChild();

const makeWorkspace = useWorkspaces();

const manual = { kind: "manual", name: "" } as const;

/**
 * A folder with two checkpoints of one conversation, the first of which differs from the disk in every way, and one of
 * another.
 */
async function begin() {
  const one = makeWorkspace(
    { "a.txt": "one", "sub/b.txt": "two", private: "p", mode: "m", "file-or-folder": "x", same: "same" },
    true,
  );
  const { place, folder, write } = one;
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  fs.chmodSync(path.join(folder, "private"), 0o600);
  fs.mkdirSync(path.join(folder, "empty"));
  fs.symlinkSync("a.txt", path.join(folder, "link"));
  const window = openWindow(place, [folder]);
  const files = window.open("one");
  const first = await files.take(manual);
  const before = readTree(folder);
  await window.open("other").take(manual);
  write("a.txt", "1");
  fs.rmSync(path.join(folder, "sub"), { recursive: true });
  write("private", "changed");
  fs.chmodSync(path.join(folder, "private"), 0o640);
  fs.chmodSync(path.join(folder, "mode"), 0o600);
  fs.rmSync(path.join(folder, "link"));
  fs.rmSync(path.join(folder, "file-or-folder"));
  write("file-or-folder/deep/c.txt", "c");
  fs.rmdirSync(path.join(folder, "empty"));
  write("new/d.txt", "d");
  const after = readTree(folder);
  return { place, folder, write, first, before, after };
}

/** Calls `look` once for each step before which a process can be killed while it carries out an action. */
async function atEachStep(
  action: string,
  look: (one: Awaited<ReturnType<typeof begin>>, isKilled: boolean) => Promise<void>,
): Promise<void> {
  const whole = await begin();
  const { steps = 0, outcome } =
    (await startChild(whole.place, whole.folder, action, whole.first.id, "0").outcome) ?? {};
  expect(outcome).not.toMatchObject({ kind: "failed" });
  await look(whole, false);
  expect(steps).toBeGreaterThan(10);
  for (const at of pickKillSteps(steps)) {
    const one = await begin();
    await startChild(one.place, one.folder, action, one.first.id, String(at)).outcome;
    await look(one, true);
  }
}

it("loses nothing when it is killed at any step of a snapshot", async () => {
  await atEachStep("take", async ({ place, folder, first, before, after }) => {
    expect(readTree(folder)).toEqual(after);
    const files = openWindow(place, [folder]).open("one");
    const again = await files.take(manual);
    expect(again.folders[0]?.snapshot).toBeDefined();
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(before);
    expect(await restoreAllFiles(files, again.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(after);
  });
}, 600_000);

it("reaches either state when a kill interrupts a restore, and can reach the other", async () => {
  await atEachStep("restore", async ({ place, folder, first, before, after }) => {
    const files = openWindow(place, [folder]).open("one");
    // The first call finishes the interrupted restore.
    const now = await files.take(manual);
    expect(now.folders[0]?.snapshot).toBeDefined();
    const tree = readTree(folder);
    expect([before, after]).toContainEqual(tree);
    const isRestored = isDeepStrictEqual(tree, before);
    const rewind = (await files.list()).find(({ cause }) => cause.kind === "rewind");
    // Without it, a rewind that happened cannot be undone.
    if (isRestored) expect(rewind).toBeDefined();
    const undo = rewind ?? now;
    // Files that the restore wrote do not count as changed by others.
    if (isRestored) expect(await files.changedByOthers(undo.id)).toEqual(new Set());
    expect(await restoreAllFiles(files, undo.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(after);
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(before);
    expect(
      fs
        .readdirSync(path.join(place, "store"), { recursive: true })
        .filter((name) => /restore-|new-index|tmp_|rules-/.test(String(name))),
    ).toEqual([]);
  });
}, 600_000);

/** Kills a process that restores at its last step before which its journal exists: all files are in place by then. */
async function cutOffRestore(cause: "rewind" | "revert" = "rewind") {
  const { steps = 0 } =
    (await begin().then(({ place, folder, first }) => startChild(place, folder, "restore", first.id, "0").outcome)) ??
    {};
  for (let at = steps; at > 0; at--) {
    const one = await begin();
    await startChild(one.place, one.folder, "restore", one.first.id, String(at)).outcome;
    const store = path.join(one.place, "store", hashPath(one.folder));
    if (!hasJournal(store)) continue;
    const log = path.join(store, "points.jsonl");
    const lines = fs.readFileSync(log, "utf8").split("\n");
    // As if it had been cut off some steps earlier.
    const text = lines.filter((line) => !line.includes('{"kind":"restored"}')).join("\n");
    fs.writeFileSync(
      log,
      cause === "rewind" ? text : text.replace(/"cause":\{"kind":"rewind"[^}]*\}/, '"cause":{"kind":"revert"}'),
    );
    return one;
  }
  return expect.fail();
}

it("tells an interrupted restore's writes from what the user changed before it was finished", async () => {
  const { place, folder, write, before } = await cutOffRestore();
  expect(readTree(folder)).toEqual(before);
  write("same", "changed by the user");
  const files = openWindow(place, [folder]).open("one");
  const undo = (await files.list()).at(-1) ?? expect.fail();
  expect(undo.cause.kind).toBe("rewind");
  expect((await files.take(manual)).folders[0]?.snapshot).toBeDefined();
  expect([...(await files.changedByOthers(undo.id))]).toEqual([path.join(folder, "same")]);
}, 120_000);

it("reverts nothing of a finished restore whose journal could not be removed", async () => {
  const { place, folder, write, first, before } = await begin();
  const files = openWindow(place, [folder]).open("one");
  const store = path.join(place, "store", hashPath(folder));
  const journal = path.join(store, "restore-journal.json");
  let written = "";
  const watching = fs.watch(store, () => {
    if (written === "" && fs.existsSync(journal)) written = fs.readFileSync(journal, "utf8");
  });
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  watching.close();
  expect(written).not.toBe("");
  fs.writeFileSync(journal, written);
  write("a.txt", "by the user");
  await openWindow(place, [folder]).open("one").take(manual);
  expect(hasJournal(store)).toBe(false);
  const tree = readTree(folder);
  expect({ ...tree, "a.txt": before["a.txt"] }).toEqual(before);
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("by the user");
});

it("lists no interrupted rewind that was rolled back because the user changed a file", async () => {
  const { place, folder, write, after } = await cutOffRestore();
  // As if no file had been moved.
  for (const [name, text] of [
    ["a.txt", "1"],
    ["private", "changed by the user"],
  ] as const)
    write(name, text);
  const files = openWindow(place, [folder]).open("one");
  await files.take(manual);
  expect(readTree(folder)).toMatchObject({ "a.txt": after["a.txt"] });
  expect((await files.list()).map(({ cause }) => cause.kind)).toEqual(["manual", "manual"]);
}, 120_000);

it.each(["rewind", "revert"] as const)(
  "tells only the folder's conversation that a %s was finished, once its past is read",
  async (cause) => {
    const { place, folder, before } = await cutOffRestore(cause);
    const notices: (readonly [string, Notice])[] = [];
    const other = makeWorkspace().folder;
    const window = openWindow(place, [], { notices });
    await window.open("other", other).finishInterrupted();
    const files = window.open("one", folder);
    await files.take({ kind: "preview" });
    expect(notices).toEqual([]);
    await files.finishInterrupted();
    await window.open("two", folder).take(manual);
    expect(readTree(folder)).toEqual(before);
    // The conversation tells of a rewind itself.
    expect(notices).toEqual(cause === "rewind" ? [] : [["info", { code: "restoreFinished", folder, files: [] }]]);
  },
  120_000,
);

it("keeps what is needed when it is killed at any step of a clean-up", async () => {
  await atEachStep("cleanUp", async ({ place, folder, first, before, after }) => {
    const files = openWindow(place, [folder]).open("one");
    const now = await files.take(manual);
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(before);
    expect(await restoreAllFiles(files, now.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(after);
  });
}, 600_000);

it("restores several folders all or none when it is killed at any step", async () => {
  const beginBoth = async () => {
    const folders = [1, 2].map(() => {
      const one = makeWorkspace({ a: "one", b: "two" }, true);
      return one;
    });
    const [{ place } = expect.fail()] = folders;
    const roots = folders.map(({ folder }) => folder);
    const first = await openWindow(place, roots).open().take(manual);
    const before = roots.map(readTree);
    for (const { folder, write } of folders) {
      write("a", "1");
      fs.rmSync(path.join(folder, "b"));
      write("c", "3");
    }
    return { place, roots, first, before, after: roots.map(readTree) };
  };
  const whole = await beginBoth();
  const { steps = 0 } =
    (await startChild(whole.place, whole.roots.join(path.delimiter), "restore", whole.first.id, "0").outcome) ?? {};
  expect(whole.roots.map(readTree)).toEqual(whole.before);
  for (const at of pickKillSteps(steps)) {
    const { place, roots, first, before, after } = await beginBoth();
    await startChild(place, roots.join(path.delimiter), "restore", first.id, String(at)).outcome;
    await openWindow(place, roots).open().take(manual);
    expect([before, after], `step ${at}`).toContainEqual(roots.map(readTree));
  }
}, 600_000);
