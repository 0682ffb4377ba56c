import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readEntries } from "../../package/archive.mjs";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-archive-"));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const files = {
  ".vscodeignore": "",
  "package.json": JSON.stringify({
    name: "sample",
    publisher: "tandem-test",
    version: "1.0.0",
    engines: { vscode: "^1.106.0" },
  }),
  "README.md": "Sample.\n",
  "a/b.txt": "text".repeat(1_000),
};

/** Writes an archive in a process of its own, whose time zone and folder differ from run to run. */
function archive(name: string, timeZone: string): string {
  const folder = path.join(root, name);
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  const target = path.join(root, `${name}.vsix`);
  const script = `import { writeArchive } from ${JSON.stringify(path.resolve("test/package/archive.mjs"))}; writeArchive(${JSON.stringify(folder)}, ${JSON.stringify(target)});`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { env: { ...process.env, TZ: timeZone } });
  return target;
}

it("writes equal bytes for equal files, at any time and in any time zone", () => {
  const [first, second] = [archive("first", "UTC"), archive("second", "Pacific/Auckland")];
  const sum = (file: string): string => createHash("sha256").update(fs.readFileSync(file)).digest("hex");
  expect(sum(second)).toBe(sum(first));
});

it("reads the names, sizes and contents of an archive", () => {
  const entries = readEntries(archive("read", "UTC"));
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["extension/package.json", "extension/readme.md", "extension/a/b.txt"]),
  );
  const found = entries.find(({ name }) => name === "extension/a/b.txt");
  expect(String(found?.read())).toBe(files["a/b.txt"]);
  expect(found).toMatchObject({ size: 4_000 });
  expect(found?.packed).toBeLessThan(100);
});
