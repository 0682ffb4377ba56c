import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import type { CheckpointId } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import { message, openWindow, restoreAllFiles, turnEnd, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

function begin(files: Readonly<Record<string, string>> = {}) {
  const one = makeWorkspace(files);
  const at = (name: string): string => path.join(one.folder, name);
  return { ...one, at, window: openWindow(one.place, [one.folder]) };
}

it("finds the checkpoint before a message, also in another window and a conversation's copy", async () => {
  const { place, folder, window } = begin({ "a.txt": "one" });
  const files = window.open();
  const point = await files.take(message("p1"));
  await files.take({ kind: "preview" });
  await files.take({ kind: "call", call: "c1", tool: "Bash" });
  await files.take(turnEnd("p1"));
  const other = openWindow(place, [folder]);
  expect(await other.open("copy", folder, "its session").before("p1")).toEqual(point);
  expect((await other.open().list()).map(({ cause }) => cause.kind)).toEqual(["message", "call", "turnEnd"]);
  expect((await other.open("resumed", folder, "session of one").list()).length).toBe(3);
  expect(await other.open("copy", folder, "its session").list()).toEqual([]);
  expect(await files.before("p2")).toBeUndefined();
});

it("names the version of a file in each checkpoint, but none for a preview", async () => {
  const { at, write, window } = begin({ "a.txt": "1", "sub/b.txt": "1" });
  const files = window.open();
  const ids: CheckpointId[] = [];
  let changes = 0;
  files.onDidChange(() => changes++);
  const take = async (): Promise<void> => void ids.push((await files.take({ kind: "manual", name: "" })).id);
  await take();
  write("sub/b.txt", "2");
  await take();
  write("sub/b.txt", "1");
  await files.take({ kind: "preview" });
  fs.rmSync(at("sub"), { recursive: true });
  await take();
  write("sub/b.txt", "1");
  fs.chmodSync(at("sub/b.txt"), 0o755);
  await take();
  expect(changes).toBe(4);
  const [a, b] = [await files.findVersions(at("a.txt")), await files.findVersions(at("sub/b.txt"))];
  expect([...a.keys()]).toEqual(ids);
  expect(new Set(a.values()).size).toBe(1);
  const versions = ids.map((id) => b.get(id));
  expect(versions[2]).toBeUndefined();
  expect(new Set(versions).size).toBe(process.platform === "win32" ? 3 : 4);
  expect(await files.findVersions(at("../other"))).toEqual(new Map());
});

it("restores and lists a file too large to be read, without showing its content", async () => {
  const { place, folder, at, write } = begin({ "large.txt": "1".repeat(3_000), "small.txt": "1\n" });
  const files = openWindow(place, [folder]).open();
  const first = await files.take(message("p1"));
  write("large.txt", "2".repeat(3_000));
  write("small.txt", "2\n");
  const last = await files.take(turnEnd("p1"));
  const read = (state: typeof first.id | "disk", name: string) => files.read(state, at(name), 2_000);
  expect([await read(first.id, "large.txt"), await read("disk", "large.txt")]).toEqual(["tooLarge", "tooLarge"]);
  expect(Buffer.from((await read(first.id, "small.txt")) as Uint8Array).toString()).toBe("1\n");
  const { differences } = await files.compare(first.id, last.id);
  expect(differences.map(({ path: name }) => name)).toEqual([at("large.txt"), at("small.txt")]);
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readFileSync(at("large.txt"), "utf8")).toBe("1".repeat(3_000));
});

it("tells a file that moved from one of several with its content", async () => {
  const { place, folder, at, write } = begin({ "a.txt": "moved\n", "one.txt": "same\n" });
  const files = openWindow(place, [folder]).open();
  const first = await files.take(message("p1"));
  fs.mkdirSync(at("lib"));
  fs.renameSync(at("a.txt"), at("lib/b.txt"));
  fs.renameSync(at("one.txt"), at("two.txt"));
  write("three.txt", "same\n");
  const { differences } = await files.compare(first.id, "disk");
  expect(
    differences.flatMap(({ path: name, movedFrom }) => (movedFrom === undefined ? [] : [[name, movedFrom]])),
  ).toEqual([[at("lib/b.txt"), at("a.txt")]]);
});

