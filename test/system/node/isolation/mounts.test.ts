// @vitest-environment node
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { MountRequest } from "../../../../extension/core/conversations/isolationPorts.ts";
import type { IsolationOptions } from "../../../../extension/node/isolation/createFolder.ts";
import { describeForModel } from "../../../../extension/node/isolation/describeFolder.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { openActions } from "./actionsSetup.ts";
import { applyClean, listEffects, makeMounted, mountIn, openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

/** A workspace, with a library and documents beside it that may be mounted, and secrets that may not. */
function begin(options: Partial<IsolationOptions> = {}) {
  const workspace = makeWorkspace({ "a.txt": "a\n", "src/b.txt": "b\n" });
  const { place, folder } = workspace;
  write(place, {
    "library/l.txt": "l\n",
    "library/lib/deep.txt": "deep\n",
    "docs/d.md": "d\n",
    "docs/big.bin": "0".repeat(3_000),
    "secret/s.txt": "s\n",
  });
  const beside = (name: string): string => path.join(place, name);
  const roots = [folder, beside("library"), beside("docs")];
  const all = (): unknown => [folder, ...["library", "docs", "secret"].map(beside)].map((each) => readTree(each));
  return {
    ...workspace,
    beside,
    all,
    isolation: openIsolation(place, folder, { allowedRoots: () => roots, ...options }),
  };
}

const library: MountRequest = { path: "../library", mountPath: "vendor/library" };

it("copies several folders, tells the model, and applies each change to its folder", async () => {
  const { folder, beside, isolation } = begin();
  const copy = await makeMounted(isolation, folder, [
    library,
    { path: beside("docs"), readOnly: true, exclude: ["*.bin"] },
  ]);
  expect(copy.mounts).toMatchObject([
    { path: "vendor/library", origin: beside("library"), isReadOnly: false },
    { path: "docs", origin: beside("docs"), isReadOnly: true },
  ]);
  expect(readTree(path.join(copy.folder, "vendor/library"))).toEqual(readTree(beside("library")));
  expect(fs.readdirSync(path.join(copy.folder, "docs"))).toEqual(["d.md"]);
  const about = describeForModel(copy);
  expect(about).toContain(
    `Its folder "vendor/library" is a copy of ${beside("library")}; a change in it is reviewed and applied there too.`,
  );
  expect(about).toContain(
    `Its folder "docs" is a copy of ${beside("docs")}; a change in it is never applied. It has nothing that matches ["*.bin"].`,
  );
  expect(await listEffects(isolation, copy.id)).toEqual({});

  write(copy.folder, {
    "a.txt": "A\n",
    "vendor/library/l.txt": "L\n",
    "vendor/library/new.txt": "new\n",
    "vendor/own.txt": "own\n",
    "docs/d.md": "D\n",
  });
  fs.rmSync(path.join(copy.folder, "vendor/library/lib/deep.txt"));
  write(beside("library"), { "lib/deep.txt": "the user's\n" });
  const docs = readTree(beside("docs"));
  expect(await listEffects(isolation, copy.id)).toEqual({
    "a.txt": "clean",
    "vendor/own.txt": "clean",
    "vendor/library/l.txt": "clean",
    "vendor/library/new.txt": "clean",
    "vendor/library/lib/deep.txt": "conflict",
    "docs/d.md": "blocked",
  });
  expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 4 });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("A\n");
  expect(fs.existsSync(path.join(folder, "vendor/library"))).toBe(false);
  expect(fs.readFileSync(path.join(beside("library"), "l.txt"), "utf8")).toBe("L\n");
  expect(fs.readFileSync(path.join(beside("library"), "lib/deep.txt"), "utf8")).toBe("the user's\n");
  expect(readTree(beside("docs"))).toEqual(docs);

  expect((await isolation.listApplied(copy.id)).toSorted()).toEqual([
    "a.txt",
    "vendor/library/l.txt",
    "vendor/library/new.txt",
    "vendor/own.txt",
  ]);
  expect(await isolation.undoApply(copy.id)).toEqual({ kind: "applied", files: 4 });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("a\n");
  expect(fs.readFileSync(path.join(beside("library"), "l.txt"), "utf8")).toBe("l\n");
  expect(await isolation.undoApply(copy.id)).toBeUndefined();
});

it("forgets the earlier apply if the undo of a later one can't be saved", async () => {
  let ids = (): string => randomUUID();
  const { folder, beside, isolation } = begin({ newId: () => ids() });
  const copy = await makeMounted(isolation, folder, [library]);
  write(copy.folder, { "a.txt": "A\n", "vendor/library/l.txt": "L\n" });
  expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 2 });
  write(copy.folder, { "src/b.txt": "B\n", "vendor/library/new.txt": "new\n" });
  let notes = 0;
  // Once the files are in place, ids name notes. The second one gets a name in a folder that does not exist.
  ids = () => (fs.existsSync(path.join(beside("library"), "new.txt")) && ++notes === 2 ? "missing/id" : randomUUID());
  expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 2 });
  expect(notes).toBeGreaterThan(1);
  expect(await isolation.listApplied(copy.id)).toEqual([]);
  expect(await isolation.undoApply(copy.id)).toBeUndefined();
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("A\n");
});

