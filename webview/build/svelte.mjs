// Compiles components and rune modules for the page and for its tests.
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { BuildCache } from "./buildCache.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const compiled = new BuildCache("svelte");

/** Compiles a Svelte source file to JavaScript; returns component styles separately. */
async function compileSvelte(filename, source, { css: where = "external", dev, target }) {
  // Takes half a second to load, and a build without changed sources does not need it.
  const { compile, compileModule } = await import("svelte/compiler");
  if (filename.endsWith(".svelte")) {
    const { js, css } = compile(source, { filename, rootDir: project, css: where, dev, generate: target });
    return { code: js.code, css: css?.code ?? "" };
  }
  // A rune module may contain TypeScript, which compileModule does not parse.
  const { code } = await esbuild.transform(source, {
    loader: filename.endsWith(".ts") ? "ts" : "js",
    sourcefile: filename,
    target: "es2022",
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return { code: compileModule(code, { filename, rootDir: project, dev, generate: target }).js.code, css: "" };
}

/** Returns the same from the cache, if the source was compiled before with the same options by the same compiler. */
function compileOnce(cache, filename, source, options) {
  const name = JSON.stringify([relative(project, filename), options]);
  return cache.get(name, [source], () => compileSvelte(filename, source, options));
}

const isRuneModule = (file) => /\.svelte\.[jt]s$/.test(file);

/** Returns the styles of a component; a text without any for one that has none. */
export async function readStyles(path, { dev, cache = compiled }) {
  return (await compileOnce(cache, path, await readFile(path, "utf8"), { dev, target: "client" })).css;
}

/**
 * Returns an esbuild plugin for components and rune modules; it collects component styles in the bundle's style sheet,
 * except on the server, and except those that `isElsewhere` says are in another one.
 */
export function sveltePlugin({ dev, target = "client", cache = compiled, isElsewhere = async (_css) => false }) {
  return {
    name: "svelte",
    setup(build) {
      build.onLoad({ filter: /\.svelte(\.[jt]s)?$/ }, async ({ path }) => {
        const { code, css } = await compileOnce(cache, path, await readFile(path, "utf8"), { dev, target });
        if (css === "" || target === "server" || (await isElsewhere(css))) return { contents: code, loader: "js" };
        return { contents: `${code}\nimport ${JSON.stringify(`svelte-style:${path}.css`)};`, loader: "js" };
      });
      build.onResolve({ filter: /^svelte-style:/ }, ({ path }) => ({
        path: path.slice("svelte-style:".length),
        namespace: "svelte-style",
      }));
      build.onLoad({ filter: /.*/, namespace: "svelte-style" }, async ({ path }) => ({
        contents: await readStyles(path.slice(0, -".css".length), { dev, cache }),
        loader: "css",
      }));
    },
  };
}

/** Returns a Vite plugin with the same compiler, for the webview tests. */
export function svelteVite() {
  return {
    name: "svelte",
    async transform(source, id) {
      const file = id.split("?")[0];
      if (!file.endsWith(".svelte") && !isRuneModule(file)) return undefined;
      const { code } = await compileOnce(compiled, file, source, { css: "injected", dev: true, target: "client" });
      return { code };
    },
  };
}
