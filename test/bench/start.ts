import { randomUUID } from "node:crypto";
import path from "node:path";
import { Client, type ClientListener } from "../../extension/core/protocol/connection/client.ts";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import { ClaudeStarter } from "../../extension/node/claude/startClaude.ts";
import { DeathWatch } from "../../extension/node/processes/deathWatch.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import { ProcessLocks } from "../../extension/node/processes/processLocks.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { modelEnvironment, temporaryHome } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { startModel } from "../model/server.mjs";
import { unpackPackage } from "../package/ensurePackage.mjs";
import { median, ms, type Row } from "./row.ts";

const rounds = 20;
const targetMs = 50;

/** Milliseconds of the start of a conversation. */
interface Beginning {
  /** Until `claude` answers and takes a prompt. */
  readonly whole: number;
  /** In which the extension host does nothing but start the watch. */
  readonly held: number;
}

const listener: ClientListener = {
  onFrame: () => {},
  onActivity: () => {},
  onCorrupt: () => {},
  onClosed: () => {},
  can_use_tool: async () => ({ behavior: "deny", message: "no", toolUseID: "" }),
  askUser: async () => ({ action: "decline" }),
};

/**
 * Starts the first conversation of an extension host, with the watch that ends its processes when it dies or without
 * one.
 */
async function begin(place: ReturnType<typeof temporaryHome>, url: string, isWatched: boolean): Promise<Beginning> {
  const watch = new DeathWatch(path.join(await unpackPackage(), "dist", "deathWatch.cjs"));
  let held = 0;
  const timed: Pick<DeathWatch, "watch"> = {
    watch(pid, mark) {
      const start = performance.now();
      const watching = watch.watch(pid, mark);
      held += performance.now() - start;
      return watching;
    },
  };
  const starter = new ClaudeStarter({
    isTrusted: () => true,
    environment: () =>
      makeEnvironment({
        inherited: process.env,
        extra: modelEnvironment({ home: place.home, url }),
        clientVersion: "0.0.0",
      }),
    admit: async () => ({ origin: "all", refusedServers: [], refusedOwnServers: [] }),
    settings: () => [{ source: { kind: "setting", scope: "user" }, values: { claudePath: ensureCli() } }],
    otherRoots: () => [],
    servers: async () => ({ servers: {}, rules: { allow: [], ask: [], deny: [] } }),
    saved: { exists: () => false, findCut: async () => ({ kind: "unknown" }) },
    locks: new ProcessLocks(path.join(place.root, "processes"), systemClock),
    newId: randomUUID,
    clock: systemClock,
    versions: new VersionCheck(),
    deathWatch: isWatched ? timed : undefined,
  });
  const start = performance.now();
  const { transport, version } = await starter.launch({ conversation: randomUUID(), folder: place.workspace });
  const client = new Client({
    transport,
    version,
    clock: systemClock,
    logger: silentLogger,
    newId: randomUUID,
    listener,
  });
  client.start();
  await client.initialize();
  const whole = performance.now() - start;
  await client.close();
  watch.dispose();
  return { whole, held };
}

/**
 * Measures the cost of the watch for a host that dies at the start of the first conversation, in pairs of which each
 * begins in its turn.
 */
export async function bench(): Promise<Row[]> {
  const place = temporaryHome("tandem-bench-");
  const model = await startModel({ scripts: () => undefined });
  const [watched, bare]: [Beginning[], Beginning[]] = [[], []];
  try {
    // The first round warms the caches of both.
    for (let round = 0; round <= rounds; round++) {
      for (const isWatched of round % 2 === 0 ? [true, false] : [false, true]) {
        const beginning = await begin(place, model.url, isWatched);
        if (round > 0) (isWatched ? watched : bare).push(beginning);
      }
    }
  } finally {
    await model.close();
    place.remove();
  }
  const [own, floor] = [median(watched.map(({ whole }) => whole)), median(bare.map(({ whole }) => whole))];
  const cost = median(watched.map(({ whole }, at) => whole - (bare[at]?.whole ?? Number.NaN)));
  const held = median(watched.map((each) => each.held));
  return [
    {
      what: "what the watch for a host that dies costs the first conversation, start to answer, against without it",
      measured: `${cost < 0 ? "−" : ""}${ms(Math.abs(cost))} (${ms(own)} / ${ms(floor)}); the host is held for ${ms(held)}`,
      target: `≤ ${targetMs} ms`,
      isMet: cost <= targetMs && held <= targetMs,
    },
  ];
}
