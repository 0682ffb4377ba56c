// Lets the host's bundles that are loaded later take modules from the one of the start, which has them anyway.
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";

/** The functions that later bundles use, by package or by file of the host. A build fails for any other function of these modules. */
const shared = {
  zod: ["array", "boolean", "enum", "int", "prettifyError", "strictObject", "string", "toJSONSchema"],
  "@vscode/l10n": ["t"],
  "./base/failure.ts": ["failures", "getErrorMessage", "isFailure"],
  "./base/disposable.ts": ["DisposableStore"],
  "./base/read.ts": ["readArray", "readNumber", "readObject", "readString"],
  "./base/secretNames.ts": ["isSecretPath", "withoutSecretFiles"],
  "./cli/launchArguments.ts": ["buildLaunchArguments"],
  "./configuration/options.ts": ["optionRows"],
  "./configuration/planLaunch.ts": ["planLaunch"],
  "./protocol/lineSplitter.ts": ["LineSplitter"],
  "./protocol/version.ts": ["compareVersions", "hasSince", "oldestSupported", "parseVersion"],
  "./text/export/exportMarkdown.ts": ["getMarkdownLayout"],
  "./text/export/exportedContent.ts": ["getAttachmentsLabel", "getExportedAttachments", "getExportedImages", "selectStepsWithoutReport"],
  "./text/transcript/notices.ts": ["formatNotice"],
  "./text/transcript/planLimits.ts": ["formatLimit", "formatNoExtra", "formatPlanLimit"],
  "./text/requests/requestNotes.ts": ["formatNote"],
  "./text/transcript/turnFailures.ts": ["formatTurnFailure"],
};
const toExport = (name, key) => `${name}:${key}`;

/** esbuild plugin for the bundle of the start, whose entry has this path: exports these functions too. */
export function sharesModules(entry) {
  return {
    name: "shares-modules",
    setup(build) {
      const lines = Object.entries(shared).map(
        ([name, keys]) => `export { ${keys.map((key) => `${key} as "${toExport(name, key)}"`).join(", ")} } from "${name}";\n`,
      );
      build.onLoad({ filter: /[\\/]start\.ts$/ }, async ({ path }) =>
        path === entry ? { contents: `${await readFile(path, "utf8")}\n${lines.join("")}`, loader: "ts" } : undefined,
      );
    },
  };
}

/** esbuild plugin for the later bundles: takes these functions from the bundle `file` beside them. The files of the host are in `folder`. */
export function takesModules(file, folder) {
  return {
    name: "takes-modules",
    setup(build) {
      const namespace = "taken-module";
      build.onResolve({ filter: /\.cjs$/, namespace }, () => ({ path: file, external: true }));
      build.onResolve({ filter: /./ }, ({ path, resolveDir }) => {
        const name = path.startsWith(".") ? `./${relative(folder, resolve(resolveDir, path)).replaceAll("\\", "/")}` : path;
        return Object.hasOwn(shared, name) ? { path: name, namespace, sideEffects: false } : undefined;
      });
      build.onLoad({ filter: /./, namespace }, ({ path }) => {
        // Some of the names are reserved words.
        const lines = shared[path].map((key, index) => `const own${index} = start["${toExport(path, key)}"];\nexport { own${index} as ${key} };`);
        return { contents: `const start = require("${file}");\n${lines.join("\n")}` };
      });
    },
  };
}