it("counts lines, names modes and large files, and reads both states", async () => {
  const { place, folder, at, write } = begin({
    "a.txt": "1\n2\n3\n",
    "gone.txt": "x\n",
    "b.bin": "\0one",
    "run.sh": "#!\n",
    big: "b",
  });
  const files = openWindow(place, [folder], { limits: { maxFileBytes: 1000 } }).open();
  const first = await files.take(message("p1"));
  write("a.txt", "1\ntwo\n3\n4\n");
  fs.rmSync(at("gone.txt"));
  write("b.bin", "\0two");
  fs.chmodSync(at("run.sh"), 0o755);
  write("new.txt", "n\n");
  write("big", "b".repeat(2000));
  const { differences, uncovered } = await files.compare(first.id, "disk");
  const found = differences.map(({ path: name, kind, lines }) => [path.basename(name), kind, lines]);
  expect(found).toEqual([
    ["a.txt", "changed", { added: 2, removed: 1 }],
    ["b.bin", "changed", undefined],
    ["gone.txt", "removed", { added: 0, removed: 1 }],
    ["new.txt", "added", { added: 1, removed: 0 }],
    ["run.sh", "mode", undefined],
  ]);
  expect(uncovered).toEqual([{ path: at("big"), reason: "tooLarge" }]);
  expect(String(await files.read(first.id, at("a.txt")))).toBe("1\n2\n3\n");
  expect(String(await files.read("disk", at("a.txt")))).toBe("1\ntwo\n3\n4\n");
  expect(await files.read(first.id, at("new.txt"))).toBeUndefined();
  expect(await files.read("disk", path.join(place, "store"))).toBeUndefined();
});

it("names ignored files and files outside its folders, also through links, but none of submodules", async () => {
  const module = makeWorkspace({ "m.txt": "module\n" });
  userGit(module.folder, "init", "-q");
  userGit(module.folder, "add", "-A");
  userGit(module.folder, "commit", "-qm", "first");
  const { place, folder, at, write, window } = begin({
    "a.txt": "1",
    ".gitignore": "*.log\n",
    "kept.log": "x",
    "sub/b.txt": "2",
  });
  userGit(folder, "init", "-q");
  userGit(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", module.folder, "module");
  fs.mkdirSync(path.join(place, "away"));
  fs.writeFileSync(path.join(place, "away/c.txt"), "c");
  fs.symlinkSync(path.join(place, "away"), at("link"));
  fs.symlinkSync(path.join(place, "away/new.txt"), at("dangling.txt"));
  fs.symlinkSync("sub", at("same"));
  fs.symlinkSync(folder, path.join(place, "alias"));
  const files = window.open();
  write("module/new.txt", "n");
  const { id } = await files.take(message("p1"));
  const inside = [
    at("a.txt"),
    at("same/b.txt"),
    at("module/m.txt"),
    at("module/new.txt"),
    path.join(place, "alias/a.txt"),
    at("deleted/x.txt"),
  ];
  const outside = [
    path.join(place, "away/c.txt"),
    at("link/c.txt"),
    at("dangling.txt"),
    path.join(place, "workspace.txt"),
    path.join(place, "gone/d.txt"),
  ];
  expect(await files.findUncovered(id, [...inside, ...outside, at("kept.log"), at("gone.log")])).toEqual([
    ...outside.map((each) => ({ path: each, reason: "outside" })),
    { path: at("kept.log"), reason: "ignored" },
  ]);
});

it("records a whole restore's target as the state after it, unless coverage may differ", async () => {
  const { place, folder, at, write, window } = begin({ "a.txt": "1", "b.txt": "1", "c.o": "1" });
  const files = window.open();
  const log = path.join(place, "store", hashPath(fs.realpathSync(folder)), "points.jsonl");
  const readLast = () => JSON.parse(fs.readFileSync(log, "utf8").trim().split("\n").at(-1) ?? "");
  const restore = async (to: CheckpointId, isMeant?: (name: string) => boolean) => {
    expect(await restoreAllFiles(files, to, isMeant)).toMatchObject({ kind: "done", different: [] });
    expect(readLast().cause.kind).toBe("restored");
    return { restored: readLast().snapshot, taken: (await files.take({ kind: "preview" })).folders[0]?.snapshot };
  };
  const first = await files.take(message("p1"));
  write("a.txt", "2");
  fs.chmodSync(at("b.txt"), 0o600);
  fs.mkdirSync(at("empty"));
  const whole = await restore(first.id);
  expect(whole).toEqual({ restored: first.folders[0]?.snapshot, taken: first.folders[0]?.snapshot });
  write("a.txt", "2");
  write("b.txt", "2");
  const part = await restore(first.id, (name) => name === at("a.txt"));
  expect(part.restored).toBe(part.taken);
  expect(part.restored).not.toBe(first.folders[0]?.snapshot);
  write("b.txt", "1");
  write(".gitignore", "*.o\n");
  const ignoring = await files.take(message("p2"));
  fs.rmSync(at(".gitignore"));
  write("d.o", "1");
  const other = await restore(ignoring.id);
  expect(other.restored).toBe(other.taken);
});

it("covers several folders, and restores them all or none", async () => {
  const one = makeWorkspace({ "a.txt": "one" });
  const two = makeWorkspace({ "b.txt": "two" });
  const files = openWindow(one.place, [one.folder, path.join(one.folder, "inner"), two.folder]).open();
  const first = await files.take(message("p1"));
  expect(first.folders.map(({ folder }) => folder)).toEqual([one.folder, two.folder]);
  one.write("a.txt", "1");
  two.write("b.txt", "2");
  two.write("c/d.txt", "new");
  const now = await files.take({ kind: "preview" });
  const steps = [path.join(one.folder, "a.txt"), path.join(two.folder, "b.txt"), path.join(two.folder, "c/d.txt")].map(
    (name) => ({
      path: name,
      kind: "restore" as const,
    }),
  );
  two.write("c/d.txt", "mine");
  expect(await files.restore(first.id, steps, now.id, { kind: "rewind", to: first.id })).toMatchObject({
    kind: "refused",
    reason: "changed",
  });
  expect(fs.readFileSync(path.join(one.folder, "a.txt"), "utf8")).toBe("1");
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readFileSync(path.join(one.folder, "a.txt"), "utf8")).toBe("one");
  expect(fs.existsSync(path.join(two.folder, "c"))).toBe(false);
  const outside = [{ path: path.join(one.place, "x"), kind: "restore" as const }];
  expect(await files.restore(first.id, outside, now.id, { kind: "rewind", to: first.id })).toMatchObject({
    kind: "refused",
    reason: "failed",
  });
});

