// Lets the host's bundles that are loaded later take packages from the one of the start, which has them anyway.
import { readFile } from "node:fs/promises";

/** The functions of packages that later bundles use. A build fails for any other. */
const shared = {
  zod: ["array", "boolean", "enum", "int", "prettifyError", "strictObject", "string", "toJSONSchema"],
  "@vscode/l10n": ["t"],
};
const toExport = (name, key) => `${name}:${key}`;
const filter = new RegExp(`^(${Object.keys(shared).join("|")})$`);

/** esbuild plugin for the bundle of the start, whose entry has this path: exports these functions too. */
export function sharesPackages(entry) {
  return {
    name: "shares-packages",
    setup(build) {
      const lines = Object.entries(shared).map(
        ([name, keys]) => `export { ${keys.map((key) => `${key} as "${toExport(name, key)}"`).join(", ")} } from "${name}";\n`,
      );
      build.onLoad({ filter: entry }, async ({ path }) => ({ contents: `${await readFile(path, "utf8")}\n${lines.join("")}`, loader: "ts" }));
    },
  };
}

/** esbuild plugin for the later bundles: takes these functions from the bundle in `file` beside them. */
export function takesPackages(file) {
  return {
    name: "takes-packages",
    setup(build) {
      const namespace = "taken-package";
      build.onResolve({ filter }, ({ path, namespace: from }) => (from === namespace ? undefined : { path, namespace, sideEffects: false }));
      build.onResolve({ filter: /\.cjs$/, namespace }, () => ({ path: file, external: true }));
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
        // Some of the names are reserved words.
        const lines = shared[path].map((key, index) => `const own${index} = start["${toExport(path, key)}"];\nexport { own${index} as ${key} };`);
        return { contents: `const start = require("${file}");\n${lines.join("\n")}` };
      });
    },
  };
}
