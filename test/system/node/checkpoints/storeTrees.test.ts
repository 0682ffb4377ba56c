import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { GitIndex } from "../../../../extension/node/checkpoints/index/gitIndex.ts";
import { buildTrees } from "../../../../extension/node/checkpoints/index/indexTrees.ts";
import { openSnapshots, program, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();

/** Names that sort otherwise as folders than as files, or otherwise as texts than as bytes. */
const part = fc.constantFrom("a", "a.b", "a-b", "a0", "ab", "A", "ü", "u\u0308", "\u{1F600}", "\uFF5E", " ", "x");
const names = fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 5 }), {
  selector: (parts) => parts.join("/"),
  minLength: 1,
  maxLength: 60,
});
const modes = ["100644", "100755", "120000"];

it("builds the trees that git writes", () => {
  const { place, folder } = workspace();
  userGit(folder, "init", "-q");
  const index = path.join(place, "index");
  const git = (args: string[], input?: string): string =>
    execFileSync(program, args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, GIT_INDEX_FILE: index },
      ...(input === undefined ? {} : { input }),
    });
  const build = (all: readonly (readonly string[])[]): void => {
    fs.rmSync(index, { force: true });
    // A folder and a file of one name: git keeps the later one.
    const lines = all.map(
      (parts, number) => `${modes[number % 3]} ${String((number % 7) + 1).repeat(40)}\t${parts.join("/")}\0`,
    );
    git(["update-index", "-z", "--replace", "--index-info"], lines.join(""));
    const root = git(["write-tree", "--missing-ok"]).trim();
    const below = git(["ls-tree", "-r", "-t", "-z", "--full-tree", root]).split("\0");
    const expected = new Set([root, ...below.flatMap((line) => /^040000 tree ([0-9a-f]+)/.exec(line)?.[1] ?? [])]);
    expect(new Set(buildTrees(new GitIndex(index).files()).keys())).toEqual(expected);
  };
  fc.assert(fc.property(names, build), { numRuns: 40 });
});

it("stores many new trees in packs, and only once", async () => {
  const { place, folder, write } = workspace();
  const writeAll = (text: string): void => {
    for (let at = 0; at < 110; at++) write(`d${at}/e/f`, `${text} ${at}`);
  };
  const packs = path.join(place, "store", "objects", "pack");
  const looseTrees = (): number => {
    const options = [
      `--git-dir=${path.join(place, "store")}`,
      "cat-file",
      "--batch-all-objects",
      "--batch-check=%(objectname) %(objecttype)",
      "--unordered",
    ];
    const trees = execFileSync(program, options, { encoding: "utf8" }).match(/^[0-9a-f]+(?= tree$)/gm) ?? [];
    return trees.filter((name) => fs.existsSync(path.join(place, "store", "objects", name.slice(0, 2), name.slice(2))))
      .length;
  };
  writeAll("one");
  const snapshots = await openSnapshots(place, folder);
  const first = await snapshots.take();
  expect(fs.readdirSync(packs).filter((name) => name.endsWith(".pack"))).toHaveLength(2);
  writeAll("two");
  const second = await snapshots.take();
  writeAll("one");
  expect((await snapshots.take()).id).toBe(first.id);
  // One of contents and one of trees for each new state; the last one is known. Only the two trees that name the states
  // are files.
  expect(fs.readdirSync(packs).filter((name) => name.endsWith(".pack"))).toHaveLength(4);
  expect(looseTrees()).toBe(2);
  expect((await snapshots.compare(first.id, second.id)).changes).toHaveLength(110);
});
