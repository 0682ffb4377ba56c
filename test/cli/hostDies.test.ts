import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBuilds } from "../../esbuild.mjs";
import { findProcessesWith } from "../../extension/node/processes/linuxProcesses.ts";
import { modelEnvironment } from "../host/environment.mjs";
import { currentCli, ensureCli } from "../host/install.mjs";
import { World } from "./realCli.ts";

let world: World;
let asked: Promise<void>;
let isAsked: () => void;
beforeAll(async () => {
  world = await World.create(() => {
    isAsked();
    return [{ blocks: [{ gate: new Promise<void>(() => {}) }] }];
  });
  const { root } = world.home;
  const host = path.join(root, "host.ts");
  // An extension host with one conversation: it tells the program's id, sends a prompt, and starts the program again
  // when that dies.
  fs.writeFileSync(
    host,
    `import { randomUUID } from "node:crypto";
    import { DeathWatch } from ${JSON.stringify(path.resolve("extension/node/processes/deathWatch.ts"))};
    import { launchClaude } from ${JSON.stringify(path.resolve("extension/node/claude/launchClaude.ts"))};
    import { VersionCheck } from ${JSON.stringify(path.resolve("extension/node/claude/cliVersion.ts"))};
    import { systemClock as clock } from ${JSON.stringify(path.resolve("extension/systemClock.ts"))};
    const { claudePath, env, cwd } = JSON.parse(process.argv[2]);
    const watch = new DeathWatch(${JSON.stringify(path.join(root, "deathWatch.cjs"))});
    const versions = new VersionCheck();
    async function start() {
      const mark = randomUUID();
      let watching;
      const { pid, transport } = await launchClaude({ claudePath, env, cwd, options: { permissionMode: "default" }, mcpServers: {}, clock, mark, versions, onGone: () => watching.dispose() });
      watching = watch.watch(pid, mark);
      transport.start({ onLine() {}, onClosed: start });
      transport.send(JSON.stringify({ type: "user", session_id: "", parent_tool_use_id: null, message: { role: "user", content: "the prompt" } }));
      process.stdout.write(pid + "\\n");
    }
    start();`,
  );
  const { entryPoints, ...options } = createBuilds().host;
  const { deathWatch } = entryPoints as Record<string, string>;
  await esbuild.build({
    ...options,
    entryPoints: { deathWatch: deathWatch as string, host },
    outdir: root,
    logLevel: "warning",
    plugins: [],
    metafile: false,
  });
});
afterAll(() => world.close());

/** Starts the extension host; resolves with the id of its program each time that it starts one. */
function startHost(version: string) {
  asked = new Promise((resolve) => {
    isAsked = resolve;
  });
  const { root, home, workspace } = world.home;
  const env = { PATH: process.env["PATH"] ?? "", ...modelEnvironment({ home, url: world.model.url }) };
  const options = JSON.stringify({ claudePath: ensureCli(version), env, cwd: workspace });
  const host = spawn(process.execPath, [path.join(root, "host.cjs"), options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { host, started: async () => Number(await once(host.stdout, "data")) };
}

/** Everything that runs with the world's home. */
const agents = (): readonly number[] => findProcessesWith("HOME", world.home.home).pids;

async function dies(host: ChildProcess): Promise<void> {
  host.kill("SIGKILL");
  await once(host, "exit");
  await expect.poll(agents).toEqual([]);
}

it.skipIf(process.platform !== "linux").each([currentCli, "2.0.77"])(
  "%s is gone soon after an extension host that dies before its first reply",
  async (version) => {
    const { host, started } = startHost(version);
    await started();
    await asked;
    await dies(host);
  },
);

it.skipIf(process.platform !== "linux")(
  "leaves no process when the extension host dies while it restarts a killed program",
  async () => {
    const { host, started } = startHost(currentCli);
    const first = await started();
    await asked;
    const again = started();
    process.kill(first, "SIGKILL");
    await again;
    await dies(host);
  },
);
