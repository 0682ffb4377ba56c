import { expect, it } from "vitest";
import { describeStartError } from "../../../../extension/shared/text/startFailures.ts";

const failure = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

it("names a missing part that is loaded on demand, whose folder its caller does not know", () => {
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
