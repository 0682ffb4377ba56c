// Builds the extension host bundle and the webview bundle into dist/.
// Usage: node esbuild.mjs [--watch] [--production]
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { compactEntities } from "./webview/build/characterEntities.mjs";
import { earlyMarkup } from "./webview/build/earlyMarkup.mjs";
import { withoutHelperImport } from "./webview/build/helperImport.mjs";
import { usedIcons } from "./webview/build/icons.mjs";
import { findPackages, makeLicenses } from "./webview/build/licenses.mjs";
import { mermaidFile, readMermaid } from "./webview/build/mermaidFile.mjs";
import { minifiedAgain } from "./webview/build/minify.mjs";
import { sharesModules, takesModules } from "./webview/build/sharedModules.mjs";
import { sveltePlugin } from "./webview/build/svelte.mjs";

export { svelteVite } from "./webview/build/svelte.mjs";

const isRun = process.argv[1] === fileURLToPath(import.meta.url);
const project = dirname(fileURLToPath(import.meta.url));
const isWatch = process.argv.includes("--watch");
const isProduction = process.argv.includes("--production");

/** Returns an esbuild plugin that removes Svelte's development checks. Their flag is an import, which the bundler does not evaluate. */
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

/** Returns an esbuild plugin that keeps each dynamic import of the host as a bundle of `laterBuild` in the same folder. */
function besideTheEntry() {
  return {
    name: "beside-the-entry",
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
        if (kind !== "dynamic-import") return undefined;
        const name = basename(path, ".ts");
        if (!Object.hasOwn(laterBuild.entryPoints, name)) throw new Error(`${name} is loaded later, but is no bundle.`);
        return { path: `./${name}.cjs`, external: true };
      });
    },
  };
}

const common = { bundle: true, minify: isProduction, sourcemap: !isProduction, metafile: true, logLevel: "info" };

const last = isProduction ? [minifiedAgain()] : [];

/** @type {import("esbuild").BuildOptions} */
export const hostBuild = {
  ...common,
  entryPoints: {
    extension: "extension/extension.ts",
    start: "extension/start.ts",
    deathWatch: "extension/processes/deathWatchMain.ts",
  },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  platform: "node",
  format: "cjs",
  target: "node20",
  // The main file of some packages has imports that no bundler can resolve.
  mainFields: ["module", "main"],
  external: ["vscode"],
  // This file is an ES module, whose calls need no object. It differs from the main file only in what reads translations, which Tandem does not have.
  alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
  plugins: [besideTheEntry(), sharesModules(join(project, "extension", "start.ts")), ...last],
  // The editor provides `vscode` only to `require`.
  supported: { "dynamic-import": false },
};

/**
 * Bundles that the start loads on demand.
 * @type {import("esbuild").BuildOptions}
 */
export const laterBuild = {
  ...hostBuild,
  entryPoints: {
    conversationTexts: "extension/editor/conversationTexts.ts",
    toolServer: "extension/ideTools/toolServer.ts",
    launchElsewhere: "extension/cli/launchElsewhere.ts",
  },
  plugins: [takesModules("./start.cjs", join(project, "extension")), compactEntities(), ...last],
  // A function that the start does not share.
  logOverride: { "import-is-undefined": "error" },
};

/** @type {import("esbuild").BuildOptions} */
const pageBuild = {
  ...common,
  outdir: "dist/webview",
  platform: "browser",
  format: "esm",
  target: "es2022",
  splitting: true,
  chunkNames: "chunk-[hash]",
  conditions: ["svelte", "browser"],
  loader: { ".ttf": "file" },
  assetNames: "[name]",
  plugins: [
    ...(isProduction ? [withoutDevelopmentChecks()] : []),
    sveltePlugin({ dev: !isProduction }),
    usedIcons(join(project, "webview")),
    mermaidFile(),
    withoutHelperImport(),
    ...last,
  ],
};

/**
 * The page of the panel, and the document before it.
 * @type {import("esbuild").BuildOptions}
 */
export const webviewBuild = {
  ...pageBuild,
  entryPoints: { main: "webview/main.ts", early: "webview/early.ts" },
  plugins: [...pageBuild.plugins, earlyMarkup()],
};

/**
 * The pages in editor tabs. One file without shared chunks, because it is written into the document, which then needs no other file.
 * @type {import("esbuild").BuildOptions}
 */
export const pagesBuild = { ...pageBuild, entryPoints: { pages: "webview/pages/pages.ts" }, splitting: false };

/**
 * Builds the bundles and the licenses of their packages into `dist/`. Resolves to the folders of these packages; rejects with esbuild's messages if
 * a build fails.
 */
export async function buildExtension(options = {}) {
  const builds = [hostBuild, laterBuild, webviewBuild, pagesBuild].map((each) => esbuild.build({ ...each, absWorkingDir: project, ...options }));
  const metafiles = [...(await Promise.all(builds)), await readMermaid()].map(({ metafile }) => metafile);
  const packages = findPackages(metafiles);
  await writeFile(join(project, "dist", "licenses.txt"), await makeLicenses(project, packages));
  await copyFile(join(project, "extension", "api", "tandem.d.ts"), join(project, "dist", "tandem.d.ts"));
  return packages;
}

if (isRun) {
  // Chunks of earlier builds have other names and would be packaged too.
  await rm("dist", { recursive: true, force: true });
  if (isWatch) {
    for (const options of [hostBuild, laterBuild, webviewBuild, pagesBuild]) await (await esbuild.context(options)).watch();
  } else {
    await buildExtension();
  }
}
