// `npm run package [-- --sizes]`: makes the VSIX, and prints its size and its SHA-256; with `--sizes` also the bytes of
// each file and folder.
import path from "node:path";
import { makePackage, packageFile } from "./ensurePackage.mjs";
import { measureOrigins } from "./sizes.mjs";

const kB = (bytes) => `${(bytes / 1_000).toFixed(1).padStart(8)} kB`;

const { sha256, sizes, content, metafiles } = await makePackage();
if (process.argv.includes("--sizes")) {
  console.log("Bytes in the package, after compression:");
  for (const { name, bytes, isOnDemand } of sizes.rows)
    console.log(`${kB(bytes)}  ${name}${isOnDemand ? ", on demand" : ""}`);
  for (const { file, bytes, origins } of measureOrigins(metafiles)) {
    console.log(`\n${path.posix.basename(file)}, ${kB(bytes).trim()} before compression:`);
    for (const [origin, size] of origins.filter(([, size]) => size >= 1_000)) console.log(`${kB(size)}  ${origin}`);
  }
  console.log();
}
console.log(`${path.basename(packageFile)}: ${content.size} files, ${sizes.summary}`);
console.log(`SHA-256 ${sha256}`);
