import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isFile, isOnOtherMachine, locatePath } from "../../../../extension/vscode/files/diskPaths.ts";

let root: string;
let folder: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-paths-"));
  folder = path.join(root, "folder");
  fs.mkdirSync(folder);
});
afterEach(() => fs.rmSync(root, { recursive: true }));

it.skipIf(process.platform === "win32")(
  "follows links, also those that lead nowhere yet, in links, and round in a ring",
  async () => {
    fs.mkdirSync(path.join(root, "elsewhere"));
    fs.symlinkSync("../elsewhere", path.join(folder, "out"));
    fs.symlinkSync("../elsewhere/new.txt", path.join(folder, "dangling"));
    fs.symlinkSync("dangling", path.join(folder, "to-dangling"));
    fs.symlinkSync("missing.txt", path.join(folder, "inner"));
    fs.symlinkSync("ring", path.join(folder, "ring"));
    const isOutside = async (file: string) => (await locatePath(file, folder, [])).isOutside;
    const outside = ["out/a.txt", "dangling", "to-dangling", "../b.txt", "/etc/passwd", "new/../../c.txt"];
    const inside = ["a.txt", "new/deep/a.txt", "inner", "ring", "..a.txt", path.join(folder, "b.txt")];
    expect(await Promise.all(outside.map(isOutside))).toEqual(outside.map(() => true));
    expect(await Promise.all(inside.map(isOutside))).toEqual(inside.map(() => false));
    expect(await locatePath("../elsewhere/a.txt", folder, [path.join(root, "elsewhere")])).toMatchObject({
      isOutside: false,
    });
  },
);

it.skipIf(process.platform === "win32")(
  "leaves a folder behind a link as the system does: through the real one",
  async () => {
    fs.mkdirSync(path.join(root, "far", "deep"), { recursive: true });
    fs.symlinkSync(path.join(root, "far", "deep"), path.join(folder, "lib"));
    fs.symlinkSync("../new.txt", path.join(folder, "lib", "above"));
    fs.symlinkSync("missing/../../new.txt", path.join(folder, "lib", "through"));
    fs.symlinkSync("lib/../new.txt", path.join(folder, "around"));
    fs.symlinkSync("./lib/./../../folder/in.txt", path.join(folder, "back"));
    const far = path.join(fs.realpathSync(root), "far", "new.txt");
    for (const file of ["lib/above", "lib/through", "around"])
      expect(await locatePath(file, folder, []), file).toMatchObject({ isOutside: true, target: far });
    expect(await locatePath("back", folder, [])).toMatchObject({
      isOutside: false,
      target: path.join(fs.realpathSync(folder), "in.txt"),
    });
  },
);

it.skipIf(process.platform === "win32")(
  "detects a link within the folder, but not one that leads to the folder",
  async () => {
    fs.mkdirSync(path.join(folder, "hooks"));
    fs.symlinkSync("hooks", path.join(folder, "lib"));
    fs.symlinkSync(folder, path.join(root, "linked"));
    const real = fs.realpathSync(folder);
    expect(await locatePath("lib/new.txt", folder, [])).toEqual({
      isOutside: false,
      isReadOnly: false,
      target: path.join(real, "hooks", "new.txt"),
    });
    for (const [file, place] of [
      ["hooks/new.txt", folder],
      ["hooks/new.txt", path.join(root, "linked")],
    ] as const)
      expect(await locatePath(file, place, [])).toEqual({ isOutside: false, isReadOnly: false });
    // A root of its own within another one.
    expect(await locatePath("lib/new.txt", folder, [path.join(folder, "lib")])).toEqual({
      isOutside: false,
      isReadOnly: false,
    });
    expect(await locatePath(path.join(root, "linked", "a.txt"), path.join(root, "other"), [])).toMatchObject({
      isOutside: true,
      target: path.join(real, "a.txt"),
    });
  },
);

it.skipIf(process.platform === "win32")("reads no pipe and no folder, and knows what is not there", async () => {
  const [file, pipe] = [path.join(folder, "a.txt"), path.join(folder, "pipe")];
  fs.writeFileSync(file, "x");
  execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
  expect(await isFile(file, folder)).toBe(true);
  expect(await isFile(path.join(folder, "b.txt"), folder)).toBe(false);
  await expect(isFile(pipe, folder)).rejects.toThrow("not a file");
  await expect(isFile(folder, folder)).rejects.toThrow("not a file");
});

it("goes to no other machine for a look", async () => {
  expect(["\\\\host\\share", "//host/share", "\\/host"].map(isOnOtherMachine)).toEqual([true, true, true]);
  expect(["/etc", "C:\\a", "a//b", ""].map(isOnOtherMachine)).toEqual([false, false, false, false]);
  await expect(isFile("\\\\host\\share\\a", "/w")).rejects.toThrow("another machine");
});
