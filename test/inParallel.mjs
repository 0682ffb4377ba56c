// `node test/inParallel.mjs SCRIPT …`: runs scripts of package.json in this order, two at a time; each that ends makes room for the next. Prints the
// output of each once it has ended, and fails when one of them does.
import { spawn } from "node:child_process";

/** Resolves to whether the script succeeded. */
function run(script) {
  return new Promise((resolve) => {
    const began = performance.now();
    const output = [];
    // npm is a .cmd on Windows, which only starts through a shell; the names come from package.json.
    const child = spawn(`npm run --silent ${script}`, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
    child.once("close", (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${Buffer.concat(output)}> ${script} ${code === 0 ? "passed" : "failed"} in ${seconds} s`);
      resolve(code === 0);
    });
  });
}

const waiting = process.argv.slice(2);
const results = [];

async function runWaiting() {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) results.push(await run(script));
}

await Promise.all([runWaiting(), runWaiting()]);
process.exit(results.every(Boolean) ? 0 : 1);
