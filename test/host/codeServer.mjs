// VS Code in the browser, on loopback, with its own folders.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { scrubbedEnvironment } from "./environment.mjs";
import { chosenEditor, ensureEditor } from "./installEditor.mjs";
import { browserEditor, installExtensions } from "./installExtensions.mjs";

/** A quiet VS Code: no telemetry, no updates, no AI features of its own, no interruptions. */
export const quietSettings = {
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "workbench.enableExperiments": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "git.openRepositoryInParentFolders": "never",
  "remote.autoForwardPorts": false,
  "typescript.disableAutomaticTypeAcquisition": true,
  "security.workspace.trust.enabled": false,
  "window.confirmBeforeClose": "never",
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "editor.occurrencesHighlight": "off",
  "breadcrumbs.enabled": false,
  "terminal.integrated.cursorBlinking": false,
};

/**
 * Writes settings to the files from which VS Code reads them: a remote window reads those of machine scope from another
 * file.
 */
export function writeSettings(userData, settings) {
  for (const scope of ["User", "Machine"]) {
    fs.mkdirSync(path.join(userData, scope), { recursive: true });
    fs.writeFileSync(
      path.join(userData, scope, "settings.json"),
      JSON.stringify({ ...quietSettings, ...settings }, null, 2),
    );
  }
}

function portTaken(port) {
  return `Port ${port} is in use by another program. Choose another one with --port, or leave --port out and a free one is taken.`;
}

/**
 * Starts code-server.
 * @param {{ root: string, packages?: readonly string[], extensions?: string, settings?: object, env?: Record<string,
 *   string>, port?: number,
 *   inherited?: Record<string, string | undefined>, edition?: string }} options
 * `root`: a folder for everything it writes; `packages`: VSIX files that are installed first; `extensions`: its folder
 * of installed extensions, if that is not in `root`; `env`: additions to `inherited` for the environment of its
 * extension host; `edition`: the name of its manifest in `installs/`
 * @param {(end: () => Promise<void>) => void} [onSpawned] receives the function that ends it, as soon as it is spawned
 *   and before it listens
 * @returns {Promise<{ url: string, port: number, pid: number, log(): string, stop(): Promise<void> }>}
 */
export async function startCodeServer(
  {
    root,
    packages = [],
    extensions = path.join(root, "extensions"),
    settings = {},
    env = {},
    port: wantedPort = 0,
    inherited = scrubbedEnvironment(),
    edition = chosenEditor,
  },
  onSpawned = () => {},
) {
  ensureEditor(edition);
  const userData = path.join(root, "user-data");
  const temporary = path.join(root, "tmp");
  fs.mkdirSync(temporary, { recursive: true });
  fs.mkdirSync(extensions, { recursive: true });
  const command = browserEditor(root, edition);
  if (packages.length > 0) await installExtensions({ command, userData, extensions, files: packages });
  writeSettings(userData, settings);
  const childEnv = {
    ...inherited,
    // Otherwise its sockets would accumulate in the system's folder.
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: temporary,
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    ...env,
  };
  for (const name of ["PORT", "PASSWORD", "HASHED_PASSWORD", "GITHUB_TOKEN"]) delete childEnv[name];
  const [program, ...first] = command;
  const args = [
    ...[...first, "--user-data-dir", userData, "--extensions-dir", extensions],
    ...["--bind-addr", `127.0.0.1:${wantedPort}`, "--auth", "none"],
    ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override", "--disable-proxy"],
    ...(settings["security.workspace.trust.enabled"] ? [] : ["--disable-workspace-trust"]),
  ];
  // In its own process group, so that one signal ends the whole tree.
  const child = spawn(program, args, { env: childEnv, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const signalGroup = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // No process of the group is left.
    }
  };
  const onExit = () => signalGroup("SIGKILL");
  process.once("exit", onExit);
  const stop = async () => {
    signalGroup("SIGTERM");
    const force = setTimeout(() => signalGroup("SIGKILL"), 5_000);
    await exit;
    clearTimeout(force);
    signalGroup("SIGKILL");
    process.removeListener("exit", onExit);
  };
  onSpawned(stop);
  const port = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      log += chunk;
      const match = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(log);
      if (match) resolve(Number(match[1]));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    exit.then((code) =>
      reject(new Error(log.includes("EADDRINUSE") ? portTaken(wantedPort) : `VS Code ended early (${code})\n${log}`)),
    );
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    pid: child.pid,
    log: () => log,
    stop,
  };
}