it.skipIf(process.platform === "win32")("keeps stores readable by the user only", async () => {
  const { place, folder, window } = begin();
  await window.open().take({ kind: "manual", name: "" });
  const stores = path.join(place, "store");
  const readable = [stores, path.join(stores, hashPath(folder)), path.join(stores, hashPath(folder), "points.jsonl")];
  expect(readable.map((name) => fs.statSync(name).mode & 0o077)).toEqual([0, 0, 0]);
});

it("names the reason for which a folder is not covered, and refuses an unknown checkpoint", async () => {
  const { place, folder } = begin({ a: "1", b: "2", c: "3" });
  const reason = async (window: ReturnType<typeof openWindow>, where = folder) =>
    (await window.open("one", where).take(message("p"))).folders[0]?.uncovered;
  expect(await reason(openWindow(place, [folder], { findGit: async () => undefined }))).toBe("noGit");
  expect(await reason(openWindow(place, [], { limits: { maxFiles: 2 } }))).toBe("tooManyFiles");
  expect(await reason(openWindow(place, []), path.parse(folder).root)).toBe("homeOrRoot");
  // Restoring files there would restore the store itself.
  expect(await reason(openWindow(path.join(folder, "storage"), []))).toBe("homeOrRoot");
  expect(await reason(openWindow(place, []), path.join(folder, "not there"))).toBe("failed");
  await expect(
    openWindow(place, [folder])
      .open()
      .compare("unknown" as CheckpointId, "disk"),
  ).rejects.toThrow();
});

it("counts files of a repository and later ones, but only those on disk", async () => {
  const { place, folder, write } = makeWorkspace({ a: "1", b: "2", c: "3" });
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "first");
  const take = async (name: string, maxFiles: number) => {
    fs.mkdirSync(path.join(place, name), { recursive: true });
    return (await openWindow(path.join(place, name), [folder], { limits: { maxFiles } }).open().take(message("p")))
      .folders[0]?.uncovered;
  };
  expect([await take("one", 2), await take("two", 3)]).toEqual(["tooManyFiles", undefined]);
  write("d", "4");
  expect([await take("two", 3), await take("two", 4)]).toEqual(["tooManyFiles", undefined]);
  fs.rmSync(path.join(folder, "a"));
  expect([await take("two", 3), await take("three", 3)]).toEqual([undefined, undefined]);
});

it("covers a folder again once excess files are ignored, or minutes after their deletion", async () => {
  const { place, folder, write } = makeWorkspace({ a: "1", "out/b": "2", "out/c": "3" });
  let time = Date.now();
  const files = openWindow(place, [folder], { limits: { maxFiles: 2 }, now: () => time }).open();
  const take = async () => (await files.take({ kind: "manual", name: "" })).folders[0]?.uncovered;
  expect(await take()).toBe("tooManyFiles");
  write(".gitignore", "out\n");
  expect(await take()).toBeUndefined();
  fs.rmSync(path.join(folder, ".gitignore"));
  expect(await take()).toBe("tooManyFiles");
  fs.rmSync(path.join(folder, "out"), { recursive: true });
  expect(await take()).toBe("tooManyFiles");
  time += 5 * 60 * 1000;
  expect(await take()).toBeUndefined();
});

