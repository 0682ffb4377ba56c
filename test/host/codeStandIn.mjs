// Replaces the binary of desktop VS Code where it is missing: accepts its flags, runs the in-host suite in VS Code in
// the browser, and exits with the suite's status. node codeStandIn.mjs --extensionDevelopmentPath=DIR
// --extensionTestsPath=FILE --extensions-dir=DIR [FOLDER]
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "./browser.mjs";
import { startCodeServer } from "./codeServer.mjs";
import { openWorkbench } from "./workbench.mjs";

const limitMs = Number(process.env.TANDEM_SUITE_LIMIT_MS ?? 120_000);
const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: "string" },
    extensionTestsPath: { type: "string" },
    "extensions-dir": { type: "string" },
  },
});
const { extensionDevelopmentPath: extension, extensionTestsPath: tests, "extensions-dir": extensions } = values;
if (!extension || !tests || !extensions) {
  console.error(
    "usage: codeStandIn.mjs --extensionDevelopmentPath=DIR --extensionTestsPath=FILE --extensions-dir=DIR [FOLDER]",
  );
  process.exit(2);
}

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-suite-")));
const folder = positionals[0] ?? path.join(root, "workspace");
fs.mkdirSync(folder, { recursive: true });
const output = path.join(root, "output.txt");
fs.writeFileSync(output, "");

/** Asks nothing about trust, so that the folder stays untrusted. */
const untrusted = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};
const settings = process.env.TANDEM_SUITE_UNTRUSTED ? untrusted : {};
const server = await startCodeServer({
  root,
  extensions,
  settings,
  env: { TANDEM_SUITE_OUTPUT: output, TANDEM_SUITE_TESTS: path.resolve(tests) },
});
const browser = await launchBrowser();
let code = 1;
try {
  const page = await browser.newPage();
  const ended = new Promise((resolve, reject) => {
    void page.exposeFunction("codeAutomationLog", () => {});
    void page.exposeFunction("codeAutomationExit", resolve);
    page.on("crash", () => reject(new Error("the page crashed")));
    page.on("console", (message) => {
      if (/Extension host .*terminated unexpectedly|Remote Extension host terminated/i.test(message.text()))
        reject(new Error("the extension host ended"));
    });
    setTimeout(() => reject(new Error(`no result in ${limitMs} ms`)), limitMs).unref();
  });
  ended.catch(() => {});
  await openWorkbench(page, server, {
    folder,
    development: { extension, tests: path.join(extension, "suiteWrapper.cjs") },
  });
  code = await ended;
  // VS Code reports 0 when its extension host is killed or exits early: only the wrapper's mark shows that run()
  // finished.
  if (code === 0 && !fs.existsSync(`${output}.done`)) throw new Error("the extension host ended before the suite did");
} catch (error) {
  code = 1;
  console.error(String(error));
} finally {
  process.stdout.write(fs.readFileSync(output));
  await browser.close();
  await server.stop();
  fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(code);
