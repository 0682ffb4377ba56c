// `node test/inParallel.mjs SCRIPT …`: runs scripts of package.json in this order, two at a time; each that ends makes
// room for the next. Prints the output of each once it has ended, that of those which failed at the very end, and fails
// when one of them does.
import { spawn } from "node:child_process";

const failures = [];

/** Resolves once the script has ended; its output is printed, or kept in `failures`. */
function run(script) {
  return new Promise((resolve) => {
    const began = performance.now();
    const output = [];
    // npm is a .cmd on Windows, which only starts through a shell; the names come from package.json.
    const child = spawn(`npm run --silent ${script}`, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
    child.once("close", (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const text = Buffer.concat(output);
      console.log(
        code === 0 ? `${text}> ${script} passed in ${seconds} s` : `> ${script} failed in ${seconds} s, see the end`,
      );
      if (code !== 0) failures.push(`${text}> ${script} failed`);
      resolve();
    });
  });
}

const waiting = process.argv.slice(2);

async function runWaiting() {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) await run(script);
}

await Promise.all([runWaiting(), runWaiting()]);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
