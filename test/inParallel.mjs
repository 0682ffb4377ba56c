// `node test/inParallel.mjs LANE …`: runs lanes at the same time. A lane names scripts of package.json, which run one after the other until one
// fails. Prints the output of each script once it ended, and fails when one of them does.
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

async function runLane(scripts) {
  for (const script of scripts.split(" ")) if (!(await run(script))) return false;
  return true;
}

const results = await Promise.all(process.argv.slice(2).map(runLane));
process.exit(results.every(Boolean) ? 0 : 1);
