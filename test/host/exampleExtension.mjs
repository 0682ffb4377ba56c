// Packs the extension of `example/`, which calls the API of Tandem, for an editor of the tests.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { packExtension } from "./installExtensions.mjs";

const source = path.join(path.dirname(fileURLToPath(import.meta.url)), "example");

/** Builds the example, and resolves to its VSIX in the folder `into`. */
export async function packExample(into) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(source, "example.ts")],
    write: false,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
  return packExtension(into, {
    "package.json": fs.readFileSync(path.join(source, "package.json"), "utf8"),
    "example.cjs": outputFiles[0].text,
  });
}
