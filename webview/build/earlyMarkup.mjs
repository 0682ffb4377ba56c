// Renders the panel of a new conversation to a file beside the page's bundle, for the document that is shown before the
// page has loaded, and its styles to another one.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import esbuild from "esbuild";
import { readStyles, sveltePlugin } from "./svelte.mjs";

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

/** Returns the HTML that `webview/earlyMarkup.ts` makes, and the components that it may consist of. */
async function makeEarlyMarkup() {
  const { metafile, outputFiles } = await esbuild.build({
    ...options,
    absWorkingDir: project,
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  const module = { exports: {} };
  const run = vm.runInThisContext(`(function (module, require, navigator) {${outputFiles[0].text}\n})`, {
    filename: "earlyMarkup.cjs",
  });
  run(module, createRequire(import.meta.url), { userAgent: "" });
  const components = Object.keys(metafile.inputs).filter((file) => file.endsWith(".svelte"));
  return { html: module.exports.renderEarlyMarkup(), components: components.sort().map((file) => join(project, file)) };
}

/**
 * Returns an esbuild plugin that writes the HTML with each build of the page. Its entry point `styles` has the styles
 * that the HTML needs, and those that every page has; `has` tells them from those of other components.
 */
export function earlyMarkup({ dev }) {
  let making;
  /** Svelte names the elements of a component and their styles by one class. */
  const has = async (css) => (await making).html.includes(/\bsvelte-[a-z0-9]+/.exec(css)?.[0]);
  const styles = "early-styles";
  const plugin = {
    name: "early-markup",
    setup(build) {
      build.onStart(() => {
        making = makeEarlyMarkup();
        // Awaited at the end, which an error of the page's own build prevents.
        making.catch(() => {});
      });
      build.onResolve({ filter: new RegExp(`^${styles}$`) }, () => ({ path: styles, namespace: styles }));
      build.onLoad({ filter: /.*/, namespace: styles }, async () => {
        const { components } = await making;
        const imports = [];
        for (const path of components)
          if (await has(await readStyles(path, { dev }))) imports.push(`svelte-style:${path}.css`);
        const contents = [...imports, "./theme.css"].map((name) => `@import ${JSON.stringify(name)};`).join("\n");
        return { contents, loader: "css", resolveDir: join(project, "webview") };
      });
      build.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0) return;
        const { html } = await making;
        const { absWorkingDir = ".", outdir, write } = build.initialOptions;
        const path = resolve(absWorkingDir, outdir, name);
        if (write === false) outputFiles.push({ path, contents: Buffer.from(html) });
        else await writeFile(path, html);
      });
    },
  };
  return { plugin, styles, has };
}
