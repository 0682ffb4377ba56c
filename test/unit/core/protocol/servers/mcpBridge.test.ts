import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { expect, it } from "vitest";
import { z } from "zod";
import { McpBridge } from "../../../../../extension/core/protocol/servers/mcpBridge.ts";

const never = new AbortController().signal;
const rpc = (id: number, method: string, params: object = {}) => ({ jsonrpc: "2.0" as const, id, method, params });
const initialize = rpc(0, "initialize", {
  protocolVersion: "2024-11-05",
  capabilities: {},
  clientInfo: { name: "cli", version: "1" },
});

async function bridgeWith(handler: (signal: AbortSignal) => Promise<string>) {
  const sent: object[] = [];
  const bridge = new McpBridge((server, message) => sent.push({ server, message }));
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool(
    "read",
    { description: "Reads", inputSchema: { name: z.string() } },
    async (_arguments, { signal }) => ({
      content: [{ type: "text", text: await handler(signal) }],
    }),
  );
  await bridge.add("notes", server);
  await bridge.deliver("notes", initialize, never);
  return { bridge, sent, server };
}

it("answers each request with its id, in the protocol version that was asked for", async () => {
  const { bridge } = await bridgeWith(async () => "hello");
  expect(await bridge.deliver("notes", rpc(1, "initialize", initialize.params), never)).toMatchObject({
    id: 1,
    result: { protocolVersion: "2024-11-05" },
  });
  expect(await bridge.deliver("notes", rpc(2, "tools/list"), never)).toMatchObject({
    id: 2,
    result: { tools: [{ name: "read" }] },
  });
  expect(
    await bridge.deliver("notes", rpc(3, "tools/call", { name: "read", arguments: { name: "a" } }), never),
  ).toMatchObject({
    id: 3,
    result: { content: [{ text: "hello" }] },
  });
});

it("turns an unknown tool, an unknown method and a handler that throws into error results", async () => {
  const { bridge } = await bridgeWith(async () => {
    throw new Error("no such note");
  });
  expect(
    await bridge.deliver("notes", rpc(1, "tools/call", { name: "read", arguments: { name: "a" } }), never),
  ).toMatchObject({ result: { isError: true } });
  const unknown = await bridge.deliver("notes", rpc(3, "tools/call", { name: "no-such-tool", arguments: {} }), never);
  expect(unknown).toMatchObject({
    id: 3,
    result: { isError: true, content: [{ text: expect.stringContaining("no-such-tool") }] },
  });
  expect(await bridge.deliver("notes", rpc(2, "no/such/method"), never)).toMatchObject({
    id: 2,
    error: { code: -32601 },
  });
});

it("acknowledges notifications and sends the server's own messages to the CLI", async () => {
  const { bridge, sent, server } = await bridgeWith(async () => "");
  expect(await bridge.deliver("notes", { jsonrpc: "2.0", method: "notifications/initialized" }, never)).toEqual({
    jsonrpc: "2.0",
    id: 0,
    result: {},
  });
  await server.server.sendToolListChanged();
  expect(sent).toEqual([{ server: "notes", message: { jsonrpc: "2.0", method: "notifications/tools/list_changed" } }]);
});

it("cancels a call at the server when the CLI cancels it", async () => {
  let toolSignal: AbortSignal | undefined;
  let onStarted = (): void => {};
  const started = new Promise<void>((resolve) => {
    onStarted = resolve;
  });
  const { bridge } = await bridgeWith((signal) => {
    toolSignal = signal;
    onStarted();
    return new Promise(() => {});
  });
  const controller = new AbortController();
  const call = bridge.deliver(
    "notes",
    rpc(5, "tools/call", { name: "read", arguments: { name: "a" } }),
    controller.signal,
  );
  await started;
  controller.abort();
  await expect(call).rejects.toThrow("cancelled");
  expect(toolSignal?.aborted).toBe(true);
});

it("rejects calls to a server that is not there or goes away", async () => {
  const { bridge } = await bridgeWith(() => new Promise(() => {}));
  await expect(bridge.deliver("other", initialize, never)).rejects.toThrow("other");
  const call = bridge.deliver("notes", rpc(5, "tools/call", { name: "read", arguments: { name: "a" } }), never);
  await bridge.close();
  await expect(call).rejects.toThrow("closed");
});
