// Builds the extension host bundle and the webview bundle: `node esbuild.mjs [--watch]` into dist/, for development;
// `test/package/` for users.
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { compactEntities } from "./webview/build/characterEntities.mjs";
import { earlyMarkup } from "./webview/build/earlyMarkup.mjs";
import { withoutHelperImport } from "./webview/build/helperImport.mjs";
import { usedIcons } from "./webview/build/icons.mjs";
import { findPackages, makeLicenses } from "./webview/build/licenses.mjs";
import { mermaidFile, readMermaid } from "./webview/build/mermaidFile.mjs";
import { minifiedAgain } from "./webview/build/minify.mjs";
import { buildStart } from "./webview/build/splitStart.mjs";
import { sveltePlugin } from "./webview/build/svelte.mjs";

export { svelteVite } from "./webview/build/svelte.mjs";

const project = dirname(fileURLToPath(import.meta.url));

/**
 * Returns an esbuild plugin that removes Svelte's development checks. Their flag is an import, which the bundler does
 * not evaluate.
 */
function withoutDevelopmentChecks() {
  const flags = /^import \{ [A-Z, ]+ \} from 'esm-env';/m;
  return {
    name: "without-development-checks",
    setup(build) {
      build.onLoad({ filter: /\/node_modules\/svelte\/src\/.*\.js$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        return flags.test(text)
          ? {
              contents: text
                .replace(flags, "")
                .replace(/\bDEV\b/g, "false")
                .replace(/\bBROWSER\b/g, "true"),
              loader: "js",
            }
          : undefined;
      });
    },
  };
}

/**
 * Returns the options of all builds, for users or for development, whose files are written to `outdir`. `start` is the
 * host's second bundle, which for users is divided; `page` is the page of the panel and the document before it; `pages`
 * are the pages in editor tabs.
 * @returns {Record<"host" | "start" | "page" | "pages", import("esbuild").BuildOptions>}
 */
export function createBuilds({ isProduction = false, outdir = "dist" } = {}) {
  const common = {
    bundle: true,
    minify: isProduction,
    sourcemap: !isProduction,
    metafile: true,
    logLevel: "info",
    absWorkingDir: project,
  };
  const last = isProduction ? [minifiedAgain()] : [];
  const host = {
    ...common,
    outdir,
    outExtension: { ".js": ".cjs" },
    platform: "node",
    format: "cjs",
    target: "node20",
    // The main file of some packages has imports that no bundler can resolve.
    mainFields: ["module", "main"],
    external: ["vscode"],
    // This file is an ES module, whose calls need no object. It differs from the main file only in what reads
    // translations, which Tandem does not have.
    alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
    // The editor provides `vscode` only to `require`.
    supported: { "dynamic-import": false },
  };
  const page = {
    ...common,
    outdir: join(outdir, "webview"),
    platform: "browser",
    format: "esm",
    target: "es2022",
    splitting: true,
    chunkNames: "[name]-[hash]",
    conditions: ["svelte", "browser"],
    loader: { ".ttf": "file" },
    assetNames: "[name]",
  };
  const early = earlyMarkup({ dev: !isProduction });
  const createPagePlugins = (styles = {}) => [
    ...(isProduction ? [withoutDevelopmentChecks()] : []),
    sveltePlugin({ dev: !isProduction, ...styles }),
    usedIcons(join(project, "webview")),
    mermaidFile(),
    withoutHelperImport(),
    ...last,
  ];
  return {
    host: {
      ...host,
      entryPoints: { extension: "extension/extension.ts", deathWatch: "extension/node/processes/deathWatchMain.ts" },
      plugins: last,
    },
    start: { ...host, entryPoints: { start: "extension/start.ts" }, plugins: [compactEntities()] },
    page: {
      ...page,
      // The document has the early ones, and receives the rest.
      entryPoints: { main: "webview/main.ts", early: "webview/early.ts", earlyStyles: early.styles },
      plugins: [...createPagePlugins({ isElsewhere: early.has }), early.plugin],
    },
    // One file without shared chunks, because it is written into the document, which then needs no other file.
    pages: {
      ...page,
      entryPoints: { pages: "webview/pages/pages.ts" },
      splitting: false,
      plugins: createPagePlugins(),
    },
  };
}

/**
 * Builds the bundles, and the documents that are packaged beside them. Rejects with esbuild's messages if a build
 * fails. Resolves to esbuild's lists of inputs and outputs, the folders of the packages in the bundles, and the names
 * of the documents.
 */
export async function buildExtension({ isProduction = false, outdir = "dist", logLevel = "info" } = {}) {
  const { start, ...others } = createBuilds({ isProduction, outdir });
  const { entryPoints, ...options } = start;
  const build = async (each) => (await esbuild.build({ ...each, logLevel })).metafile;
  const metafiles = await Promise.all([
    ...Object.values(others).map(build),
    isProduction ? buildStart(entryPoints.start, { ...options, logLevel }) : build(start),
  ]);
  const packages = findPackages([...metafiles, (await readMermaid()).metafile]);
  const folder = resolve(project, outdir);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "licenses.txt"), await makeLicenses(project, packages));
  await copyFile(join(project, "extension", "core", "api", "tandem.d.ts"), join(folder, "tandem.d.ts"));
  // The package has a list of its files instead.
  await writeFile(join(folder, "files.json"), "[]");
  return { metafiles, packages, documents: ["licenses.txt", "tandem.d.ts"] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Chunks of earlier builds have other names.
  await rm(join(project, "dist"), { recursive: true, force: true });
  await buildExtension();
  if (process.argv.includes("--watch")) {
    for (const options of Object.values(createBuilds())) await (await esbuild.context(options)).watch();
  }
}
