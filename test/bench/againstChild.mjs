// Runs one bench in the checkout that is the current directory, and writes its rows as JSON to a file: `node againstChild.mjs NAME FILE`.
// `node againstChild.mjs --build` builds its bundles.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { runBench } from "./runBench.mjs";

const [name, file] = process.argv.slice(2);
if (name === "--build") {
  const { default: buildExtension } = await import(pathToFileURL(path.resolve("test", "host", "build.mjs")).href);
  await buildExtension();
} else {
  fs.writeFileSync(file, JSON.stringify(await runBench(process.cwd(), name)));
}