it("applies nothing in any folder if a file of one of them changed meanwhile", async () => {
  const { folder, beside, isolation } = begin();
  const copy = await makeMounted(isolation, folder, [library]);
  write(copy.folder, { "a.txt": "A\n", "vendor/library/l.txt": "L\n" });
  const { last, changes } = await isolation.compare(copy.id);
  write(beside("library"), { "l.txt": "the user's\n" });
  const steps = changes.map(({ path: name, mine }) => ({ path: name, expected: mine }));
  expect(await isolation.apply(copy.id, last, steps)).toMatchObject({ kind: "refused", path: "vendor/library/l.txt" });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("a\n");
});

it("never applies a step in a folder that is read-only", async () => {
  const { folder, all, isolation } = begin();
  const copy = await makeMounted(isolation, folder, [{ ...library, readOnly: true }]);
  write(copy.folder, { "vendor/library/l.txt": "L\n" });
  const before = all();
  const { last, changes } = await isolation.compare(copy.id);
  const steps = changes.map(({ path: name, mine }) => ({ path: name, expected: mine }));
  expect(await isolation.apply(copy.id, last, steps)).toMatchObject({ kind: "refused" });
  expect(all()).toEqual(before);
});

it("keeps every folder's changes when the copy is discarded, until they are removed", async () => {
  const { place, folder, beside, isolation } = begin();
  const copy = await makeMounted(isolation, folder, [library]);
  write(copy.folder, { "vendor/library/l.txt": "L\n" });
  await isolation.discard(copy.id);
  expect(fs.existsSync(copy.folder)).toBe(false);
  expect(await listEffects(isolation, copy.id)).toEqual({ "vendor/library/l.txt": "clean" });
  expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 1 });
  expect(fs.readFileSync(path.join(beside("library"), "l.txt"), "utf8")).toBe("L\n");
  await isolation.remove(copy.id);
  expect(fs.readdirSync(path.join(place, "isolated"))).toEqual([]);
});

it("compares a folder that is a repository, and names its ignored files that changed", {
  tags: "thorough",
}, async () => {
  const { folder, beside, isolation } = begin();
  write(beside("library"), { ".gitignore": "out/\n" });
  userGit(beside("library"), "init", "-q");
  userGit(beside("library"), "add", ".");
  userGit(beside("library"), "commit", "-qm", "first");
  const copy = await makeMounted(isolation, folder, [library]);
  write(copy.folder, { "vendor/library/out/built.txt": "built", "vendor/library/l.txt": "L\n" });
  userGit(path.join(copy.folder, "vendor/library"), "commit", "-qam", "second");
  const { changes, others } = await isolation.compare(copy.id);
  expect(changes.map(({ path: name }) => name)).toEqual(["vendor/library/l.txt"]);
  expect(others).toEqual(["vendor/library/out/built.txt"]);
});

it.each(["removed", "replaced by a link"])(
  "names a mounted folder that was %s, and applies nothing of it",
  async (how) => {
    const { folder, beside, all, isolation } = begin();
    const copy = await makeMounted(isolation, folder, [library]);
    fs.rmSync(path.join(copy.folder, "vendor/library"), { recursive: true });
    if (how !== "removed") fs.symlinkSync(beside("secret"), path.join(copy.folder, "vendor/library"));
    write(copy.folder, { "a.txt": "A\n" });
    const before = all();
    const { changes, others } = await isolation.compare(copy.id);
    expect([changes.map(({ path: name }) => name), others]).toEqual([["a.txt"], ["vendor/library"]]);
    expect(all()).toEqual(before);
    await isolation.discard(copy.id);
    expect(await listEffects(isolation, copy.id)).toEqual({ "a.txt": "clean" });
  },
);

const at = (mountPath: string): MountRequest[] => [{ path: "../library", mountPath }];

