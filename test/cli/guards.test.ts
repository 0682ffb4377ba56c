import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import type { ConversationEvent } from "../../extension/core/conversation/events/conversationEvents.ts";
import { LimitGuard } from "../../extension/core/guards/limitGuard.ts";
import type { LimitSettings } from "../../extension/core/guards/limits.ts";
import { hasSince, isGateHard } from "../../extension/core/protocol/version.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import type { GuardView } from "../../extension/shared/contract/requests/requests.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { currentCli } from "../host/install.mjs";
import { noLimits } from "../unit/core/guards/guardSetup.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

const say = (text: string, usage: object = {}) => ({ blocks: [{ text }], usage });
const use = (tool: string, input: object, usage: object = {}) => ({ blocks: [{ tool, input }], usage });
const touch = (name: string, usage: object = {}) =>
  use("Bash", { command: `touch ${name}`, description: "Makes a file" }, usage);

let world: World;
let open: Conversation[] = [];
beforeAll(async () => {
  world = await World.create();
});
afterEach(async () => {
  await Promise.all(open.map((conversation) => conversation.close()));
  open = [];
});
afterAll(() => world.close());

const at = (name: string): string => path.join(world.home.workspace, name);
const isThere = (name: string): boolean => fs.existsSync(at(name));
/** Name of the tool that starts a subagent. */
const agentTool = (version: string): string => (hasSince(version, "c") === "yes" ? "Agent" : "Task");

async function start(version: string, limits: Partial<LimitSettings>, launch: object = {}) {
  const conversation = await startConversation(world, version, {
    launch,
    logger: silentLogger,
    participants: [
      (context) =>
        new LimitGuard({
          conversation: context,
          settings: () => ({ ...noLimits, ...limits }),
          isHard: isGateHard,
          clock: systemClock,
          logger: silentLogger,
        }),
    ],
  });
  open.push(conversation);
  const events: ConversationEvent[] = [];
  conversation.events.onDidPublish((event) => events.push(event));
  const card = async (): Promise<GuardView> => {
    await until(conversation, ({ requests }) => requests.some(({ kind }) => kind === "guard"));
    return conversation.state.requests.find((request): request is GuardView => request.kind === "guard")!;
  };
  const ended = (): Promise<void> =>
    new Promise((resolve) => void conversation.events.on("turnEnded", () => resolve()));
  return { conversation, events, card, ended };
}

const never = { permissionMode: "bypassPermissions", allowDangerouslySkipPermissions: true };
const modes = [
  ["default", { permissionMode: "default", allowedTools: ["Bash"] }],
  ["bypassPermissions", never],
  ["acceptEdits", { permissionMode: "acceptEdits", allowedTools: ["Bash"] }],
] as const;

/** Modes in which Bash does not run by itself. */
const askingModes = [
  ["plan", { permissionMode: "plan", allowedTools: ["Bash"] }],
  ["dontAsk", { permissionMode: "dontAsk", allowedTools: ["Bash"] }],
] as const;

