import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DeathWatch } from "../../../../extension/node/processes/deathWatch.ts";

/** A watch whose process writes what it hears to a file; `heard`: that of each of its processes, with its pid. */
function setup() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-watch-"));
  const [script, log] = [path.join(folder, "watch.cjs"), path.join(folder, "log")];
  fs.writeFileSync(
    script,
    `const { appendFileSync } = require("node:fs");
    const log = ${JSON.stringify(log)};
    appendFileSync(log, "begin " + process.pid + "\\n");
    process.stdin.on("data", (data) => appendFileSync(log, data));`,
  );
  const watch = new DeathWatch(script);
  onTestFinished(() => {
    watch.dispose();
    fs.rmSync(folder, { recursive: true });
  });
  const heard = () =>
    (fs.existsSync(log) ? fs.readFileSync(log, "utf8") : "").split("begin ").flatMap((part) => {
      const [pid, ...lines] = part.split("\n").filter(Boolean);
      return pid === undefined ? [] : [{ pid: Number(pid), watched: lines.map((line) => JSON.parse(line).pid) }];
    });
  return { watch, heard };
}

it("names its programs to a new watch when the earlier one has ended", async () => {
  const { watch, heard } = setup();
  watch.watch(1111, "one");
  const forgotten = watch.watch(2222, "two");
  await expect.poll(() => heard().map(({ watched }) => watched)).toEqual([[1111, 2222]]);
  process.kill(heard()[0]!.pid, "SIGKILL");
  forgotten.dispose();
  watch.watch(3333, "three");
  await expect.poll(() => heard().at(1)?.watched).toEqual([1111, 3333]);
});