it.each<[string, MountRequest[], object]>([
  ["a mount path that leaves the copy", at("../outside"), { code: "badMountPath", path: "../outside" }],
  ["one that leaves it and comes back", at("vendor/../../x"), { code: "badMountPath" }],
  ["an absolute one", at("/tmp/library"), { code: "badMountPath" }],
  ["an absolute one of Windows", at("C:/library"), { code: "badMountPath" }],
  ["one with the separators of Windows", at("..\\outside"), { code: "badMountPath" }],
  ["an empty one", at(""), { code: "badMountPath" }],
  ["one with an empty part", at("vendor//library"), { code: "badMountPath" }],
  ["a git folder", at(".git/hooks"), { code: "badMountPath" }],
  ["a folder of settings", at("vendor/.claude"), { code: "badMountPath" }],
  ["a place that a file has", at("a.txt"), { code: "mountTaken", path: "a.txt" }],
  ["a place below a file", at("a.txt/library"), { code: "mountTaken" }],
  ["a place that a folder has", at("src"), { code: "mountTaken" }],
  ["a place that differs in case alone", at("SRC"), { code: "mountTaken" }],
  ["a place below a link", at("link/library"), { code: "mountTaken" }],
  ["the same place twice", [...at("x"), { path: "../docs", mountPath: "X" }], { code: "badMountPath" }],
  ["a place in another mount", [...at("x"), { path: "../docs", mountPath: "x/docs" }], { code: "badMountPath" }],
  ["a place around another mount", [...at("x/library"), { path: "../docs", mountPath: "x" }], { code: "badMountPath" }],
  ["the copied folder", [{ path: ".", mountPath: "again" }], { code: "mountOverlap" }],
  ["a folder in the copied one", [{ path: "src", mountPath: "again" }], { code: "mountOverlap" }],
  ["a folder twice", [...at("x"), { path: "../library/lib", mountPath: "y" }], { code: "mountOverlap" }],
  ["a folder that is not allowed", [{ path: "../secret" }], { code: "notAllowed" }],
  ["a link to a folder that is not allowed", [{ path: "../library-link" }], { code: "notAllowed" }],
  ["a folder with everything in it", [{ path: "/" }], { code: "homeOrRoot", folder: "/" }],
  ["a file", [{ path: "../library/l.txt" }], { code: "notFolder" }],
  ["a folder that does not exist", [{ path: "../none" }], { code: "notFolder" }],
  ["a folder over its own limit", [{ path: "../docs", maxMegabytes: 0.001 }], { code: "mountOverBudget" }],
])("refuses %s, and neither leaves nor changes anything", async (_name, mounts, refusal) => {
  const { place, folder, beside, all, isolation } = begin();
  fs.symlinkSync(beside("secret"), beside("library-link"));
  fs.symlinkSync("src", path.join(folder, "link"));
  const before = all();
  expect(await mountIn(isolation, folder, mounts)).toMatchObject(refusal);
  expect(fs.readdirSync(path.join(place, "isolated"))).toEqual([]);
  expect(all()).toEqual(before);
});

it("counts all folders against the limit of a copy, and says what is left", { tags: "thorough" }, async () => {
  const { place, folder, beside, isolation } = begin({ maxBytes: () => 3_000 });
  const refusal = { code: "mountOverBudget", folder: beside("docs"), bytes: 3_000, limit: 2_989 };
  expect(await mountIn(isolation, folder, [{ ...library }, { path: "../docs", include: ["*.bin"] }])).toEqual(refusal);
  expect(fs.readdirSync(path.join(place, "isolated"))).toEqual([]);
  expect(await mountIn(isolation, folder, [library, { path: "../docs", exclude: ["*.bin"] }])).toMatchObject({
    kind: "copy",
  });
});

it("leaves links out of a mounted folder out, and follows none in its place", async () => {
  const { folder, beside, all, isolation } = begin();
  fs.symlinkSync("../secret/s.txt", path.join(beside("library"), "out"));
  fs.symlinkSync("lib/deep.txt", path.join(beside("library"), "in"));
  const before = all();
  const copy = await makeMounted(isolation, folder, [library]);
  expect(copy.leftOut).toEqual([{ path: "vendor/library/out", reason: "linkOutside" }]);
  expect(fs.readlinkSync(path.join(copy.folder, "vendor/library/in"))).toBe("lib/deep.txt");
  write(copy.folder, { "vendor/library/in": "through the link\n" });
  fs.symlinkSync("../../a.txt", path.join(copy.folder, "vendor/library/escape"));
  expect(await listEffects(isolation, copy.id)).toEqual({
    "vendor/library/escape": "blocked",
    "vendor/library/lib/deep.txt": "clean",
  });
  expect(all()).toEqual(before);
});

it("takes mounts from the setting, and merges their files at their original place", {
  tags: "thorough",
}, async () => {
  const { folder, beside, isolation } = begin();
  const { isolation: actions, told } = await openActions(isolation, folder, { copyChoice: { mounts: [library] } });
  await actions.startInCopy();
  const copy = isolation.list()[0]!;
  write(copy.folder, { "vendor/library/l.txt": "theirs\n" });
  write(beside("library"), { "l.txt": "mine\n" });
  expect(await actions.apply(copy.id)).toBe(true);
  expect(told).toContainEqual({ merge: path.join(beside("library"), "l.txt"), conflicts: 1 });
});