describeEachVersion("guards with claude %s", (version) => {
  it("publish the events of a turn in their order", async () => {
    world.scripts.set("say hi", [
      use("Bash", { command: "echo hi", description: "x" }),
      use("Read", { file_path: "/none/at/all" }),
      say("Hi."),
    ]);
    const { conversation, events, ended } = await start(version, {}, never);
    const end = ended();
    conversation.submit("say hi");
    await end;
    expect(events).toMatchObject([
      { kind: "promptRendered", text: "say hi", tools: expect.arrayContaining(["Bash", "Read"]) },
      {
        kind: "toolInvoked",
        tool: "Bash",
        outcome: "done",
        shell: { stdout: "hi", stderr: "", interrupted: false, isImage: false },
        durationMs: expect.any(Number),
      },
      { kind: "toolInvoked", tool: "Read", outcome: "failed", error: expect.any(String) },
      {
        kind: "turnEnded",
        outcome: "done",
        output: "Hi.",
        stopReason: "end_turn",
        usage: { models: expect.any(Array) },
      },
    ]);
  });

  it.each(modes)("hold a call in mode %s until the user decides, and run it after Raise", async (mode, launch) => {
    const name = `${version}-${mode}.txt`;
    world.scripts.set(`touch ${name}`, [
      touch(name, { input: 900, output: 200 }),
      say("Done.", { input: 1, output: 1 }),
    ]);
    const { conversation, card, ended, events } = await start(version, { maxTokens: 1_000 }, launch);
    const end = ended();
    conversation.submit(`touch ${name}`);
    const { id, revision, cause } = await card();
    expect(cause).toMatchObject({ code: "limit", limit: { scope: "turn", unit: "tokens", max: 1_000 } });
    expect(isThere(name)).toBe(false);
    await conversation.permissions.decide(id, revision, { kind: "guard", choice: "raise" });
    await end;
    expect([isThere(name), events.at(-1)]).toMatchObject([true, { kind: "turnEnded", outcome: "done" }]);
  });

  const limited = [
    ...[...modes, ...askingModes].map(
      ([mode, launch]) => ["deadline", mode, launch, { deadlineMinutes: 1e-7 }] as const,
    ),
    ...askingModes.map(([mode, launch]) => ["budget", mode, launch, { maxTokens: 1_000 }] as const),
  ];
  it.each(limited)(
    "hold a call at the %s in mode %s, and deny it after Wrap up",
    { tags: "thorough" },
    async (what, mode, launch, limits) => {
      const name = `${what}-${version}-${mode}.txt`;
      world.scripts.set(name, [touch(name, { input: 900, output: 200 }), say("Wrapped.")]);
      const { conversation, card, ended, events } = await start(version, limits, launch);
      const end = ended();
      conversation.submit(name);
      const { id, revision, cause } = await card();
      expect(cause).toMatchObject({
        code: "limit",
        limit: { scope: "turn", unit: what === "deadline" ? "minutes" : "tokens" },
      });
      await conversation.permissions.decide(id, revision, { kind: "guard", choice: "wrapUp" });
      await end;
      expect([isThere(name), events.at(-1)]).toMatchObject([
        false,
        { kind: "turnEnded", outcome: "done", output: "Wrapped." },
      ]);
      expect(JSON.stringify(world.model.requests.at(-1).messages.at(-1))).toContain(
        "The user asks you to wrap up: call no more tools",
      );
    },
  );

  it("deny a call after Wrap up with a reason that the model reads", async () => {
    world.scripts.set("wrap", [touch(`wrap-${version}.txt`), say("Wrapped.")]);
    const { conversation, card, ended, events } = await start(version, { maxTokens: 1_000 }, never);
    const end = ended();
    conversation.submit("wrap");
    const { id, revision } = await card();
    await conversation.permissions.decide(id, revision, { kind: "guard", choice: "wrapUp" });
    await end;
    expect(JSON.stringify(world.model.requests.at(-1).messages.at(-1))).toContain(
      "The user asks you to wrap up: call no more tools",
    );
    expect(events.slice(-2)).toMatchObject([
      { kind: "toolInvoked", outcome: "denied" },
      { kind: "turnEnded", outcome: "done", output: "Wrapped." },
    ]);
    expect(isThere(`wrap-${version}.txt`)).toBe(false);
  });

  it.each(["stop", "close"] as const)("never run a held call at %s", async (way) => {
    const name = `${way}-${version}.txt`;
    world.scripts.set(way, [touch(name), say("Not said.")]);
    const { conversation, card, ended } = await start(version, { maxTokens: 1_000 }, never);
    const end = ended();
    conversation.submit(way);
    await card();
    await (way === "stop" ? conversation.stop() : conversation.close());
    await end;
    await conversation.close();
    expect(isThere(name)).toBe(false);
  });

  it("count the tokens of a subagent, and hold its calls", async () => {
    const name = `inner-${version}.txt`;
    world.scripts.set("inner", [
      use("Bash", { command: "true", description: "x" }, { input: 600, output: 50 }),
      touch(name, { input: 700, output: 50 }),
      say("Inner."),
    ]);
    world.scripts.set("outer", [
      use(
        agentTool(version),
        { description: "Look", prompt: "inner", subagent_type: "general-purpose", run_in_background: false },
        { input: 100, output: 20 },
      ),
      say("Outer."),
    ]);
    const { conversation, card, ended } = await start(version, { maxTokens: 1_400 }, never);
    const end = ended();
    conversation.submit("outer");
    const { id, revision, subject } = await card();
    expect([subject, isThere(name)]).toEqual([`touch ${name}`, false]);
    await conversation.permissions.decide(id, revision, { kind: "guard", choice: "wrapUp" });
    await end;
    expect(isThere(name)).toBe(false);
  });
});

it("hold a call by the cost of the turn so far, where claude reports it", async () => {
  world.scripts.set("spend", [use("Bash", { command: "true", description: "x" }), touch("spent.txt"), say("Spent.")]);
  const { conversation, card, ended } = await start(currentCli, { maxCostUsd: 0.008 }, never);
  const end = ended();
  conversation.submit("spend");
  const { id, revision, cause } = await card();
  expect(cause).toMatchObject({ limit: { scope: "turn", unit: "usd", max: 0.008 } });
  expect(isThere("spent.txt")).toBe(false);
  await conversation.permissions.decide(id, revision, { kind: "guard", choice: "raise" });
  await end;
  expect(isThere("spent.txt")).toBe(true);
});
