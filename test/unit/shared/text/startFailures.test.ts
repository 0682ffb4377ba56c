import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { describeStartError, isBrokenPart, toBrokenPart } from "../../../../extension/shared/text/startFailures.ts";

const failure = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

it("names a missing part loaded on demand with its folder, which the caller doesn't know", () => {
  const error = failure("Cannot find module './pageParts.cjs'\nRequire stack:", { code: "MODULE_NOT_FOUND" });
  expect(describeStartError(error)).toBe("A file of Tandem is missing: dist/pageParts.cjs. Install Tandem again.");
});

it.each([
  [
    failure("ENOENT: no such file", { code: "ENOENT", path: "/x/tandem/dist/webview/early.html" }),
    "A file of Tandem is missing: dist/webview/early.html. Install Tandem again.",
  ],
  [
    failure("Cannot find module './queryParts.cjs'\nRequire stack:", { code: "MODULE_NOT_FOUND" }),
    "A file of Tandem is missing: dist/queryParts.cjs. Install Tandem again.",
  ],
  [
    failure("EACCES: denied", { code: "EACCES", path: "/x/tandem/dist/start.cjs" }),
    "A file of Tandem can't be read: dist/start.cjs. Check its permissions, or install Tandem again.",
  ],
  [
    failure("ENOENT: no such file, /home/user/x", { code: "ENOENT", path: "/home/user/x" }),
    "Couldn't start Tandem: ENOENT: no such file, /home/user/x",
  ],
  [failure("It is broken.\n    at start"), "Couldn't start Tandem: It is broken."],
  ["a text", "Couldn't start Tandem: a text"],
])("describes what kept a start from working in one sentence: %s", (error, expected) => {
  expect(describeStartError(error, "/x/tandem")).toBe(expected);
});

it.each([
  ["cut off", "exports.a = () => {", "A file of Tandem is damaged: dist/part.cjs. Install Tandem again."],
  ["missing", undefined, "A file of Tandem is missing: dist/part.cjs. Install Tandem again."],
  ["a part that fails by itself", "JSON.parse('{')", undefined],
])("names a part that is %s when it is loaded on demand", (_, text, expected) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-part-"));
  fs.mkdirSync(path.join(folder, "dist"));
  if (text !== undefined) fs.writeFileSync(path.join(folder, "dist", "part.cjs"), text);
  let error: unknown;
  try {
    createRequire(path.join(folder, "dist", "start.cjs"))("./part.cjs");
  } catch (thrown) {
    error = thrown;
  }
  fs.rmSync(folder, { recursive: true });
  const broken = toBrokenPart(error, folder);
  expect([broken?.message, broken && describeStartError(broken)]).toEqual([expected, expected]);
  expect([isBrokenPart(broken), isBrokenPart(error)]).toEqual([expected !== undefined, false]);
});