it("skips damaged lines of its log", async () => {
  const { place, folder, window } = begin({ a: "1" });
  await window.open().take(message("p1"));
  fs.appendFileSync(path.join(place, "store", hashPath(folder), "points.jsonl"), '{"id":"x"}\nnot json\n{"cut off');
  const files = openWindow(place, [folder]).open();
  await files.take(message("p2"));
  expect((await files.list()).map(({ cause }) => "prompt" in cause && cause.prompt)).toEqual(["p1", "p2"]);
});

it("lists no rewind that changed nothing, so that it cannot be undone", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", "b.txt": "two" });
  const files = openWindow(place, [folder]).open();
  const first = await files.take({ kind: "message", prompt: "p1" });
  write("a.txt", "1");
  write("b.txt", "2");
  await files.take({ kind: "turnEnd", prompt: "p1" });
  const planned = await files.take({ kind: "preview" });
  write("b.txt", "mine");
  const steps = ["a.txt", "b.txt"].map((name) => ({ path: path.join(folder, name), kind: "restore" as const }));
  const refused = await files.restore(first.id, steps, planned.id, { kind: "rewind", to: first.id });
  expect(refused).toMatchObject({ kind: "refused", reason: "changed" });
  expect((await files.list()).map(({ cause }) => cause.kind)).toEqual(["message", "turnEnd"]);
  expect([...(await files.changedByOthers(first.id))]).toEqual([path.join(folder, "b.txt")]);
  const done = await restoreAllFiles(files, first.id);
  if (done.kind !== "done") return expect.fail();
  expect((await files.list()).at(-1)?.id).toBe(done.undo.id);
  await files.cancel([done.undo.id]);
  expect((await openWindow(place, [folder]).open().list()).map(({ cause }) => cause.kind)).toEqual([
    "message",
    "turnEnd",
  ]);
});

it("lists checkpoints in their order although the clock was set back", async () => {
  const [one, other] = [makeWorkspace({ "a.txt": "one" }), makeWorkspace({ "b.txt": "one" })];
  let time = 5000;
  const files = openWindow(one.place, [one.folder, other.folder], { now: () => time }).open();
  const taken: string[] = [];
  for (const next of [5000, 3000, 4000, 3500]) {
    time = next;
    taken.push((await files.take({ kind: "manual", name: `${next}` })).id);
  }
  const listed = await files.list();
  expect(listed.map(({ id }) => id)).toEqual(taken);
  expect(listed.map(({ at, folders }) => [at, folders.length])).toEqual([5000, 3000, 4000, 3500].map((at) => [at, 2]));
});

it("tells whether a checkpoint has a file, lacks it, or does not cover it", async () => {
  const { place, folder, at, write } = begin({
    "a.txt": "1\n",
    "sub/b.txt": "b\n",
    ".gitignore": "*.log\n",
    "old.log": "x",
    big: "b".repeat(2_000),
  });
  fs.symlinkSync("a.txt", at("link"));
  fs.symlinkSync("sub", at("dir"));
  const files = openWindow(place, [folder], { limits: { maxFileBytes: 1000 } }).open();
  const { id } = await files.take(message("p1"));
  fs.rmSync(at("a.txt"));
  write(".gitignore", "");
  const names = ["a.txt", "sub/b.txt", "new.txt", "old.log", "new.log", "big", "link", "dir/b.txt", "../out.txt"];
  const found = await files.find(id, names.map(at));
  expect(names.map((name) => [name, found.get(at(name))])).toEqual([
    ["a.txt", "file"],
    ["sub/b.txt", "file"],
    ["new.txt", "none"],
    ["old.log", "uncovered"],
    ["new.log", "uncovered"],
    ["big", "uncovered"],
    ["link", "uncovered"],
    ["dir/b.txt", "uncovered"],
    ["../out.txt", "uncovered"],
  ]);
  await expect(files.find("gone" as CheckpointId, [at("a.txt")])).rejects.toThrow("no longer exists");
});

it("follows calls while the folder is covered, and tells listeners which checkpoint was taken", async () => {
  const { place, folder } = begin({ "a.txt": "1\n" });
  const files = openWindow(place, [folder]).open();
  const taken: unknown[] = [];
  files.onDidChange((checkpoint) => taken.push(checkpoint?.cause.kind));
  expect(files.isFollowingCalls).toBe(true);
  const point = await files.take(message("p1"));
  await files.cancel([point.id]);
  expect([files.isFollowingCalls, taken]).toEqual([true, ["message", undefined]]);
  const uncovered = openWindow(place, [folder], { findGit: async () => undefined }).open();
  await uncovered.take(message("p1"));
  expect(uncovered.isFollowingCalls).toBe(false);
});
