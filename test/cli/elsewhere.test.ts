import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Conversation } from "../../extension/core/conversation/conversation.ts";
import type { Launch, Launcher } from "../../extension/core/conversation/ports/ports.ts";
import { getValues, resolve } from "../../extension/core/options/resolve.ts";
import type { Elsewhere, SourceRequest } from "../../extension/core/protocol/elsewhere/processSource.ts";
import { launchElsewhere } from "../../extension/node/claude/launchElsewhere.ts";
import { createCommand } from "../../extension/node/processes/command.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { emptyDisk } from "../fakes/emptyDisk.ts";
import { emptyUnsavedFiles } from "../fakes/emptyUnsavedFiles.ts";
import { memoryAttachments } from "../fakes/memoryAttachments.ts";
import { connect, startRelay } from "../fakes/relay.mjs";
import { systemClock } from "../fakes/systemClock.ts";
import { modelEnvironment } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { caller, openApi } from "../unit/core/api/setup.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { until } from "./realConversation.ts";

let world: World;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  world = await World.create();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await world.close();
});

/** Runs `claude` as another place would: with the environment of that place, and what the request adds. */
function run(version: string, { args, cwd, environment }: Pick<SourceRequest, "args" | "cwd" | "environment">) {
  const there = {
    PATH: process.env["PATH"] ?? "",
    ...modelEnvironment({ home: world.home.home, url: world.model.url }),
  };
  const command = createCommand(ensureCli(version), there);
  return spawn(command.file, [...command.args, ...args], { cwd, env: { ...there, ...command.env, ...environment } });
}

const launch = (elsewhere: Elsewhere): Promise<Omit<Launch, "isResumed">> =>
  launchElsewhere({
    elsewhere,
    cwd: world.home.workspace,
    environment: makeEnvironment({ inherited: {}, extra: {}, clientVersion: "0.0.0" }),
    values: Object.fromEntries(getValues(resolve([]))) as never,
    resume: undefined,
    servers: {},
    settings: {},
    clock: systemClock,
    newId: randomUUID,
  });

/** Starts a conversation in another place. */
async function begin(elsewhere: Elsewhere): Promise<Conversation> {
  const conversation = new Conversation({
    id: "elsewhere" as ConversationId,
    launcher: { launch: async () => ({ ...(await launch(elsewhere)), isResumed: false }) },
    files: emptyDisk,
    unsavedFiles: emptyUnsavedFiles,
    attachments: memoryAttachments(),
    participants: [],
    clock: systemClock,
    logger: silentLogger,
    newId: randomUUID,
  });
  closing.push(() => conversation.close());
  conversation.managed.setFolder(world.home.workspace);
  conversation.saved.restore();
  await conversation.start();
  return conversation;
}

const reply = (conversation: Conversation): string =>
  conversation.transcript
    .page("", { kind: "end" }, 100)
    .items.flatMap((item) => (item.kind === "text" ? [item.text] : []))
    .join("|");

/** A text that takes a while, so that there is time to cut it. */
const words = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ");

describeEachVersion("claude %s in another place", (version) => {
  it("runs a turn through a spawner, which gets no variable of this machine", async () => {
    world.scripts.set("hello", [{ blocks: [{ text: "Here." }] }]);
    const requests: SourceRequest[] = [];
    const conversation = await begin({
      spawn: (request) => {
        requests.push(request);
        return run(version, request);
      },
    });
    expect(conversation.state).toMatchObject({ status: "idle", cliVersion: version });
    conversation.submit("hello");
    await until(conversation, ({ status }) => status === "working");
    await until(conversation, ({ status }) => status === "idle");
    expect(reply(conversation)).toBe("Here.");
    expect(requests.map(({ command, args }) => [command, args[0]])).toEqual([
      ["claude", "--version"],
      ["claude", "--output-format"],
    ]);
    for (const { environment } of requests)
      for (const name of Object.keys(environment))
        expect(name).toMatch(
          /^(CLAUDE_|NoDefaultCurrentDirectory|MCP_SERVER_CONNECTION_BATCH_SIZE$|BUN_ENABLE_CRASH_REPORTING$)/,
        );
  });

  it("runs a turn over a relay that survives three lost connections without repeating a word", {
    timeout: 120_000,
  }, async () => {
    world.scripts.set("hello", [{ blocks: [{ text: words, chunk: 8, everyMs: 4 }] }]);
    const relay = await startRelay((request) => run(version, request));
    closing.push(() => relay.close());
    const stderr: string[] = [];
    const launcher: Launcher = {
      launch: async ({ elsewhere }) => ({ ...(await launch(elsewhere as Elsewhere)), isResumed: false }),
    };
    const { api, conversations } = openApi({ launcher });
    const session = await api.createSession(caller, {
      relay: { url: relay.url, connect },
      stderr: (text) => stderr.push(text),
    });
    const query = session.send("hello");
    let text = "";
    let before = 0;
    let cuts = 0;
    for await (const event of query) {
      if (event.kind === "promptRendered") before = relay.connections;
      if (event.kind === "text") text += event.text;
      // Cuts at a quarter, a half and three quarters of the reply.
      if (cuts < 3 && text.length > (words.length * (cuts + 1)) / 4) {
        cuts++;
        relay.cut();
      }
    }
    expect([cuts, relay.connections - before, text === words, (await query.result).text === words]).toEqual([
      3,
      3,
      true,
      true,
    ]);
    await session.close();
    // The process ends with the session, over the relay too.
    await expect
      .poll(() =>
        [...relay.programs.values()].every(({ child }) => child.exitCode !== null || child.signalCode !== null),
      )
      .toBe(true);
    await Promise.all(conversations.all.map((open) => open.close()));
  });
});
