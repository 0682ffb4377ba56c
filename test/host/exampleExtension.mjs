// Installs the extension of `example/`, which calls the API of Tandem, in an editor of the tests.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const source = path.join(path.dirname(fileURLToPath(import.meta.url)), "example");

/** Builds the example into the folder `extensions` of an editor, as the folder that an installation would create. */
export async function installExample(extensions) {
  const { publisher, name, version } = JSON.parse(fs.readFileSync(path.join(source, "package.json"), "utf8"));
  const folder = path.join(extensions, `${publisher}.${name}-${version}`);
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(path.join(source, "package.json"), path.join(folder, "package.json"));
  await esbuild.build({
    entryPoints: [path.join(source, "example.ts")],
    outfile: path.join(folder, "example.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
}
