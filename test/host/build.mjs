// Builds the extension into dist/, as the tests, the demo and the benchmarks load it.
import { buildExtension } from "../../esbuild.mjs";

/**
 * Builds the bundles. Vitest calls it once, before the first file of the project `host`, and it provides the files with the packages in the bundles.
 */
export default async function build(project) {
  const bundledPackages = await buildExtension({ logLevel: "warning" });
  project?.provide("bundledPackages", bundledPackages);
}
