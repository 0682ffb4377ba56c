import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getPathKind, resolvePath } from "../../../../extension/vscode/files/pathKind.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-kinds-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** A file of so many bytes. */
function write(name: string, size: number): void {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), "");
  fs.truncateSync(path.join(root, name), size);
}

it("says what is at a path, and how much of a file the program sends", async () => {
  write("src/a.ts", 100_000);
  write("long.log", 100_001);
  write("most.log", 256 * 1024);
  write("large.log", 256 * 1024 + 1);
  write("shot.PNG", 3_000_000);
  fs.symlinkSync(path.join(root, "src"), path.join(root, "link"));
  const kinds = await Promise.all(
    [
      "src/a.ts",
      `${root}/src/a.ts`,
      "./src/../src/a.ts",
      "long.log",
      "most.log",
      "large.log",
      "shot.PNG",
      "src",
      "src/",
      "link",
      "link/a.ts",
    ].map((name) => getPathKind(root, name)),
  );
  expect(kinds).toEqual([
    "file",
    "file",
    "file",
    "longFile",
    "longFile",
    "largeFile",
    "file",
    "folder",
    "folder",
    "folder",
    "file",
  ]);
});

it.each(["gone.ts", "src/a.ts/b", "/dev/null", "a\0b", "//server/share/a.ts", "\\\\server\\share\\a.ts"])(
  "finds nothing to read at %j",
  async (name) => {
    write("src/a.ts", 1);
    expect(await getPathKind(root, name)).toBe("none");
  },
);

it("finds what lies in the user's home by ~", () => {
  vi.spyOn(os, "homedir").mockReturnValue("/home/sam");
  expect(["~/notes.md", "~", "~ann/notes.md", "a~/b"].map((name) => resolvePath("/w", name))).toEqual([
    "/home/sam/notes.md",
    "/home/sam",
    "/w/~ann/notes.md",
    "/w/a~/b",
  ]);
  vi.restoreAllMocks();
});
