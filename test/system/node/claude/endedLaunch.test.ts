import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ProcessStart } from "../../../../extension/core/conversation/ports/ports.ts";
import type { ProcessSource } from "../../../../extension/core/protocol/elsewhere/processSource.ts";
import { VersionCheck } from "../../../../extension/node/claude/cliVersion.ts";
import { ClaudeStarter } from "../../../../extension/node/claude/startClaude.ts";
import type { StarterOptions } from "../../../../extension/node/claude/starterOptions.ts";
import { ProcessLocks } from "../../../../extension/node/processes/processLocks.ts";
import { failures } from "../../../../extension/shared/base/failure.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { systemClock } from "../../../fakes/systemClock.ts";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-ended-launch-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const noServers = { servers: {}, rules: { allow: [], ask: [], deny: [] } };
/** The notes of the program about its runs: its arguments and its process id. */
const listRuns = (): readonly { readonly args: readonly string[]; readonly pid: number }[] =>
  fs
    .readdirSync(folder)
    .filter((name) => name.startsWith("run-"))
    .map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")));
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A window whose `claude` tells its version, or hangs instead. */
function openWindow(more: Partial<StarterOptions> = {}, { hangs = false } = {}, start: Partial<ProcessStart> = {}) {
  const program = path.join(folder, "claude.mjs");
  fs.writeFileSync(
    program,
    `import fs from "node:fs";
fs.writeFileSync(\`${folder}/new-\${process.pid}\`, JSON.stringify({ args: process.argv.slice(2), pid: process.pid }));
fs.renameSync(\`${folder}/new-\${process.pid}\`, \`${folder}/run-\${process.pid}\`);
if (${!hangs} && process.argv[2] === "--version") console.log("2.1.329 (Claude Code)");
else setInterval(() => {}, 1000);
`,
    { mode: 0o755 },
  );
  const locks = new ProcessLocks(path.join(folder, "locks"), systemClock);
  const starter = new ClaudeStarter({
    isTrusted: () => true,
    managedFolder: path.join(folder, "managed"),
    environment: () => ({ PATH: process.env["PATH"] ?? "", HOME: folder }),
    admit: async () => ({ origin: "all", refusedServers: [], refusedOwnServers: [] }),
    settings: () => [{ source: { kind: "setting", scope: "user" }, values: { claudePath: program } }],
    otherRoots: () => [],
    servers: async () => noServers,
    saved: { exists: () => false, findCut: async () => ({ kind: "unknown" }) },
    locks,
    newId: () => "00000000-0000-4000-8000-000000000000",
    clock: systemClock,
    versions: new VersionCheck(),
    ...more,
  });
  const stop = new AbortController();
  return {
    locks,
    launched: starter.launch({ conversation: "c", folder, ...start }, stop.signal),
    stop: () => stop.abort(failures.aborted()),
  };
}

it("ends while the user is asked for a secret, and starts nothing", async () => {
  let isAsking = false;
  const { launched, stop, locks } = openWindow({
    servers: (_folder, _admission, signal) =>
      new Promise((_resolve, reject) => {
        isAsking = true;
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  await expect.poll(() => isAsking).toBe(true);
  stop();
  await expect(launched).rejects.toMatchObject({ code: "aborted" });
  expect(listRuns()).toEqual([]);
  (await locks.claim("c")).dispose();
});

it("ends while the repository is being scanned", async () => {
  const { launched, stop } = openWindow({ admit: () => new Promise(() => {}) });
  stop();
  await expect(launched).rejects.toMatchObject({ code: "aborted" });
});

it("ends the program that is asked for its version", async () => {
  const { launched, stop } = openWindow({}, { hangs: true });
  await expect.poll(listRuns, { timeout: 10_000 }).toMatchObject([{ args: ["--version"] }]);
  stop();
  await expect(launched).rejects.toMatchObject({ code: "aborted" });
  await expect.poll(() => listRuns().some(({ pid }) => isAlive(pid)), { timeout: 10_000 }).toBe(false);
});

it("ends while another window holds the conversation, and lets the next start have the claim", async () => {
  const other = new ProcessLocks(path.join(folder, "locks"), systemClock);
  const held = await other.claim("c");
  const { launched, stop, locks } = openWindow();
  await expect.poll(listRuns, { timeout: 10_000 }).toMatchObject([{ args: ["--version"] }]);
  stop();
  await expect(launched).rejects.toMatchObject({ code: "aborted" });
  held.dispose();
  (await locks.claim("c")).dispose();
  expect(listRuns().map(({ args }) => args[0])).toEqual(["--version"]);
});

it("releases its claim while it waits for a process that is still ending", async () => {
  const { locks } = openWindow({ admit: () => new Promise(() => {}) });
  await locks.hold("c", process.pid, "mark");
  const stop = new AbortController();
  const claimed = locks.claim("c", undefined, stop.signal);
  await expect.poll(() => fs.existsSync(path.join(folder, "locks", "c.claim"))).toBe(true);
  stop.abort(failures.aborted());
  await expect(claimed).rejects.toMatchObject({ code: "aborted" });
  expect(fs.existsSync(path.join(folder, "locks", "c.claim"))).toBe(false);
});

it("starts nothing with what a repository brought while the user was asked for a secret", async () => {
  const clock = new FakeClock();
  const brought: string[] = [];
  const { launched } = openWindow({
    clock,
    admit: async () => {
      if (brought.length > 0) throw failures.repositoryUndecided();
      return { origin: "all", refusedServers: [], refusedOwnServers: [] };
    },
    servers: async () => {
      clock.advance(60_000);
      brought.push("a hook");
      return noServers;
    },
  });
  await expect(launched).rejects.toMatchObject({ code: "repositoryUndecided" });
  expect(listRuns().map(({ args }) => args[0])).toEqual(["--version"]);
});

it.each(["here", "elsewhere"])("looks again at what came while the process began %s", async (place) => {
  const brought: string[] = [];
  const spawnHere: ProcessSource = ({ args }) => spawn(process.execPath, [path.join(folder, "claude.mjs"), ...args]);
  const { launched, stop } = openWindow(
    {
      admit: async () => {
        if (brought.length > 0) throw failures.repositoryUndecided();
        return { origin: "all", refusedServers: [], refusedOwnServers: [] };
      },
    },
    {},
    place === "elsewhere" ? { elsewhere: { spawn: spawnHere } } : {},
  );
  const { transport, readmit } = await launched;
  await readmit?.();
  brought.push("a hook");
  await expect(readmit?.()).rejects.toMatchObject({ code: "repositoryUndecided" });
  stop();
  transport.start({ onLine: () => {}, onClosed: () => {} });
  await transport.close();
});

it("grants a folder without what is configured there", async () => {
  const { launched, stop } = openWindow({}, {}, { grants: { rules: [], directories: ["/granted"] } });
  const { transport } = await launched;
  await expect.poll(() => listRuns().length, { timeout: 10_000 }).toBe(2);
  const args = listRuns().find((run) => run.args[0] !== "--version")?.args ?? [];
  const file = args.find((each) => each.startsWith("--settings="))?.slice("--settings=".length) ?? "";
  expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual({ permissions: { additionalDirectories: ["/granted"] } });
  expect(args.some((each) => each.startsWith("--add-dir"))).toBe(false);
  stop();
  await transport.close();
});
