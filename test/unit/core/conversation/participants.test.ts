import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { expect, it } from "vitest";
import { z } from "zod";
import type {
  Hold,
  Participant,
  PromptAddition,
  TurnEnd,
} from "../../../../extension/core/conversation/ports/participant.ts";
import type { QueuedPrompt } from "../../../../extension/shared/contract/conversationState.ts";
import { settled } from "../protocol/setup.ts";
import { begin, result } from "./conversationSetup.ts";

type Answer = PromptAddition | Hold | undefined;

/** Prepares prompts when the test says so, and keeps what it heard. */
class Scripted implements Participant {
  readonly name: string;
  readonly works: {
    readonly prompt: QueuedPrompt;
    readonly signal: AbortSignal;
    readonly resolve: (answer?: Answer) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  readonly turns: TurnEnd[] = [];
  isIdle = false;

  constructor(name: string) {
    this.name = name;
  }

  beforePrompt(prompt: QueuedPrompt, signal: AbortSignal): Promise<Answer> | undefined {
    if (this.isIdle) return undefined;
    return new Promise((resolve, reject) => this.works.push({ prompt, signal, resolve, reject }));
  }

  turnEnded(turn: TurnEnd): void {
    this.turns.push(turn);
  }
}

async function setup() {
  const [first, second] = [new Scripted("first"), new Scripted("second")];
  const parts = await begin({ participants: [() => first, () => second] });
  const sent = () =>
    parts
      .allClis()
      .flatMap(({ received }) => received)
      .flatMap((frame) => (frame["type"] === "user" ? [frame["message"].content.at(-1).text] : []));
  const notices = () => parts.items().flatMap((item) => (item.kind === "notice" ? [item.notice] : []));
  return { ...parts, first, second, sent, notices };
}

it("calls participants in order, each once for a prompt, before it is sent", async () => {
  const { conversation, first, second, sent } = await setup();
  conversation.submit("go");
  conversation.submit("and on");
  await settled();
  expect([first.works.map(({ prompt }) => prompt.text), second.works, sent()]).toEqual([["go"], [], []]);
  first.works[0]?.resolve();
  await settled();
  expect([first.works.length, second.works.length, sent()]).toEqual([1, 1, []]);
  second.works[0]?.resolve();
  await settled();
  expect([first.works.length, second.works.length, sent()]).toEqual([1, 1, ["go"]]);
});

it("sends a prompt at once if no participant has work for it", async () => {
  const { conversation, first, second, sent } = await setup();
  first.isIdle = true;
  second.isIdle = true;
  conversation.submit("go");
  expect(sent()).toEqual(["go"]);
});

it("sends additions of participants in order, and replaces them when preparing again", async () => {
  const { conversation, first, second, cli, allClis } = await setup();
  const text = (name: string, data: string) =>
    ({ contents: [{ kind: "text", name, mediaType: "text/plain", size: data.length, data }] }) as const;
  conversation.submit("go");
  first.works[0]?.resolve(text("@one", "1"));
  await settled();
  // The process ends before the prompt went.
  cli().end();
  await settled();
  expect(second.works[0]?.signal.aborted).toBe(true);
  void conversation.start();
  await settled();
  first.works[1]?.resolve(text("@one", "2"));
  await settled();
  second.works[1]?.resolve(text("@two", "3"));
  await settled();
  const [prompt] = allClis()
    .at(-1)!
    .received.filter((frame) => frame["type"] === "user");
  expect(
    prompt?.["message"].content.map((block: { title?: string; source?: { data: string } }) => [
      block.title,
      block.source?.data,
    ]),
  ).toEqual([
    ["@one", "2"],
    ["@two", "3"],
    [undefined, undefined],
  ]);
});

it("holds a prompt whose participant failed, and sends it without the addition the second time", async () => {
  const { conversation, first, second, sent, notices } = await setup();
  conversation.submit("go");
  conversation.submit("and on");
  first.works[0]?.reject(new Error("disk full"));
  await settled();
  expect([sent(), second.works.length]).toEqual([[], 0]);
  expect(notices()).toEqual([{ code: "promptNotPrepared", reason: "disk full" }]);
  expect(conversation.state.queue).toMatchObject([
    { text: "go", isHeld: true },
    { text: "and on", isHeld: true },
  ]);
  await conversation.delivery.sendNow(conversation.state.queue[0]!.id);
  first.works[1]?.reject(new Error("disk full"));
  await settled();
  second.works[0]?.resolve();
  await settled();
  expect(sent()).toEqual(["go"]);
  expect(notices()).toHaveLength(1);
});

it("retries a held prompt without the participant that failed, but with the others", async () => {
  const { conversation, first, second, sent, notices } = await setup();
  conversation.submit("go");
  await settled();
  first.works[0]?.reject(new Error("no space"));
  await settled();
  await conversation.delivery.sendNow(conversation.state.queue[0]!.id);
  first.works[1]?.resolve();
  await settled();
  second.works[0]?.reject(new Error("no access"));
  await settled();
  expect([sent(), notices()]).toEqual([
    [],
    [
      { code: "promptNotPrepared", reason: "no space" },
      { code: "promptNotPrepared", reason: "no access" },
    ],
  ]);
});

it("holds a prompt each time a participant asks for it, and shows the reason", async () => {
  const { conversation, first, sent, notices } = await setup();
  const hold = { code: "notSaved", files: ["/w/a"] } as const;
  conversation.submit("go");
  for (const count of [1, 2]) {
    first.works.at(-1)?.resolve({ hold });
    await settled();
    expect([sent(), notices()]).toEqual([[], Array(count).fill(hold)]);
    await conversation.delivery.sendNow(conversation.state.queue[0]!.id);
  }
});

it("cancels the preparation of a removed prompt, and continues with the next one", async () => {
  const { conversation, first, second, sent, notices } = await setup();
  conversation.submit("go");
  conversation.submit("instead");
  conversation.queue.remove(conversation.state.queue[0]!.id);
  await settled();
  expect(first.works.map(({ prompt, signal }) => [prompt.text, signal.aborted])).toEqual([
    ["go", true],
    ["instead", false],
  ]);
  first.works[0]?.reject(new Error("late"));
  first.works[1]?.resolve();
  await settled();
  second.works[0]?.resolve();
  await settled();
  expect([sent(), notices()]).toEqual([["instead"], []]);
});

it("reports the end of a turn to every participant, even if the process ends first", async () => {
  const { conversation, first, second, cli, errors } = await setup();
  first.isIdle = true;
  second.isIdle = true;
  const { turns } = first;
  first.turnEnded = (turn) => {
    turns.push(turn);
    throw new Error("broken");
  };
  conversation.submit("go");
  cli().write(result());
  await settled();
  conversation.submit("again");
  cli().end();
  await settled();
  expect([first.turns, second.turns]).toEqual(
    Array(2).fill([{ outcome: "done", ending: expect.objectContaining({ output: "" }) }, { outcome: "interrupted" }]),
  );
  expect(errors.filter((line) => line.includes("broken"))).toHaveLength(2);
});

it("announces hooks and servers in initialize, and gives each process its own server", async () => {
  const servers: McpServer[] = [];
  const create = (): McpServer => {
    const server = new McpServer({ name: "notes", version: "1.0.0" });
    server.registerTool("read", { description: "Reads", inputSchema: { name: z.string() } }, ({ name }) => ({
      content: [{ type: "text", text: `read ${name}` }],
    }));
    servers.push(server);
    return server;
  };
  const broken = { connect: () => Promise.reject(new Error("no port")), close: async () => {} };
  const participant: Participant = {
    name: "notes",
    hooks: [{ event: "SessionStart", role: "observe", callback: () => ({}) }],
    servers: [
      { name: "notes", create },
      { name: "broken", create: () => broken },
    ],
  };
  const { conversation, cli, errors } = await begin({ participants: [() => participant] });
  const initialize = () => cli().received.find((frame) => frame["request"]?.subtype === "initialize")?.["request"];
  expect(initialize()).toMatchObject({
    sdkMcpServers: ["notes"],
    hooks: { SessionStart: [{ hookCallbackIds: [expect.any(String)] }] },
  });
  expect(errors).toContainEqual(expect.stringContaining("no port"));
  const call = async (id: number, method: string, params: object) => {
    cli().write({
      type: "control_request",
      request_id: `m${id}`,
      request: { subtype: "mcp_message", server_name: "notes", message: { jsonrpc: "2.0", id, method, params } },
    });
    await settled();
    return cli().received.find((frame) => frame["response"]?.request_id === `m${id}`)?.["response"].response
      .mcp_response.result;
  };
  const greet = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "cli", version: "1" } };
  await call(1, "initialize", greet);
  expect(await call(2, "tools/call", { name: "read", arguments: { name: "a" } })).toMatchObject({
    content: [{ text: "read a" }],
  });
  await conversation.start();
  expect(initialize()).toMatchObject({ sdkMcpServers: ["notes"] });
  await call(3, "initialize", greet);
  expect(await call(4, "tools/call", { name: "read", arguments: { name: "b" } })).toMatchObject({
    content: [{ text: "read b" }],
  });
  expect(servers).toHaveLength(2);
});

