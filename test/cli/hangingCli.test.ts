import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import { identifyProcess } from "../../extension/node/processes/runningProcess.ts";

const fakeCli = fileURLToPath(new URL("../fakes/fakeCli.mjs", import.meta.url));
const env = { PATH: process.env["PATH"] ?? "" };

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-version-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

// Not among the unit tests, since nothing is to be done while it waits.
it.skipIf(process.platform === "win32")(
  "gives up on a program that hangs and ignores signals, and leaves no process behind",
  async () => {
    const file = path.join(folder, "pids.json");
    const checked = new VersionCheck(1_500).check({
      file: fakeCli,
      command: { file: process.execPath, args: [fakeCli, "hangs"], env: {} },
      env: { ...env, TANDEM_PIDS: file },
    });
    await expect(checked).rejects.toMatchObject({
      code: "cliNotStartable",
      data: { reason: expect.stringContaining("within") },
    });
    const pids: number[] = JSON.parse(fs.readFileSync(file, "utf8"));
    await expect
      .poll(async () => (await Promise.all(pids.map((pid) => identifyProcess(pid)))).filter(Boolean))
      .toEqual([]);
  },
);
