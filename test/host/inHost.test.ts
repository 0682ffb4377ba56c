import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { downloadAndUnzipVSCode, resolveCliArgsFromVSCodeExecutablePath, runTests } from "@vscode/test-electron";
import esbuild from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fuzzRuns } from "../fuzz/runs.ts";
import { ensurePackage } from "../package/ensurePackage.mjs";
import { findOnPath } from "./findOnPath.mjs";
import { ensureEditor } from "./installEditor.mjs";
import { browserEditor, installExtensions } from "./installExtensions.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const standIn = path.join(here, "bin", "code");
/** Desktop VS Code if it is installed; a downloaded one if TANDEM_VSCODE names its version; otherwise the stand-in. */
const desktop = process.env["TANDEM_VSCODE"] ? undefined : (findOnPath("code") ?? standIn);

/** A folder without any path to the sources: the suites in an extension of their own, and the installed package. */
let root: string;
let suites: string;

/** The adapters that the suites test register what only a manifest can announce. */
const { contributes } = JSON.parse(fs.readFileSync(path.join(here, "..", "..", "package.json"), "utf8"));
const manifest = {
  name: "suite",
  publisher: "tandem-suite",
  version: "1.0.0",
  engines: { vscode: "^1.106.0" },
  // Without a program it would not be an extension of this host, which gives its own API to each.
  main: "./main.cjs",
  extensionDependencies: ["tandem-chat.tandem"],
  contributes: { mcpServerDefinitionProviders: contributes.mcpServerDefinitionProviders },
};

beforeAll(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-in-host-")));
  suites = path.join(root, "suites");
  await esbuild.build({
    entryPoints: {
      suite: path.join(here, "suite", "index.ts"),
      views: path.join(here, "suite", "viewsSuite.ts"),
      dialogs: path.join(here, "suite", "dialogsSuite.ts"),
      untrusted: path.join(here, "suite", "untrustedSuite.ts"),
    },
    outdir: suites,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    external: ["vscode"],
    logLevel: "warning",
  });
  fs.writeFileSync(path.join(suites, "package.json"), JSON.stringify(manifest));
  fs.writeFileSync(path.join(suites, "main.cjs"), "exports.activate = () => {};\n");
  fs.copyFileSync(path.join(here, "suiteWrapper.cjs"), path.join(suites, "suiteWrapper.cjs"));
  fs.cpSync(path.join(here, "traps"), suites, { recursive: true });
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

/** Installs the package for one run. Returns the flags that name its folders. */
async function install(command: string[]): Promise<string[]> {
  const place = fs.mkdtempSync(path.join(root, "editor-"));
  const [userData, extensions] = [path.join(place, "user-data"), path.join(place, "extensions")];
  await installExtensions({ command, userData, extensions, files: [(await ensurePackage()).file] });
  return [`--user-data-dir=${userData}`, `--extensions-dir=${extensions}`];
}

/**
 * Runs a suite in an editor, by the path of its program; undefined stands for the version that `TANDEM_VSCODE` names,
 * which is downloaded.
 */
async function runIn(program: string | undefined, suite: string, env: Record<string, string> = {}): Promise<number> {
  const vscodeExecutablePath = program ?? (await downloadAndUnzipVSCode(process.env["TANDEM_VSCODE"]));
  ensureEditor();
  const [cli, ...first]: string[] =
    program === standIn ? browserEditor(root) : resolveCliArgsFromVSCodeExecutablePath(vscodeExecutablePath);
  // The desktop's own flags for these folders come first, and would be those of all runs.
  const launchArgs = await install([String(cli), ...(program === standIn ? first : [])]);
  return runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: suites,
    extensionTestsPath: path.join(suites, `${suite}.cjs`),
    extensionTestsEnv: env,
    launchArgs,
  });
}

it("passes inside the extension host", async () => {
  expect(await runIn(desktop, "suite")).toBe(0);
});

// In windows of their own, since each run has a limit of time.
it.each(["views", "dialogs"])("passes with its %s inside the extension host", { tags: "thorough" }, async (suite) => {
  expect(await runIn(desktop, suite)).toBe(0);
});

// Not in desktop VS Code: its test runner trusts every workspace.
it("starts nothing in a workspace that is not trusted", async () => {
  expect(await runIn(standIn, "untrusted", { TANDEM_SUITE_UNTRUSTED: "1" })).toBe(0);
});

/**
 * The stand-in must never report false success; the other ways to fail are tested with `npm run fuzz`, which has the
 * time.
 */
const traps = ["fails", ...(fuzzRuns(1) > 1 ? ["hangs", "exits", "isKilled", "hasNoRun", "isMissing"] : [])];

it.each(traps)("reports a suite that %s as failed", { tags: "thorough" }, async (trap) => {
  await expect(runIn(standIn, trap, { TANDEM_SUITE_LIMIT_MS: "15000" })).rejects.toThrow();
});
