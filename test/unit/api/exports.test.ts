import { expect, it } from "vitest";
import { createExports } from "../../../extension/api/exports.ts";
import { caller, errorOf, openApi } from "./setup.ts";

const isInstalled = (id: string): boolean => id === caller;

it.each([
  ["another version", 2, { extension: { id: caller } }],
  ["no version", undefined, { extension: { id: caller } }],
  ["no caller", 1, undefined],
  ["a caller that is not installed", 1, { extension: { id: "not.installed" } }],
  ["an id that is no text", 1, { extension: { id: {} } }],
])("throws for %s", (_name, version, given) => {
  const load = () => Promise.reject(new Error("loaded"));
  expect(() => createExports(load, isInstalled).getAPI(version as 1, given as never)).toThrow();
});

it("loads the rest of the extension with the first call that starts something", async () => {
  const { api } = openApi({ isTrusted: false });
  let loads = 0;
  const exports = createExports(async () => {
    loads++;
    return api;
  }, isInstalled);
  const found = exports.getAPI(1, { extension: { id: caller } });
  expect([found.version, loads]).toEqual([1, 0]);
  expect((await errorOf(found.query({ prompt: "x" }))).code).toBe("untrusted");
  expect(loads).toBe(1);
});
