// Builds the extension into dist/, as the tests, the demo and the benches load it.
import { buildExtension } from "../../esbuild.mjs";

/** Vitest calls it once, before the first file of the project `host`, with what tells the files the packages in the bundles. */
export default async function build(project) {
  const bundledPackages = await buildExtension({ logLevel: "warning" });
  project?.provide("bundledPackages", bundledPackages);
}
