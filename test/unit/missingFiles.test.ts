import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findMissingFile } from "../../extension/missingFiles.ts";
import { describeStartError } from "../../extension/shared/text/startFailures.ts";

let folder: string;
const place = (name: string): string => path.join(folder, name);
const find = async (): Promise<string | undefined> => {
  const error = await findMissingFile(folder);
  return error && describeStartError(error, folder);
};

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-files-"));
  fs.mkdirSync(place("dist"));
  fs.writeFileSync(place("dist/files.json"), JSON.stringify(["package.json", "dist/a.cjs"]));
  for (const name of ["package.json", "dist/a.cjs"]) fs.writeFileSync(place(name), "{}");
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

it("finds nothing in a package that is whole", async () => {
  expect(await find()).toBeUndefined();
});

it.each(["dist/a.cjs", "dist/files.json"])(
  "names a file that is missing, or a folder in its place: %s",
  async (name) => {
    fs.rmSync(place(name));
    expect(await find()).toBe(`A file of Tandem is missing: ${name}. Install Tandem again.`);
    fs.mkdirSync(place(name));
    expect(await find()).toBe(
      `A file of Tandem can't be read: ${name}. Check its permissions, or install Tandem again.`,
    );
  },
);

it("names its own list where that is damaged", async () => {
  fs.writeFileSync(place("dist/files.json"), '["package.json"');
  expect(await find()).toBe("A file of Tandem is damaged: dist/files.json. Install Tandem again.");
});
