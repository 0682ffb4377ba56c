import { expect, it } from "vitest";
import { createCalculator, errorCodes } from "../../../fakes/mcp/calculator.mjs";

const server = createCalculator();
const send = (message: object) => server.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }));
const calculate = (input: object) => send({ method: "tools/call", params: { name: "calculate", arguments: input } });

it("begins, lists its tool, and calculates", async () => {
  expect(await send({ method: "initialize", params: { protocolVersion: "2024-11-05" } })).toMatchObject({
    result: { protocolVersion: "2024-11-05", capabilities: { tools: { listChanged: false } } },
  });
  expect(await server.answer('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBeUndefined();
  expect(await send({ method: "tools/list" })).toHaveProperty("result.tools", [
    expect.objectContaining({
      name: "calculate",
      inputSchema: expect.objectContaining({ required: ["left", "operator", "right"] }),
    }),
  ]);
  expect(await calculate({ left: 6, operator: "*", right: 7 })).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: { content: [{ type: "text", text: "42" }] },
  });
});

it("answers unknown and failing tools with a result, not with a protocol error", async () => {
  expect(await send({ method: "tools/call", params: { name: "constructor" } })).toMatchObject({
    result: { isError: true },
  });
  const failed = { content: [{ type: "text", text: "Nothing can be divided by zero." }], isError: true };
  expect(await calculate({ left: 1, operator: "/", right: 0 })).toMatchObject({ result: failed });
});

it("knows the five errors of the protocol", async () => {
  expect(await server.answer("{")).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await server.answer('{"id":1}')).toMatchObject({ error: { code: -32600 } });
  expect(await send({ method: "resources/list" })).toMatchObject({ error: { code: -32601 } });
  expect(await send({ method: "tools/call", params: {} })).toMatchObject({ error: { code: -32602 } });
  const broken = createCalculator();
  broken.addTool({
    name: "broken",
    get description(): string {
      throw new Error("no description");
    },
  });
  expect(await broken.answer('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).toMatchObject({
    error: { code: errorCodes.internalError },
  });
});
