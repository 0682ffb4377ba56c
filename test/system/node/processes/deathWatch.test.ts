import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBuilds } from "../../../../esbuild.mjs";
import { identifyProcess, isRunning, markName } from "../../../../extension/node/processes/runningProcess.ts";

let folder: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-watch-"));
  const { deathWatch } = createBuilds().host.entryPoints as unknown as Record<"deathWatch", string>;
  const host = path.join(folder, "host.ts");
  // An extension host: it starts what conversations start, and dies or closes.
  fs.writeFileSync(
    host,
    `import { DeathWatch } from ${JSON.stringify(path.resolve("extension/node/processes/deathWatch.ts"))};
    const watch = new DeathWatch(${JSON.stringify(path.join(folder, "deathWatch.cjs"))});
    const watching = process.argv.slice(2).map((each) => watch.watch(Number(each.split(":")[0]), each.split(":")[1]));
    process.stdin.once("data", () => { for (const each of watching) each.dispose(); watch.dispose(); process.stdout.write("closed"); });
    process.stdout.write("ready");`,
  );
  const { entryPoints: _, ...options } = createBuilds().host;
  await esbuild.build({
    ...options,
    entryPoints: { deathWatch, host },
    outdir: folder,
    logLevel: "warning",
    plugins: [],
    metafile: false,
  });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A program at work in a shell of its own, as the CLI has them. */
async function atWork() {
  const mark = randomUUID();
  const child = spawn("sh", ["-c", "sleep 300 & setsid sleep 300 & echo up; wait"], {
    detached: true,
    env: { ...process.env, [markName]: mark },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout!, "data");
  const marked = () =>
    fs.readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && getEnvironment(pid).includes(`${markName}=${mark}\0`));
  return { child, mark, marked, argument: `${child.pid}:${mark}` };
}
const getEnvironment = (pid: string): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
};

async function getHost(...watched: string[]): Promise<ChildProcess> {
  const host = spawn(process.execPath, [path.join(folder, "host.cjs"), ...watched], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(host.stdout!, "data");
  return host;
}

describe.skipIf(process.platform !== "linux")("an extension host that is killed", () => {
  it("takes along only programs that it started, with their shells, within five seconds", async () => {
    const [one, other, forgotten] = [await atWork(), await atWork(), await atWork()];
    const bystander = (await identifyProcess(forgotten.child.pid!))!;
    const host = await getHost(one.argument, other.argument);
    const begun = performance.now();
    host.kill("SIGKILL");
    await Promise.all([once(one.child, "exit"), once(other.child, "exit")]);
    await expect.poll(() => [...one.marked(), ...other.marked()], { timeout: 5_000 }).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(await isRunning(bystander)).toBe(true);
    process.kill(-forgotten.child.pid!, "SIGKILL");
    for (const pid of forgotten.marked()) process.kill(Number(pid), "SIGKILL");
  }, 15_000);

  it("that closes leaves the watch nothing to do, which ends with it", async () => {
    const kept = await atWork();
    const identity = (await identifyProcess(kept.child.pid!))!;
    const host = await getHost(kept.argument);
    const watchOf = () =>
      fs
        .readdirSync("/proc")
        .filter((pid) => /^\d+$/.test(pid) && getCommand(pid).includes(path.join(folder, "deathWatch.cjs")));
    // That of the test before may still wait for the end of its grace.
    await expect.poll(() => watchOf().length, { timeout: 5_000 }).toBe(1);
    host.stdin!.write("close\n");
    await once(host.stdout!, "data");
    host.kill();
    await expect.poll(watchOf, { timeout: 5_000 }).toEqual([]);
    expect(await isRunning(identity)).toBe(true);
    for (const pid of kept.marked()) process.kill(Number(pid), "SIGKILL");
  }, 15_000);
});

const getCommand = (pid: string): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
};
