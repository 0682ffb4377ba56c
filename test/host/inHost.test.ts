import path from "node:path";
import { fileURLToPath } from "node:url";
import { runTests } from "@vscode/test-electron";
import esbuild from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { fuzzRuns } from "../fuzz/runs.ts";
import { findOnPath } from "./findOnPath.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const project = path.join(here, "..", "..");
const standIn = path.join(here, "bin", "code");
/** Desktop VS Code if it is installed; a downloaded one if TANDEM_VSCODE names its version; otherwise the stand-in. */
const desktop = process.env["TANDEM_VSCODE"] ? undefined : findOnPath("code");

beforeAll(async () => {
  await esbuild.build({
    entryPoints: {
      suite: path.join(here, "suite", "index.ts"),
      views: path.join(here, "suite", "viewsSuite.ts"),
      dialogs: path.join(here, "suite", "dialogsSuite.ts"),
      untrusted: path.join(here, "suite", "untrustedSuite.ts"),
    },
    outdir: path.join(here, "out"),
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    external: ["vscode"],
    logLevel: "warning",
  });
});

function runIn(program: string | undefined, tests: string, env: Record<string, string> = {}): Promise<number> {
  const version = process.env["TANDEM_VSCODE"];
  const where = version ? { version } : { vscodeExecutablePath: program ?? standIn };
  return runTests({ ...where, extensionDevelopmentPath: project, extensionTestsPath: tests, extensionTestsEnv: env });
}

it("passes inside the extension host", async () => {
  expect(await runIn(desktop, path.join(here, "out", "suite.cjs"))).toBe(0);
});

// In windows of their own, since each run has a limit of time.
it.each(["views", "dialogs"])("passes with its %s inside the extension host", { tags: "thorough" }, async (suite) => {
  expect(await runIn(desktop, path.join(here, "out", `${suite}.cjs`))).toBe(0);
});

// Not in desktop VS Code: its test runner trusts every workspace.
it("starts nothing in a workspace that is not trusted", async () => {
  expect(await runIn(standIn, path.join(here, "out", "untrusted.cjs"), { TANDEM_SUITE_UNTRUSTED: "1" })).toBe(0);
});

/** The stand-in must never report false success; the other ways to fail are tested with `npm run fuzz`, which has the time. */
const traps = ["fails", ...(fuzzRuns(1) > 1 ? ["hangs", "exits", "isKilled", "hasNoRun", "isMissing"] : [])];

it.each(traps)("reports a suite that %s as failed", { tags: "thorough" }, async (trap) => {
  await expect(runIn(standIn, path.join(here, "traps", `${trap}.cjs`), { TANDEM_SUITE_LIMIT_MS: "15000" })).rejects.toThrow();
});
