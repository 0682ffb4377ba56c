import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import {
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import {
  createFunctionServer,
  type FunctionServer,
  ToolsOverMcp,
} from "../../../../extension/core/ideTools/mcpServer.ts";

const read = {
  name: "read",
  description: "Reads",
  inputSchema: { type: "object" as const, properties: { name: { type: "string" } } },
};
const answer: FunctionServer["call"] = async (name, input) => ({
  text: `${name} ${JSON.stringify(input)}`,
  isError: false,
});

/** Returns a promise with the function that resolves it. */
function open<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Connects a server to the client of the MCP SDK. */
async function setup(call = answer) {
  const server = createFunctionServer({ name: "notes", version: "1.2.3", tools: [read], call });
  const [own, other] = InMemoryTransport.createLinkedPair();
  await server.connect(own);
  const client = new Client({ name: "cli", version: "1" });
  await client.connect(other);
  return { client, server };
}

/** Connects a server to a client that sends what it likes. */
async function setupRaw(call = answer) {
  const server = createFunctionServer({ name: "notes", version: "1.2.3", tools: [read], call });
  const [own, other] = InMemoryTransport.createLinkedPair();
  const received: JSONRPCMessage[] = [];
  const arrivals: (() => void)[] = [];
  other.onmessage = (message) => {
    received.push(message);
    arrivals.shift()?.();
  };
  await other.start();
  await server.connect(own);
  const ask = async (message: object) => {
    const arrived = new Promise<void>((resolve) => arrivals.push(resolve));
    await other.send({ jsonrpc: "2.0", ...message } as JSONRPCMessage);
    await arrived;
    return received.at(-1);
  };
  return { server, other, own, received, ask };
}

it("serves a client of the MCP SDK", async () => {
  const { client } = await setup();
  expect(client.getServerVersion()).toEqual({ name: "notes", version: "1.2.3" });
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  expect(client.getInstructions()).toBeUndefined();
  await client.ping();
  expect((await client.listTools()).tools).toEqual([read]);
  expect(await client.callTool({ name: "read", arguments: { name: "a" } })).toEqual({
    content: [{ type: "text", text: 'read {"name":"a"}' }],
  });
  expect(await client.callTool({ name: "read" })).toEqual({ content: [{ type: "text", text: "read {}" }] });
});

it("marks a call that failed, and tells its instructions", async () => {
  const list = (): [] => [];
  const server = new ToolsOverMcp({
    name: "a",
    version: "1",
    instructions: "Use it.",
    list,
    call: async () => ({ text: "gone", isError: true }),
  });
  const [own, other] = InMemoryTransport.createLinkedPair();
  await server.connect(own);
  const client = new Client({ name: "cli", version: "1" });
  await client.connect(other);
  expect(client.getInstructions()).toBe("Use it.");
  expect(await client.callTool({ name: "read" })).toEqual({ content: [{ type: "text", text: "gone" }], isError: true });
});

it("tells a client that knows the list of tools that it changed", async () => {
  const listeners = new Set<() => void>();
  const tools = [read];
  const onDidChange = (listener: () => void) => {
    listeners.add(listener);
    return { dispose: () => void listeners.delete(listener) };
  };
  const server = new ToolsOverMcp({
    name: "a",
    version: "1",
    list: () => [...tools],
    call: async () => ({ text: "", isError: false }),
    onDidChange,
  });
  const [own, other] = InMemoryTransport.createLinkedPair();
  await server.connect(own);
  const client = new Client({ name: "cli", version: "1" });
  await client.connect(other);
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
  let count = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void count++);
  const change = async (): Promise<number> => {
    for (const listener of listeners) listener();
    await client.ping();
    return count;
  };
  tools.push({ ...read, name: "write" });
  expect(await change()).toBe(0);
  await client.listTools();
  expect(await change()).toBe(0);
  tools.pop();
  expect(await change()).toBe(1);
  expect(await change()).toBe(1);
  await client.close();
  expect(listeners.size).toBe(0);
});

it.each([...SUPPORTED_PROTOCOL_VERSIONS, "1999-01-01"])(
  "speaks version %s of the protocol, or offers the newest",
  async (protocolVersion) => {
    const { ask } = await setupRaw();
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "cli", version: "1" } };
    const spoken = protocolVersion === "1999-01-01" ? SUPPORTED_PROTOCOL_VERSIONS[0] : protocolVersion;
    expect(await ask({ id: 0, method: "initialize", params })).toMatchObject({
      id: 0,
      result: { protocolVersion: spoken },
    });
  },
);

it("answers unknown and malformed requests with a protocol error", async () => {
  const { ask } = await setupRaw();
  expect(await ask({ id: 1, method: "resources/list" })).toMatchObject({ id: 1, error: { code: -32601 } });
  for (const params of [undefined, {}, { name: 7 }, { name: "read", arguments: [] }, { name: "read", arguments: null }])
    expect(await ask({ id: "two", method: "tools/call", params }), JSON.stringify(params)).toMatchObject({
      id: "two",
      error: { code: -32602 },
    });
});

it("answers a failure of its own with an error of the protocol", async () => {
  const { client } = await setup(() => Promise.reject(new Error("broken")));
  await expect(client.callTool({ name: "read" })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining("broken"),
  });
});

it("aborts a cancelled call and sends no response to it, also with id 0", async () => {
  const begun = open<AbortSignal>();
  const done = open<void>();
  const { other, ask, received } = await setupRaw(async (name, _, signal) => {
    if (name === "slow") {
      begun.resolve(signal);
      await done.promise;
    }
    return { text: name, isError: false };
  });
  await other.send({ jsonrpc: "2.0", id: 0, method: "tools/call", params: { name: "slow" } });
  const signal = await begun.promise;
  await other.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } });
  expect(signal.aborted).toBe(true);
  done.resolve();
  expect(await ask({ id: 1, method: "tools/call", params: { name: "fast" } })).toMatchObject({ id: 1 });
  expect(received).toHaveLength(1);
});

it("aborts what still runs when it is closed, and can be connected again", async () => {
  const begun = open<AbortSignal>();
  const { server, other } = await setupRaw((_, __, signal) => {
    begun.resolve(signal);
    return new Promise(() => {});
  });
  await expect(server.connect(InMemoryTransport.createLinkedPair()[0])).rejects.toThrow("already connected");
  await other.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow" } });
  const signal = await begun.promise;
  await server.close();
  expect(signal.aborted).toBe(true);
  await server.connect(InMemoryTransport.createLinkedPair()[0]);
});

it("ignores notifications and responses that it does not expect", async () => {
  const { other, ask, received } = await setupRaw();
  await other.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  await other.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } });
  await other.send({ jsonrpc: "2.0", id: 4, result: {} });
  expect(await ask({ id: 5, method: "ping" })).toEqual({ jsonrpc: "2.0", id: 5, result: {} });
  expect(received).toHaveLength(1);
});
