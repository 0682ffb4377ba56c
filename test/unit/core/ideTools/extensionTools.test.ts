import { expect, it } from "vitest";
import { createExtensionServer } from "../../../../extension/core/ideTools/extensionServer.ts";
import { ExtensionTools } from "../../../../extension/core/ideTools/extensionTools.ts";
import type { ExtensionToolPort, ResultPart } from "../../../../extension/core/ideTools/port.ts";
import { McpBridge } from "../../../../extension/core/protocol/servers/mcpBridge.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";

interface Answer {
  readonly result: {
    readonly tools: readonly object[];
    readonly content: readonly { readonly text: string }[];
    readonly isError?: boolean;
  };
}

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/** The server over tools that call `run`. */
async function setup({
  chosen = ["count"],
  run = async () => [] as readonly ResultPart[],
}: {
  chosen?: string[];
  run?: ExtensionToolPort["call"];
} = {}) {
  const now = { chosen, isTrusted: true, loads: 0 };
  const names = ["count", "send", "tandem_diagnostics", "plain"];
  const participant = new ExtensionTools({
    tools: {
      list: () =>
        names.map((name) => ({
          name,
          description: `Does ${name}.`,
          inputSchema: name === "plain" ? undefined : schema,
        })),
      call: run,
    },
    chosen: () => now.chosen,
    isTrusted: () => now.isTrusted,
    load: async (options) => {
      now.loads++;
      return createExtensionServer({ ...options, version: "1" });
    },
    logger: silentLogger,
  });
  const bridge = new McpBridge(() => {});
  await Promise.all(participant.servers.map(({ name, create }) => bridge.add(name, create())));
  let id = 0;
  const ask = async (method: string, params: object, signal = new AbortController().signal): Promise<Answer> => {
    const answer: unknown = await bridge.deliver("extensions", { jsonrpc: "2.0", id: id++, method, params }, signal);
    return answer as Answer;
  };
  const list = async () => (await ask("tools/list", {})).result.tools;
  const call = async (name: string, input: object = {}, signal?: AbortSignal) => {
    const { content, isError = false } = (await ask("tools/call", { name, arguments: input }, signal)).result;
    return { text: content[0]?.text, isError };
  };
  return { now, participant, list, call };
}

it("offers the chosen tools with their extension's schema, and never Tandem's own tools", async () => {
  const { now, list, participant } = await setup({ chosen: ["plain", "tandem_diagnostics", "count", "gone"] });
  expect(await list()).toEqual([
    { name: "count", description: "Does count.", inputSchema: schema },
    { name: "plain", description: "Does plain.", inputSchema: { type: "object" } },
  ]);
  now.chosen = [];
  expect(participant.servers).toEqual([]);
});

it("loads nothing before its first message, and has no hook that could allow calls", async () => {
  const { now, list, participant } = await setup();
  expect([now.loads, "hooks" in participant]).toEqual([0, false]);
  await list();
  expect(now.loads).toBe(1);
});

it("passes a call on, and returns texts, also of nested elements", async () => {
  const calls: unknown[] = [];
  const node = {
    type: 1,
    children: [
      { type: 2, text: "one", lineBreakBefore: 1 },
      { type: 1, children: [{ type: 2, text: " two" }] },
      { type: 2, text: "three", lineBreakBefore: 1 },
    ],
  };
  const { call } = await setup({
    run: async (name, input) => {
      calls.push([name, input]);
      return [
        { kind: "text", text: "first" },
        { kind: "tree", value: { node } },
        { kind: "tree", value: "broken" },
        { kind: "other", type: "image/png" },
      ];
    },
  });
  expect(await call("count", { text: "a" })).toEqual({
    text: "first\none two\nthree\n\nLeft out: a part that is no text (image/png).",
    isError: false,
  });
  expect(calls).toEqual([["count", { text: "a" }]]);
});

it("limits the size of a result, and says so for none", async () => {
  const long = await setup({ run: async () => [{ kind: "text", text: "x".repeat(25_000) }] });
  expect((await long.call("count")).text).toMatch(/^x{20000}\nLeft out: 5000 of 25000 characters\.$/);
  expect((await (await setup()).call("count")).text).toBe("The tool returned nothing.");
});

it("refuses unchosen tools, Tandem's own, and any without trust; returns a tool's error", async () => {
  const { now, call } = await setup({
    chosen: ["count", "tandem_diagnostics"],
    run: async () => {
      throw new Error("The disk is full.");
    },
  });
  for (const name of ["send", "tandem_diagnostics", "gone", "constructor"])
    expect(await call(name), name).toEqual({ text: `The user does not offer the tool ${name}.`, isError: true });
  expect(await call("count")).toEqual({ text: "The disk is full.", isError: true });
  now.isTrusted = false;
  expect((await call("count")).text).toContain("does not offer");
});

it("cancels a call with its turn", async () => {
  let asked: AbortSignal | undefined;
  const { call } = await setup({
    run: (_name, _input, signal) => {
      asked = signal;
      return new Promise(() => {});
    },
  });
  const controller = new AbortController();
  const answer = call("count", {}, controller.signal);
  await expect.poll(() => asked).toBeDefined();
  controller.abort();
  await expect(answer).rejects.toThrow();
  expect(asked?.aborted).toBe(true);
});
