// Builds the extension into dist/, as the tests, the demo and the benches load it.
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { hostBuild, webviewBuild } from "../../esbuild.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Builds both bundles; rejects with esbuild's messages when one fails. Vitest calls it once, before the first file of the project `host`. */
export default async function buildExtension() {
  await Promise.all([hostBuild, webviewBuild].map((options) => esbuild.build({ ...options, absWorkingDir: project, logLevel: "warning" })));
}
