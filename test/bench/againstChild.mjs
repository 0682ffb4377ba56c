// Runs one bench in the checkout that is the current directory, and writes its rows as JSON to a file: `node
// againstChild.mjs NAME FILE PACKAGE`.
import fs from "node:fs";
import { runBench } from "./runBench.mjs";

const [name, file, packed] = process.argv.slice(2);
fs.writeFileSync(file, JSON.stringify(await runBench(process.cwd(), name, packed)));
