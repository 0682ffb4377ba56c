import esbuild from "esbuild";
import { expect, it } from "vitest";
import { compactEntities, writeEntities } from "../../../webview/build/characterEntities.mjs";

/** Returns the table of the package, bundled with these plugins. */
async function bundle(
  plugins: esbuild.Plugin[],
): Promise<{ readonly bytes: number; readonly entities: Readonly<Record<string, string>> }> {
  const stdin = {
    contents: `export { characterEntities } from "character-entities";`,
    resolveDir: import.meta.dirname,
  };
  const { outputFiles } = await esbuild.build({
    stdin,
    bundle: true,
    write: false,
    format: "cjs",
    minify: true,
    plugins,
  });
  const [{ text }] = outputFiles as [esbuild.OutputFile];
  const module = { exports: {} as { characterEntities: Readonly<Record<string, string>> } };
  new Function("module", text)(module);
  return { bytes: text.length, entities: module.exports.characterEntities };
}

it("keeps every name and its text, in two thirds of the space", async () => {
  const [whole, compact] = [await bundle([]), await bundle([compactEntities()])];
  expect(Object.keys(whole.entities).length).toBeGreaterThan(2000);
  expect(compact.entities).toEqual(whole.entities);
  expect(compact.bytes).toBeLessThan((whole.bytes * 2) / 3);
});

it("refuses a name or a text that it cannot write", () => {
  expect(() => writeEntities({ "a b": "x" })).toThrow("a b");
  expect(() => writeEntities({ three: "xyz" })).toThrow("three");
});
