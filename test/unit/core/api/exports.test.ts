import { expect, it } from "vitest";
import { createExports, findCallerInStack } from "../../../../extension/core/api/exports.ts";
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
  const { queries } = openApi({ isTrusted: false });
  let loads = 0;
  const exports = createExports(async () => {
    loads++;
    return queries;
  }, isInstalled);
  const found = exports.getAPI(1, { extension: { id: caller } });
  expect([found.version, loads]).toEqual([1, 0]);
  expect((await errorOf(found.query({ prompt: "x" }))).code).toBe("untrusted");
  expect(loads).toBe(1);
});

it("finds the caller in the stack if none is passed, and throws without an extension", async () => {
  const { queries } = openApi({ isTrusted: false });
  const load = async () => queries;
  const installed = [
    { id: "other.one", folders: ["/extensions/other.one/", "file:///extensions/other.one/"] },
    { id: caller, folders: ["/extensions/a.caller/", "file:///extensions/a.caller/"] },
  ];
  const callFrom = (...frames: string[]) => {
    const stack = [
      "Error",
      "    at getAPI (/extensions/tandem/dist/extension.cjs:1:2)",
      ...frames.map((frame) => `    at run (${frame}:3:4)`),
    ].join("\n");
    return createExports(load, isInstalled, () => findCallerInStack(stack, installed)).getAPI(1);
  };
  expect(
    (await errorOf(callFrom("/extensions/a.caller/out/main.js", "/extensions/other.one/x.js").query({ prompt: "x" })))
      .code,
  ).toBe("untrusted");
  expect(callFrom("file:///extensions/a.caller/main.mjs").version).toBe(1);
  for (const frames of [[], ["node:internal/main"], ["/extensions/a.caller-2/main.js"]])
    expect(() => callFrom(...frames)).toThrow("ExtensionContext");
});
