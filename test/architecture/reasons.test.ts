// @vitest-environment node
import { expect, it } from "vitest";
import { findUnexplained } from "./reasons.ts";

const find = (text: string) =>
  findUnexplained("a.ts", text, "regular", /open\(/g, (call) => /"wx"/.test(call)).map((each) => each.split(" ")[0]);

it("accepts a call with a reason above it, and one that needs none", () => {
  expect(find('  // regular: a folder\n  // of its own\n  await open(file);\nopen(\n  beside, "wx");')).toEqual([]);
});

it.each(["open(file);", "// regular: far away\n\nopen(file);", "// settings: of another kind\nopen(file);"])(
  "finds a call without a reason: %j",
  (text) => expect(find(text)).toContain(`a.ts:${text.split("\n").length}`),
);

it.each(["// regular: moved\nread(file);", '// regular: needs none\nopen(file, "wx");', "// regular: last"])(
  "finds a reason without a call that needs it: %j",
  (text) => expect(find(text)).toEqual(["a.ts:1"]),
);
