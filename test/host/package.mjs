// Makes the VSIX of the built bundles and refuses one that is too large or holds what it must not.
import fs from "node:fs";
import { createVSIX, listFiles } from "@vscode/vsce";

const largest = 600_000;
const forbidden = /\.map$|^test\/|^extension\/|^webview\/|node_modules|claude(\.exe)?$|\.ts$/;

const files = await listFiles({ dependencies: false });
const wrong = files.filter((file) => forbidden.test(file));
if (wrong.length > 0) throw new Error(`The package would hold ${wrong.join(", ")}.`);

const { version } = JSON.parse(fs.readFileSync("package.json", "utf8"));
const packagePath = `tandem-${version}.vsix`;
await createVSIX({ packagePath, dependencies: false });
const { size } = fs.statSync(packagePath);
console.log(`${packagePath}: ${Math.round(size / 1000)} kB of at most ${largest / 1000} kB, ${files.length} files`);
if (size > largest) throw new Error("The package is too large.");
