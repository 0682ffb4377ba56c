import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { listFiles } from "../../../../extension/node/processes/listFiles.ts";

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-list-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A program that says what it was called with, as ripgrep says names. */
function echo(code: number): string {
  const file = path.join(folder, `echo${code}.sh`);
  fs.writeFileSync(file, `#!/bin/sh\nfor each in "$@"; do printf '%s\\0' "$each"; done\nexit ${code}\n`, {
    mode: 0o755,
  });
  return file;
}

async function listed(code: number, followsLinks: boolean): Promise<string[]> {
  const all: string[] = [];
  for await (const names of listFiles(echo(code), folder, followsLinks)) all.push(...names);
  return all;
}

it.skipIf(process.platform === "win32")(
  "asks ripgrep for hidden files, and to obey ignore files even without a repository",
  async () => {
    expect(await listed(0, true)).toEqual(
      expect.arrayContaining(["--files", "--hidden", "--no-require-git", "--follow"]),
    );
    expect(await listed(0, false)).not.toContain("--follow");
  },
);

it.skipIf(process.platform === "win32")(
  "lists what it found despite an unreadable folder, and nothing of a failed program",
  async () => {
    expect(await listed(2, false)).toContain("--files");
    await expect(listed(3, false)).rejects.toThrow("ripgrep ended with 3");
  },
);

it.skipIf(process.platform === "win32")(
  "reports files before all are found, and ends the program once nobody listens",
  async () => {
    const pid = path.join(folder, "pid");
    const slow = path.join(folder, "slow.sh");
    fs.writeFileSync(slow, `#!/bin/sh\necho $$ > ${pid}\nprintf 'a.ts\\0'\nexec sleep 60\n`, { mode: 0o755 });
    for await (const names of listFiles(slow, folder, false)) {
      expect(names).toEqual(["a.ts"]);
      break;
    }
    const isThere = (): boolean => {
      try {
        return process.kill(Number(fs.readFileSync(pid, "utf8")), 0);
      } catch {
        return false;
      }
    };
    await vi.waitFor(() => expect(isThere()).toBe(false));
  },
);
