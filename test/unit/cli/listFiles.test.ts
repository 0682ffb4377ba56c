import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listFiles } from "../../../extension/cli/listFiles.ts";

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-list-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A program that says what it was called with, as ripgrep says names. */
function echo(code: number): string {
  const file = path.join(folder, `echo${code}.sh`);
  fs.writeFileSync(file, `#!/bin/sh\nfor each in "$@"; do printf '%s\\0' "$each"; done\nexit ${code}\n`, { mode: 0o755 });
  return file;
}

it.skipIf(process.platform === "win32")("asks ripgrep for hidden files, and for what ignore files leave also where there is no repository", async () => {
  expect(await listFiles(echo(0), folder, true)).toEqual(expect.arrayContaining(["--files", "--hidden", "--no-require-git", "--follow"]));
  expect(await listFiles(echo(0), folder, false)).not.toContain("--follow");
});

it.skipIf(process.platform === "win32")("takes what it has where some folder could not be read, and nothing of a program that failed", async () => {
  expect(await listFiles(echo(2), folder, false)).toContain("--files");
  await expect(listFiles(echo(3), folder, false)).rejects.toThrow("ripgrep ended with 3");
});
