import { expect, it } from "vitest";
import { z } from "zod";
import { renderResult } from "../../../../extension/core/api/customTools.ts";
import type { CustomTool, ToolContext } from "../../../../extension/core/api/tandem.d.ts";
import { settled } from "../protocol/setup.ts";
import { caller, errorOf, openApi } from "./setup.ts";

const server = "extension-acme-helper";
const object = { type: "object", properties: {} };

/** A tool in an answer to `tools/list`. */
interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: object };
}

/** Starts a query with tools; `call` returns what `claude` gets for a call. */
async function withTools(...customTools: CustomTool[]) {
  const window = openApi();
  const running = window.api.query(caller, { prompt: "go", customTools });
  running.result.catch(() => {});
  await settled();
  const cli = window.clis[0]!;
  let id = 0;
  const send = async (method: string, params: object) => {
    const request_id = `m${++id}`;
    cli.write({
      type: "control_request",
      request_id,
      request: { subtype: "mcp_message", server_name: server, message: { jsonrpc: "2.0", id, method, params } },
    });
    await settled();
    return cli.received.find((frame) => frame["response"]?.request_id === request_id)?.["response"].response
      ?.mcp_response.result;
  };
  if (customTools.length > 0)
    await send("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "claude", version: "1" },
    });
  return {
    ...window,
    running,
    cli,
    send,
    call: (name: string, args: object = {}) => send("tools/call", { name, arguments: args }),
  };
}

it("offers the tools of an extension in one server of its name, with their schemas", async () => {
  const count = z.object({ text: z.string() });
  const { cli, send } = await withTools(
    { name: "count", description: "Counts", input: count, run: () => 1 },
    { name: "now", description: "Time", input: object, run: () => 2 },
  );
  expect(cli.received.find((frame) => frame["request"]?.subtype === "initialize")?.["request"].sdkMcpServers).toEqual([
    server,
  ]);
  const { tools } = await send("tools/list", {});
  expect(
    (tools as ListedTool[]).map(({ name, description, inputSchema }) => [
      name,
      description,
      Object.keys(inputSchema.properties),
    ]),
  ).toEqual([
    ["count", "Counts", ["text"]],
    ["now", "Time", []],
  ]);
});

it("checks the input, passes the context, and returns errors as failed calls", async () => {
  const seen: ToolContext[] = [];
  const { call } = await withTools(
    {
      name: "size",
      description: "",
      input: z.object({ text: z.string() }),
      run: ({ text }: { text: string }, context) => seen.push(context) && text.length,
    },
    { name: "fails", description: "", input: object, run: async () => Promise.reject(new Error("no luck")) },
  );
  expect(await call("size", { text: "four" })).toEqual({ content: [{ type: "text", text: "4" }] });
  const { signal, ...turn } = seen[0] ?? expect.fail();
  expect([turn, signal.aborted]).toEqual([{ title: expect.any(String), budgets: [] }, false]);
  for (const [name, args, text] of [
    ["size", { text: 4 }, /not valid/],
    ["fails", {}, /no luck/],
    ["missing", {}, /no tool missing/],
  ] as const) {
    const result = await call(name, args);
    expect([result.isError, text.test(result.content[0].text)]).toEqual([true, true]);
  }
});

it("tells a running call when it is cancelled", async () => {
  let signal: AbortSignal | undefined;
  const run = (_input: never, context: ToolContext) => {
    signal = context.signal;
    return new Promise(() => {});
  };
  const { call, cli } = await withTools({ name: "slow", description: "", input: object, run });
  await call("slow");
  cli.write({ type: "control_cancel_request", request_id: "m2" });
  await settled();
  expect(signal?.aborted).toBe(true);
});

const circular: { self?: object } = {};
circular.self = circular;

it.each([
  ["a text", "plain", "plain"],
  ["its own render method", { render: () => "drawn", other: 1 }, "drawn"],
  ["JSON", { a: [1] }, '{"a":[1]}'],
  ["nothing", undefined, "undefined"],
  ["what has no JSON", circular, "[object Object]"],
])("renders %s", (_name, value, text) => {
  expect(renderResult(value)).toBe(text);
});

it.each([
  ["two tools of one name", [1, 2].map(() => ({ name: "same", description: "", input: object, run: () => 1 }))],
  ["a name with other characters", [{ name: "a b", description: "", input: object, run: () => 1 }]],
  ["a tool that is no function", [{ name: "a", description: "", input: object, run: 1 as never }]],
])("refuses %s", async (_name, tools) => {
  const { running, clis } = await withTools(...(tools as CustomTool[])).catch(() => ({ running: undefined, clis: [] }));
  expect(clis.length).toBe(0);
  if (running) expect((await errorOf(running)).code).toBe("invalidOptions");
});
