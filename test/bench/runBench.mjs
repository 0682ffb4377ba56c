// Runs one bench of a checkout of the project.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import esbuild from "esbuild";

/** Keeps the shared scripts where they are: they find their folders by their own place. */
const outside = {
  name: "scripts",
  setup: (build) =>
    build.onResolve({ filter: /\.mjs$/ }, ({ path: target, resolveDir, kind }) =>
      kind === "entry-point"
        ? undefined
        : { path: pathToFileURL(path.resolve(resolveDir, target)).href, external: true },
    ),
};

/**
 * Returns the rows of the bench `name` in the project in the folder `project`, which must be the current directory.
 * `packed` is the VSIX that a bench in the editor installs.
 */
export async function runBench(project, name, packed) {
  const cache = path.join(project, "node_modules", ".cache", "tandem");
  fs.mkdirSync(cache, { recursive: true });
  const out = fs.mkdtempSync(path.join(cache, "bench-"));
  try {
    const file = path.join(out, `${name}.mjs`);
    await esbuild.build({
      entryPoints: [path.join(project, "test", "bench", `${name}.ts`)],
      outfile: file,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      plugins: [outside],
      logLevel: "warning",
    });
    const { bench } = await import(pathToFileURL(file).href);
    return await bench(packed);
  } finally {
    fs.rmSync(out, { recursive: true, force: true });
  }
}
