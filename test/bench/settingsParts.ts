import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { Conversations } from "../../extension/core/conversations/conversations.ts";
import { SettingsFollower } from "../../extension/core/conversations/settingsFollower.ts";
import type { Layer } from "../../extension/core/options/resolve.ts";
import type { Client } from "../../extension/core/protocol/connection/client.ts";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import { ClaudeStarter } from "../../extension/node/claude/startClaude.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import { ProcessLocks } from "../../extension/node/processes/processLocks.ts";
import { StateFiles } from "../../extension/node/storage/stateFiles.ts";
import { TranscriptFiles } from "../../extension/node/transcripts/transcriptFiles.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { decodeDisk } from "../../extension/vscode/files/diskText.ts";
import { emptySessionRegistry } from "../fakes/emptySessionRegistry.ts";
import { emptyUnsavedFiles } from "../fakes/emptyUnsavedFiles.ts";
import { memoryAttachments } from "../fakes/memoryAttachments.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { modelEnvironment, temporaryHome } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { startModel } from "../model/server.mjs";
import { median, ms, type Row, times } from "./row.ts";

const rounds = 20;
const count = 8;
const targetMs = 200;
const starts = 15;
const startTarget = 1.15;

/** The values between which the settings change: one option of each request that changes a running process. */
const values = [
  { model: "haiku", permissionMode: "plan", effort: "low" },
  { model: "sonnet", permissionMode: "default", effort: "high" },
] as const;

/** Sends the same requests to a process, as a program without settings would. */
async function send(client: Client, { model, permissionMode, effort }: (typeof values)[number]): Promise<void> {
  await client.call("set_permission_mode", { mode: permissionMode });
  await client.call("set_model", { model });
  await client.call("apply_flag_settings", { settings: { effortLevel: effort } });
  await client.call("get_settings", {});
}

/** Starts the program without anything of ours, and resolves when it has answered `initialize`. */
async function startBare(env: Readonly<Record<string, string>>, cwd: string): Promise<void> {
  const child = spawn(ensureCli(), ["-p", "--input-format=stream-json", "--output-format=stream-json", "--verbose"], {
    env,
    cwd,
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.stdin.write(
    `${JSON.stringify({ type: "control_request", request_id: "1", request: { subtype: "initialize" } })}\n`,
  );
  let text = "";
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.includes('"control_response"')) break;
  }
  background.push(gone);
  child.kill();
}
/** Programs that end. */
const background: Promise<unknown>[] = [];

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * A changed setting to the last confirmation of eight running conversations, and the start of one, against `claude`
 * without anything of ours.
 */
export async function bench(): Promise<Row[]> {
  const place = temporaryHome("tandem-bench-");
  const model = await startModel({ scripts: () => undefined });
  const environment = (): Record<string, string> =>
    makeEnvironment({
      inherited: process.env,
      extra: modelEnvironment({ home: place.home, url: model.url }),
      clientVersion: "0.0.0",
    });
  let current: (typeof values)[number] = values[1];
  const layers = (): readonly Layer[] => [
    { source: { kind: "setting", scope: "workspace" }, values: { ...current, claudePath: ensureCli() } },
  ];
  const saved = new TranscriptFiles(environment);
  const conversations = new Conversations({
    launcher: new ClaudeStarter({
      isTrusted: () => true,
      environment,
      admit: async () => ({ origin: "all", refusedServers: [], refusedOwnServers: [] }),
      settings: layers,
      otherRoots: () => [],
      servers: async () => ({ servers: {}, rules: { allow: [], ask: [], deny: [] } }),
      saved,
      locks: new ProcessLocks(path.join(place.root, "processes"), systemClock),
      newId: randomUUID,
      clock: systemClock,
      versions: new VersionCheck(),
    }),
    unsavedFiles: emptyUnsavedFiles,
    attachments: memoryAttachments(),
    files: {
      watch: () => ({ dispose() {} }),
      isDirty: () => false,
      locate: async () => ({ isOutside: false, isReadOnly: false }),
      readDisk: async () => undefined,
      decode: decodeDisk,
    },
    folders: {
      choose: async () => place.workspace,
      isOutdated: () => false,
      needsDecision: false,
      useHome: async () => {},
      resolveAgain: async (folder) => folder,
    },
    profiles: { choose: () => "" },
    maxProcesses: () => count,
    history: saved,
    live: emptySessionRegistry,
    store: new StateFiles(path.join(place.root, "state"), silentLogger),
    clock: systemClock,
    logger: silentLogger,
    newId: randomUUID,
  });
  const follower = new SettingsFollower({ conversations, read: layers, originIn: async () => "all" });
  const [own, bare]: [number[], number[]] = [[], []];
  const [began, bareBegan]: [number[], number[]] = [[], []];
  try {
    const open = Array.from({ length: count }, () => conversations.create({ draft: "", folder: place.workspace }));
    await Promise.all(open.map((each) => each.open()));
    // The first round warms both.
    for (let round = 0; round <= rounds; round++) {
      current = values[round % 2 === 0 ? 0 : 1];
      const changed = await time(() => follower.refresh(() => true));
      for (const { conversation } of open) {
        const { permissionMode: mode, effort } = conversation.state.reported;
        if (mode !== current.permissionMode || effort !== current.effort)
          throw new Error(`claude has ${mode} and ${effort} after the change`);
      }
      const floor = await time(() =>
        Promise.all(open.map(({ conversation: { client } }) => client && send(client, current))),
      );
      if (round > 0) own.push(changed);
      if (round > 0) bare.push(floor);
    }
    await Promise.all(open.map(({ id }) => conversations.remove(id)));
    for (let round = 0; round <= starts; round++) {
      const isFirst = round % 2 === 0;
      const begin = async (): Promise<void> => {
        const next = conversations.create({ draft: "", folder: place.workspace });
        const taken = await time(() => next.open());
        if (round > 0) began.push(taken);
        await conversations.remove(next.id);
      };
      if (isFirst) await begin();
      const taken = await time(() => startBare(environment(), place.workspace));
      if (round > 0) bareBegan.push(taken);
      await Promise.all(background);
      if (!isFirst) await begin();
    }
  } finally {
    await conversations.close();
    await model.close();
    place.remove();
  }
  const [changed, floor] = [median(own), median(bare)];
  const [start, bareStart] = [median(began), median(bareBegan)];
  return [
    {
      what: `model, mode and effort changed in the settings of ${count} running conversations, to the last confirmation, against the bare requests`,
      measured: `${ms(changed)} (${times(changed / floor)} of ${ms(floor)})`,
      target: `≤ ${targetMs} ms`,
      isMet: changed <= targetMs,
    },
    {
      what: "start of a conversation with these settings to the answer of claude, against the bare program",
      measured: `${times(start / bareStart)} (${ms(start)} / ${ms(bareStart)})`,
      target: `≤ ${times(startTarget)}`,
      isMet: start <= bareStart * startTarget,
    },
  ];
}