it("notifies participants of a waiting call, and runs it after all are ready", async () => {
  const told: string[] = [];
  let release = (): void => {};
  const ready = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: Participant = {
    name: "slow",
    callWaits: (id) => void told.push(`waits ${id}`),
    callAllowed: async (id) => {
      told.push(`allowed ${id}`);
      await ready;
    },
  };
  const failing: Participant = {
    name: "failing",
    callWaits: () => expect.fail("x"),
    callAllowed: () => Promise.reject(new Error("x")),
  };
  const { conversation, cli } = await begin({ participants: [() => failing, () => slow] });
  conversation.submit("go");
  const ask = (id: string) => {
    const request = { subtype: "can_use_tool", tool_name: "Bash", input: { command: "make" }, tool_use_id: id };
    cli().write({ type: "control_request", request_id: id, request });
    return settled();
  };
  const answers = () => cli().received.filter((frame) => frame["type"] === "control_response");
  await ask("c1");
  await conversation.permissions.decide("c1", 0, { kind: "allow" });
  await settled();
  expect(told).toEqual(["waits c1", "allowed c1"]);
  expect(answers()).toEqual([]);
  release();
  await settled();
  expect(answers()).toMatchObject([{ response: { request_id: "c1", response: { behavior: "allow" } } }]);
  await ask("c2");
  await conversation.permissions.decide("c2", 0, { kind: "deny" });
  await settled();
  expect(told.slice(2)).toEqual(["waits c2"]);
});
