// @vitest-environment node
// @module-tag thorough
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readTree } from "../checkpoints/readTree.ts";
import { userGit } from "../checkpoints/setup.ts";
import { onSmallDisk } from "../checkpoints/smallDisk.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import {
  applyClean,
  copyOf,
  listEffects,
  makeCopy,
  makeRepository,
  openIsolation,
  readShared,
  worktreeOf,
  write,
} from "./setup.ts";

const makeWorkspace = useWorkspaces();

function getFree(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}

/** Many small files: each takes a whole page of the disk, so a size in bytes does not foretell that they do not fit. */
const many = Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`many/${at}.txt`, `${at}`]));

const left = (place: string): readonly string[] => fs.readdirSync(path.join(place, "isolated"));

it("says before it copies that a folder does not fit, and leaves nothing", async (context) => {
  await onSmallDisk(context, "8m", async (small) => {
    const { folder } = makeWorkspace({ "a.txt": "a\n" });
    fs.writeFileSync(path.join(folder, "large.bin"), randomBytes(9_000_000));
    const isolation = openIsolation(small, folder, { minFreeBytes: 0 });
    expect(await copyOf(isolation, folder)).toEqual({ code: "noSpace", bytes: 9_000_002 });
    expect(left(small)).toEqual([]);
  });
});

it("leaves nothing of a copy during which the disk becomes full, and says so", async (context) => {
  await onSmallDisk(context, "4m", async (small) => {
    const { folder } = makeWorkspace({ "a.txt": "a\n", ...many });
    const before = readTree(folder);
    const isolation = openIsolation(small, folder, { minFreeBytes: 0 });
    expect(await copyOf(isolation, folder)).toMatchObject({ code: "noSpace" });
    expect(left(small)).toEqual([]);
    expect(readTree(folder)).toEqual(before);
  });
});

it.for([true, false])(
  "leaves nothing of a new worktree anywhere when the disk becomes full (uncommitted changes: %s)",
  async (hasUncommitted, context) => {
    await onSmallDisk(context, "4m", async (small) => {
      const { folder } = makeWorkspace();
      makeRepository(folder);
      write(folder, many);
      userGit(folder, "add", "many");
      userGit(folder, "commit", "-qm", "many", "--", "many");
      const [before, shared] = [readTree(folder), readShared(folder)];
      const isolation = openIsolation(small, folder, { minFreeBytes: 0 });
      expect(await worktreeOf(isolation, folder, { hasUncommitted })).toMatchObject({ code: "noSpace" });
      expect(left(small)).toEqual([]);
      expect(readShared(folder)).toEqual(shared);
      expect(readTree(folder)).toEqual(before);
    });
  },
);

it("applies nothing to a full disk, says so, and applies everything once there is space", async (context) => {
  await onSmallDisk(context, "8m", async (small) => {
    const { place } = makeWorkspace();
    const folder = path.join(small, "w");
    write(folder, { "a.txt": "a\n", "large.bin": "small" });
    const isolation = openIsolation(place, folder);
    const copy = await makeCopy(isolation, folder);
    write(copy.folder, { "a.txt": "A\n" });
    fs.writeFileSync(path.join(copy.folder, "large.bin"), randomBytes(6_000_000));
    const ballast = path.join(small, "ballast");
    fs.writeFileSync(ballast, randomBytes(5_000_000));
    const before = fs.readFileSync(path.join(folder, "a.txt"), "utf8");
    expect(await applyClean(isolation, copy.id)).toEqual({ kind: "refused", path: "", reason: "noSpace" });
    expect([
      fs.readFileSync(path.join(folder, "a.txt"), "utf8"),
      fs.readFileSync(path.join(folder, "large.bin"), "utf8"),
    ]).toEqual([before, "small"]);
    expect(fs.existsSync(path.join(folder, ".tandem-restore"))).toBe(false);
    expect(await isolation.recover()).toEqual([]);
    fs.rmSync(ballast);
    expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 2 });
    expect(await listEffects(isolation, copy.id)).toEqual({});
  });
});

it("loses nothing of a copy on a full disk when it is applied or discarded", async (context) => {
  await onSmallDisk(context, "8m", async (small) => {
    const { folder } = makeWorkspace({ "a.txt": "a\n" });
    const isolation = openIsolation(small, folder, { minFreeBytes: 0 });
    const copy = await makeCopy(isolation, folder);
    write(copy.folder, { "a.txt": "A\n" });
    const ballast = path.join(small, "ballast");
    fs.writeFileSync(ballast, Buffer.alloc(getFree(small)));
    const before = [readTree(folder), readTree(copy.folder)];
    await expect(isolation.compare(copy.id)).rejects.toThrow(/space/);
    await expect(isolation.discard(copy.id)).rejects.toThrow(/space/);
    expect([readTree(folder), readTree(copy.folder)]).toEqual(before);
    fs.rmSync(ballast);
    expect(await isolation.recover()).toEqual([]);
    expect(await applyClean(isolation, copy.id)).toEqual({ kind: "applied", files: 1 });
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("A\n");
  });
});
