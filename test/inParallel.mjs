// `node test/inParallel.mjs SCRIPT …`: runs scripts of package.json at the same time. Prints the output of each once it ended, and fails
// when one of them does.
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

const results = await Promise.all(process.argv.slice(2).map(run));
process.exit(results.every(Boolean) ? 0 : 1);
