// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { describeForModel } from "../../../../extension/node/isolation/describeFolder.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { openActions } from "./actionsSetup.ts";
import { copyOf, makeCopy, openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

const files = {
  ".gitignore": "out/\n",
  "src/a.ts": "a",
  "src/deep/b.ts": "b",
  "src/deep/c.md": "c",
  "docs/d.md": "d",
  "node_modules/x/index.js": "x",
  "packages/one/node_modules/y/index.js": "y",
  "packages/one/e{1}.txt": "e",
  "big.bin": "0".repeat(5_000),
};

function begin() {
  const workspace = makeWorkspace(files);
  return { ...workspace, isolation: openIsolation(workspace.place, workspace.folder, { maxBytes: () => 4_000 }) };
}

function listFiles(folder: string): string[] {
  const all = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return all.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}

it.each([
  [
    "names in any folder",
    { exclude: ["node_modules", "*.bin"] },
    [".gitignore", "docs/d.md", "packages/one/e{1}.txt", "src/a.ts", "src/deep/b.ts", "src/deep/c.md"],
  ],
  [
    "a folder of the root alone",
    { exclude: ["/node_modules/", "big.bin", "packages/**"] },
    [".gitignore", "docs/d.md", "src/a.ts", "src/deep/b.ts", "src/deep/c.md"],
  ],
  ["only what matches, with ignore rules", { include: ["src/**/*.ts"] }, [".gitignore", "src/a.ts", "src/deep/b.ts"]],
  ["both", { include: ["src", "*.md"], exclude: ["src/deep"] }, [".gitignore", "docs/d.md", "src/a.ts"]],
  ["alternatives", { include: ["{docs,src}/?.{md,ts}"] }, [".gitignore", "docs/d.md", "src/a.ts"]],
  ["braces that are no group", { include: ["packages/one/e[[]1].txt", "e{1}.txt", "docs/(d.md"] }, [".gitignore"]],
])("selects by globs: %s", async (_name, rules, expected) => {
  const { folder, isolation } = begin();
  const before = readTree(folder);
  const copy = await makeCopy(isolation, folder, rules);
  expect(listFiles(copy.folder)).toEqual(expected);
  expect(copy).toMatchObject({ leftOutCount: 0, rules });
  for (const glob of Object.values(rules).flat()) expect(describeForModel(copy)).toContain(glob);
  // Files that are not in the copy are no changes.
  expect((await isolation.compare(copy.id)).changes).toEqual([]);
  expect(readTree(folder)).toEqual(before);
});

it("counts only copied files against the limit, and asks about files the copy lacked", async () => {
  const { folder, isolation } = begin();
  expect(await copyOf(isolation, folder)).toMatchObject({ code: "overBudget" });
  const { isolation: actions, told } = await openActions(isolation, folder, {
    copyChoice: { rules: { exclude: ["big.bin", "docs"] } },
  });
  await actions.startInCopy();
  const copy = isolation.list()[0]!;
  write(copy.folder, { "docs/d.md": "another", "src/a.ts": "A" });
  expect((await isolation.compare(copy.id)).changes).toMatchObject([
    { path: "docs/d.md", base: undefined, mine: { text: "d" }, theirs: { text: "another" } },
    { path: "src/a.ts", mine: { text: "a" }, theirs: { text: "A" } },
  ]);
  await actions.apply(copy.id);
  expect(fs.readFileSync(path.join(folder, "docs/d.md"), "utf8")).toBe("d");
  expect(told).toContainEqual({ kind: "applied", files: 1 });
});

it("copies the content of links into allowed folders if asked, and changes nothing there", async () => {
  const { place, folder } = begin();
  write(place, { "shared/lib/l.txt": "l", "shared/one.txt": "1", "secret/s.txt": "s" });
  const [shared, secret] = [path.join(place, "shared"), path.join(place, "secret")];
  const link = (target: string, at: string): void => fs.symlinkSync(target, at);
  link(path.join(shared, "lib"), path.join(folder, "lib"));
  link(path.join(shared, "one.txt"), path.join(folder, "one.txt"));
  link(secret, path.join(folder, "secret"));
  link("..", path.join(shared, "lib", "up"));
  link(secret, path.join(shared, "lib", "secret"));
  link(folder, path.join(shared, "lib", "back"));
  link("l.txt", path.join(shared, "lib", "same.txt"));
  const isolation = openIsolation(place, folder, { allowedRoots: () => [folder, shared] });
  const exclude = ["node_modules", "big.bin", "docs", "src", "packages"];
  const without = await makeCopy(isolation, folder, { exclude });
  expect(listFiles(without.folder)).toEqual([".gitignore"]);
  const before = readTree(shared);
  const copy = await makeCopy(isolation, folder, { exclude, isFollowingLinks: true });
  expect(listFiles(copy.folder)).toEqual([".gitignore", "lib/l.txt", "lib/same.txt", "one.txt"]);
  expect(copy.leftOut.map(({ path: name }) => name).sort()).toEqual(["lib/back", "lib/secret", "lib/up", "secret"]);
  expect(fs.lstatSync(path.join(copy.folder, "lib")).isSymbolicLink()).toBe(false);
  write(copy.folder, { "lib/l.txt": "changed", "lib/new.txt": "new", "one.txt": "2" });
  const { isolation: actions } = await openActions(isolation, folder);
  await actions.apply(copy.id);
  expect(readTree(shared)).toEqual(before);
  expect(fs.readlinkSync(path.join(folder, "lib"))).toBe(path.join(shared, "lib"));
});
