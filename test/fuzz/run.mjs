// `npm run fuzz [-- TIMES [PART]]`: the properties with many times the cases of `npm test` (40 times without a number),
// edits, repositories and transcripts through the real CLI, every cell of the kill matrix, presses in flight,
// what `npm test` leaves out of the real editor for want of time, and requests and review with each older CLI.
// PART runs only what needs no CLI and no editor ("unit"), only the CLI ("cli"), or only the editor ("host").
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cliVersions } from "../host/install.mjs";

const times = Number(process.argv[2] ?? 40);
const part = process.argv[3];
if (!Number.isInteger(times) || times < 1 || ![undefined, "unit", "cli", "host"].includes(part))
  throw new Error("Usage: npm run fuzz [-- TIMES [unit|cli|host]], a whole number and a part.");
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const run = (project, files, env = {}) => {
  if (part !== undefined && part !== (["check", "system"].includes(project) ? "unit" : project)) return 0;
  // Vitest takes names that no file has for filters that match nothing.
  for (const name of files)
    if (!existsSync(name) && !existsSync(`${name}.test.ts`))
      throw new Error(`test/fuzz/run.mjs names ${name}, which is not there.`);
  const args = [
    vitest,
    "run",
    "--config",
    "test/vitest.config.mjs",
    "--project",
    project,
    "--testTimeout",
    "0",
    // Files in the editor take up to an hour: one that is stopped has said which of its tests passed.
    ...(project === "host" ? ["--reporter=verbose"] : []),
    ...files,
  ];
  return (
    spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, TANDEM_FUZZ: String(times), ...env } })
      .status ?? 1
  );
};
process.exitCode =
  run("unit", [
    "test/unit/shared/markdown",
    "test/unit/core/review",
    "test/unit/core/protocol/connection/lineSplitter",
    "test/unit/core/conversation/requests/editModel",
    "test/unit/core/conversations/requests/shownWhole",
  ]) ||
  run("system", ["test/fuzz", "test/system/node/checkpoints", "test/system/node/isolation/kills"]) ||
  run("check", ["test/gallery/hostile"]) ||
  run("cli", ["test/cli/proposal", "test/cli/paths", "test/cli/loadedConfiguration", "test/cli/transcripts"]) ||
  run("host", [
    "test/host/killMatrix",
    "test/host/inFlight",
    "test/host/inHost",
    "test/host/conversations",
    "test/host/scenarios",
    "test/host/accessibility",
    "test/host/requests",
    "test/host/waitingRequests",
    "test/host/reviewFiles",
    "test/host/controls",
  ]) ||
  cliVersions
    .slice(0, -1)
    .map((version) =>
      run("host", ["test/host/requests", "test/host/waitingRequests", "test/host/review"], {
        TANDEM_CLI_VERSION: version,
      }),
    )
    .find((status) => status !== 0) ||
  0;
