// Renders the panel of a new conversation to a file beside the page's bundle, for the document that is shown before the
// page has loaded.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import esbuild from "esbuild";
import { sveltePlugin } from "./svelte.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const name = "early.html";

/**
 * Returns an esbuild plugin that leaves out messages, cards and outputs, most of the page: a new conversation has none.
 */
function withoutContent() {
  return {
    name: "without-content",
    setup(build) {
      build.onLoad({ filter: /\/webview\/\w+\/(\w+\/)?(Row|Requests|\w+(Card|Output))\.svelte$/ }, ({ path }) => ({
        contents: `export default () => { throw new Error(${JSON.stringify(`${path} is not part of an empty conversation.`)}); };`,
      }));
    },
  };
}

/** @type {import("esbuild").BuildOptions} */
const options = {
  entryPoints: ["webview/earlyMarkup.ts"],
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  conditions: ["svelte"],
  // The main file of this package has imports that no bundler can resolve.
  alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
  plugins: [withoutContent(), sveltePlugin({ dev: false, target: "server" })],
};

/** Returns the HTML that `webview/earlyMarkup.ts` makes. */
async function makeEarlyMarkup() {
  const { outputFiles } = await esbuild.build({
    ...options,
    absWorkingDir: project,
    write: false,
    logLevel: "warning",
  });
  const module = { exports: {} };
  const run = vm.runInThisContext(`(function (module, require, navigator) {${outputFiles[0].text}\n})`, {
    filename: "earlyMarkup.cjs",
  });
  run(module, createRequire(import.meta.url), { userAgent: "" });
  return module.exports.renderEarlyMarkup();
}

/** Returns an esbuild plugin that writes the HTML with each build of the page. */
export function earlyMarkup() {
  return {
    name: "early-markup",
    setup(build) {
      let making;
      build.onStart(() => {
        making = makeEarlyMarkup();
        // Awaited at the end, which an error of the page's own build prevents.
        making.catch(() => {});
      });
      build.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0) return;
        const text = await making;
        const { absWorkingDir = ".", outdir, write } = build.initialOptions;
        const path = resolve(absWorkingDir, outdir, name);
        if (write === false) outputFiles.push({ path, contents: Buffer.from(text) });
        else await writeFile(path, text);
      });
    },
  };
}
