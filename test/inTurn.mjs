// `node test/inTurn.mjs SCRIPT …`: runs scripts of package.json one after the other, each also after one that failed,
// and says at the end how long each took. Fails when one of them does.
import { spawnSync } from "node:child_process";

const lines = process.argv.slice(2).map((script) => {
  const began = performance.now();
  // npm is a .cmd on Windows, which only starts through a shell; the names come from package.json.
  const { status } = spawnSync(`npm run --silent ${script}`, { shell: true, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
  return `> ${script} ${status === 0 ? "passed" : "failed"} in ${((performance.now() - began) / 60_000).toFixed(1)} min`;
});
for (const line of lines) console.log(line);
