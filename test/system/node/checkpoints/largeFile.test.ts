// @module-tag thorough
import fs from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import { useChild } from "./childSetup.ts";
import { openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const startChild = useChild();

const makeWorkspace = useWorkspaces();

const manual = { kind: "manual", name: "" } as const;
const gigabyte = 1024 * 1024 * 1024;

/** Returns the size of all files below a folder in bytes; those that vanish meanwhile do not count. */
function measure(folder: string): { readonly bytes: number; readonly names: readonly string[] } {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sizes = names.map((name) => fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), names };
}

it("stores a file of 1 GB after a kill interrupted its first storing", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one" });
  const limits = { maxFileBytes: 2 * gigabyte };
  const first = await openWindow(place, [folder], { limits }).open().take(manual);
  write("a.txt", "1");
  // It takes no space on the disk, but as long to store as any other.
  fs.writeFileSync(path.join(folder, "large.bin"), "");
  fs.truncateSync(path.join(folder, "large.bin"), gigabyte);
  const { size, mtimeMs } = fs.statSync(path.join(folder, "large.bin"));
  const git = path.join(place, "store", hashPath(folder), "git");
  const child = startChild(place, folder, "takeLarge", String(limits.maxFileBytes));
  const isTemporary = (name: string): boolean => /tmp_(?:obj|pack)/.test(name);
  const isStoring = (): boolean =>
    measure(git).names.some(
      (name) =>
        isTemporary(name) && (fs.statSync(path.join(git, name), { throwIfNoEntry: false })?.size ?? 0) > 100_000,
    );
  await vi.waitUntil(isStoring, { timeout: 60_000, interval: 5 });
  child.process.kill("SIGKILL");
  expect(await child.outcome).toBeUndefined();

  const warnings: string[] = [];
  const files = openWindow(place, [folder], { limits, warnings }).open();
  const again = await files.take(manual);
  expect(warnings).toEqual([]);
  expect(again.folders).toEqual([{ folder, snapshot: expect.any(String) }]);
  const { bytes, names } = measure(git);
  expect(names.filter((name) => isTemporary(name) || /new-index|\.lock$/.test(name))).toEqual([]);
  // The file is a gigabyte of zeros, once.
  expect(bytes).toBeLessThan(8 * 1024 * 1024);
  const { differences, uncovered } = await files.compare(first.id, again.id);
  expect(differences.map(({ path: name, kind }) => [path.basename(name), kind])).toEqual([
    ["a.txt", "changed"],
    ["large.bin", "added"],
  ]);
  expect(uncovered).toEqual([]);
  expect(await restoreAllFiles(files, first.id, (name) => path.basename(name) === "a.txt")).toMatchObject({
    kind: "done",
    different: [],
  });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
  expect(fs.statSync(path.join(folder, "large.bin"))).toMatchObject({ size, mtimeMs });
}, 180_000);
