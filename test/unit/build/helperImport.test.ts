import { expect, it } from "vitest";
import { withoutBareImports } from "../../../webview/build/helperImport.mjs";

it.each([
  ['import "./chunk-A1.js";\nrun();', "\nrun();"],
  ['import"./chunk-A1.js";run();', "run();"],
])("removes a bare import and nothing else: %s", (text, without) => {
  expect(withoutBareImports(text, ["chunk-A1.js"])).toBe(without);
});

it.each([
  ["is not there", "run();", "was found 0 times"],
  ["is there twice", 'import"./chunk-A1.js";import"./chunk-A1.js";', "was found 2 times"],
  ["is for its names", 'import{a}from"./chunk-A1.js";', "was found 0 times"],
  ["is for its names too", 'import"./chunk-A1.js";import{a}from"./chunk-A1.js";', "is imported for its names too"],
  ["is of another file", 'import"./chunk-A1xjs";', "was found 0 times"],
])("throws when the import %s", (_, text, message) => {
  expect(() => withoutBareImports(text, ["chunk-A1.js"])).toThrow(message);
});
