import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import esbuild from "esbuild";
import { expect, it, onTestFinished } from "vitest";
import { BuildCache, readTools } from "../../../webview/build/buildCache.mjs";
import { sveltePlugin } from "../../../webview/build/svelte.mjs";

function temporary(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-cache-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns a step of the build that counts how often it works, and a new cache for it, as another process has one. */
function createStep(folder: string) {
  const made: string[] = [];
  const open = (tools = "tools") => new BuildCache("step", { folder, tools: async () => tools });
  const run = (name: string, inputs: readonly string[], cache = open()): Promise<string> =>
    cache.get(name, inputs, async () => {
      made.push(`${name} ${inputs.join("+")}`);
      return `${made.length}`;
    });
  return { made, open, run };
}

const onlyFile = (folder: string): string => {
  const [name, ...more] = fs.readdirSync(path.join(folder, "step"));
  expect(more).toEqual([]);
  return path.join(folder, "step", name ?? "");
};

it("keeps a result for later processes, and one file for each name", async () => {
  const folder = temporary();
  const { made, run } = createStep(folder);
  expect([await run("a", ["one"]), await run("a", ["one"])]).toEqual(["1", "1"]);
  expect([await run("a", ["two"]), await run("a", ["two"])]).toEqual(["2", "2"]);
  expect(made).toEqual(["a one", "a two"]);
  onlyFile(folder);
});

it("builds again for other inputs, in another order or division, names or tools", async () => {
  const folder = temporary();
  const { made, open, run } = createStep(folder);
  const calls: readonly (readonly [string, string[], string?])[] = [
    ["a", ["x", "y"]],
    ["a", ["y", "x"]],
    ["a", ["xy"]],
    ["a", ["x", "y", ""]],
    ["b", ["x"]],
    ["b", ["x"], "newer"],
  ];
  for (const [name, inputs, tools] of calls) await run(name, inputs, open(tools));
  expect(made.length).toBe(calls.length);
});

it.each([
  ["is empty", () => ""],
  ["ends early", (text: string) => text.slice(0, -1)],
  ["has other bytes", (text: string) => `${text.slice(0, -2)}5"`],
  ["is no result", () => "{}"],
])("makes a result again when its file %s", async (_, damage) => {
  const folder = temporary();
  const { made, run } = createStep(folder);
  await run("a", ["one"]);
  const file = onlyFile(folder);
  fs.writeFileSync(file, damage(fs.readFileSync(file, "utf8")));
  expect([await run("a", ["one"]), await run("a", ["one"])]).toEqual(["2", "2"]);
  expect(made.length).toBe(2);
});

it("makes a result once for concurrent builds, and keeps no failure", async () => {
  const folder = temporary();
  const { made, open, run } = createStep(folder);
  const cache = open();
  expect(await Promise.all([run("a", ["one"], cache), run("a", ["one"], cache)])).toEqual(["1", "1"]);
  const fail = () => cache.get("b", ["one"], () => Promise.reject(new Error("wrong source")));
  await expect(fail()).rejects.toThrow("wrong source");
  await expect(fail()).rejects.toThrow("wrong source");
  expect(await run("b", ["one"], cache)).toBe("2");
  expect(made.length).toBe(2);
});

it("builds the tools again after a change of the packages or of the build's code", async () => {
  const root = temporary();
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  write("esbuild.mjs", "1");
  write("webview/build/icons.mjs", "1");
  const packages = "node_modules/.package-lock.json";
  write(packages, "1");
  const seen = [await readTools(root)];
  expect(await readTools(root)).toBe(seen[0]);
  for (const name of [packages, "esbuild.mjs", "webview/build/icons.mjs", "webview/build/added.mjs"]) {
    write(name, "2");
    seen.push(await readTools(root));
  }
  fs.rmSync(path.join(root, packages));
  seen.push(await readTools(root), await readTools(root));
  expect(new Set(seen).size).toBe(seen.length);
});

it("builds a component from its present source and options", async () => {
  const folder = temporary();
  const file = path.join(folder, "Greeting.svelte");
  const build = async (text: string, dev: boolean): Promise<string> => {
    fs.writeFileSync(file, `<p>${text}</p><style>p { color: red }</style>`);
    const cache = new BuildCache("svelte", { folder, tools: async () => "tools" });
    const { outputFiles } = await esbuild.build({
      entryPoints: [file],
      bundle: true,
      write: false,
      outdir: folder,
      format: "esm",
      external: ["svelte/*"],
      plugins: [sveltePlugin({ dev, cache })],
    });
    return outputFiles.map((output) => output.text).join();
  };
  const first = await build("Hello", false);
  expect(first).toContain("Hello");
  expect(first).toContain("color: red");
  expect(await build("Hello", false)).toBe(first);
  expect(await build("Goodbye", false)).toContain("Goodbye");
  expect(await build("Hello", true)).not.toBe(first);
  expect(await build("Hello", false)).toBe(first);
});
