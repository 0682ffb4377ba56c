import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import { ask, settled, setup } from "../setup.ts";

it("matches answers to requests by id, in any order", async () => {
  const { client, cli, answer } = setup();
  const first = client.call("mcp_status", {});
  const second = client.call("set_permission_mode", { mode: "plan" });
  const [a, b] = cli.received.map((frame) => frame["request_id"]);
  answer({ mode: "plan" }, b);
  answer({ mcpServers: [] }, a);
  expect(await second).toMatchObject({ mode: "plan" });
  expect(await first).toEqual({ mcpServers: [] });
});

it("takes the first answer per id and drops later, duplicate and unknown ones", async () => {
  const { client, cli, answer, refuse } = setup();
  const mode = client.setPermissionMode("bypassPermissions");
  const id = cli.received[0]?.["request_id"];
  refuse("bypass is disabled", {}, id);
  answer({ mode: "bypassPermissions" }, id);
  answer({}, "never sent");
  await expect(mode).rejects.toMatchObject({ code: "requestRefused", message: "bypass is disabled" });
});

it("times out a request that is never answered, and leaves no timer after an answer", async () => {
  const { client, clock, answer } = setup();
  const lost = client.call("get_plan", {});
  clock.advance(15_000);
  await expect(lost).rejects.toMatchObject({ code: "requestTimedOut", data: { subtype: "get_plan", limitMs: 15_000 } });
  const found = client.call("get_plan", {});
  answer({ exists: false });
  await found;
  expect(clock.pending).toBe(0);
});

it("cancels a request of its own, and tells a CLI that understands it", async () => {
  const old = setup({ version: "2.0.77" });
  const quiet = new AbortController();
  const lost = old.client.call("mcp_status", {}, quiet.signal);
  quiet.abort();
  await expect(lost).rejects.toMatchObject({ code: "aborted" });
  expect(old.cli.received).toHaveLength(1);
  const { client, cli } = setup({ version: "2.1.329" });
  const controller = new AbortController();
  const request = client.call("mcp_status", {}, controller.signal);
  controller.abort();
  await expect(request).rejects.toMatchObject({ code: "aborted" });
  expect(cli.received.at(-1)).toEqual({ type: "control_cancel_request", request_id: cli.received[0]?.["request_id"] });
});

it("rejects every pending request on close, and every later one", async () => {
  const { client, cli, closed } = setup();
  const pending = [client.call("mcp_status", {}), client.setPermissionMode("plan")];
  const failure = failures.cliExited(1, null, "boom");
  cli.end(failure);
  for (const request of pending) await expect(request).rejects.toMatchObject({ code: "connectionClosed" });
  await expect(client.call("mcp_status", {})).rejects.toMatchObject({ code: "connectionClosed" });
  expect(closed).toEqual([failure]);
});

it("answers a permission request with exactly the input that was shown", async () => {
  const { cli } = setup();
  cli.write(ask("r1", { command: "ls", extra: [1, { deep: null }] }));
  await settled();
  expect(cli.received).toEqual([
    {
      type: "control_response",
      response: {
        subtype: "success",
        request_id: "r1",
        response: {
          behavior: "allow",
          updatedInput: { command: "ls", extra: [1, { deep: null }] },
          toolUseID: "toolu_r1",
        },
      },
    },
  ]);
});

it("answers with an error instead of a malformed answer that only the model would see", async () => {
  const { cli } = setup({ listener: { can_use_tool: async () => ({ behavior: "allow" }) as never } });
  cli.write(ask("r1"));
  await settled();
  expect(cli.received).toMatchObject([{ response: { subtype: "error", request_id: "r1" } }]);
});

it("answers with an error when an extension's server returns what JSON lacks, and continues", async () => {
  const { client, cli } = setup();
  await client.addMcpServer("counter", {
    connect: async (transport) => {
      transport.onmessage = (message) => {
        const { id } = message as { readonly id: number };
        void transport.send({ jsonrpc: "2.0", id, result: { structuredContent: { count: 1n } } });
      };
    },
    close: async () => {},
  });
  const message = { jsonrpc: "2.0", id: 7, method: "tools/call", params: {} };
  cli.write({
    type: "control_request",
    request_id: "r1",
    request: { subtype: "mcp_message", server_name: "counter", message },
  });
  await settled();
  cli.write(ask("r2"));
  await settled();
  expect(cli.received).toMatchObject([
    { response: { request_id: "r1", subtype: "error" } },
    { response: { request_id: "r2", subtype: "success" } },
  ]);
});

it("does not answer a request that the CLI cancelled", async () => {
  let signal: AbortSignal | undefined;
  let resolve: (answer: never) => void = () => {};
  const { cli } = setup({
    listener: {
      can_use_tool: (_request, context) => {
        signal = context.signal;
        return new Promise((done) => {
          resolve = done;
        });
      },
    },
  });
  cli.write(ask("r1"));
  cli.write({ type: "control_cancel_request", request_id: "r1" });
  expect(signal?.aborted).toBe(true);
  resolve({ behavior: "allow", updatedInput: {}, toolUseID: "toolu_r1" } as never);
  await settled();
  expect(cli.received).toEqual([]);
});

it("never answers after the close", async () => {
  let resolve: (answer: never) => void = () => {};
  const { cli } = setup({ listener: { can_use_tool: () => new Promise((done) => (resolve = done)) } });
  cli.write(ask("r1"));
  cli.end();
  resolve({ behavior: "allow", updatedInput: {}, toolUseID: "toolu_r1" } as never);
  await settled();
  expect(cli.received).toEqual([]);
});

it("begins no work for a CLI that was asked to end and still goes on", async () => {
  const asked: string[] = [];
  let exit = (): void => {};
  const { client, cli, closed } = setup({
    exit: new Promise((resolve) => (exit = resolve)),
    listener: {
      can_use_tool: async ({ tool_use_id }) => {
        asked.push(tool_use_id);
        return { behavior: "deny", message: "", toolUseID: tool_use_id };
      },
    },
  });
  const ended = client.close();
  cli.write(ask("r1"));
  await settled();
  exit();
  await ended;
  expect({ asked, closed }).toEqual({ asked: [], closed: [undefined] });
});

it("asks once when the same open request is delivered twice", async () => {
  let count = 0;
  const { cli } = setup({
    listener: {
      can_use_tool: () => {
        count++;
        return new Promise(() => {});
      },
    },
  });
  cli.write(ask("r1"));
  cli.write(ask("r1"));
  await settled();
  expect(count).toBe(1);
});

it.each(["error", "success"] as const)(
  "dispatches requests that a repeated initialize hands over (%s), once",
  async (subtype) => {
    const asked: string[] = [];
    const { client, cli } = setup({
      listener: {
        can_use_tool: (request) => {
          asked.push(request.tool_use_id);
          return new Promise(() => {});
        },
      },
    });
    cli.write(ask("open"));
    const initialize = client.initialize().catch(() => {});
    cli.write({
      type: "control_response",
      response: {
        subtype,
        request_id: cli.received[0]?.["request_id"],
        error: "Already initialized",
        response: {},
        pending_permission_requests: [ask("open"), ask("other")],
      },
    });
    await initialize;
    await settled();
    expect(asked).toEqual(["toolu_open", "toolu_other"]);
  },
);

it("refuses what it does not know and leaves the vendor's own requests alone", async () => {
  const { cli } = setup();
  cli.write({ type: "control_request", request_id: "u", request: { subtype: "oauth_token_refresh" } });
  cli.write({ type: "control_request", request_id: "w", request: { subtype: "remote_tool_call" } });
  await settled();
  cli.write({ type: "control_request", request_id: "m", request: "nonsense" });
  expect(cli.received).toMatchObject([
    { response: { subtype: "error", request_id: "u", error_code: "unsupported_request" } },
    { response: { subtype: "error", request_id: "m", error_code: "unsupported_request" } },
  ]);
});

it("survives noise, damage and unknown frames, and reports what was lost", () => {
  const { cli, frames, logged, corrupt } = setup();
  cli.writeBytes(new TextEncoder().encode('plain words\n{"type":"resu\n{"type":"brand_new"}\n{"type":"keep_alive"}\n'));
  expect(frames).toEqual([{ type: "keep_alive" }]);
  expect(logged).toEqual(["unknown frame brand_new"]);
  expect(corrupt).toHaveLength(1);
});

it("opens the requests of an error response that arrives after its time limit", async () => {
  const asked: string[] = [];
  const { client, clock, refuse } = setup({
    listener: {
      can_use_tool: async (_request, { requestId }) => {
        asked.push(requestId);
        return new Promise(() => {});
      },
    },
  });
  const begun = client.initialize({});
  clock.advance(600_000);
  await expect(begun).rejects.toMatchObject({ code: "requestTimedOut" });
  refuse("Already initialized", { pending_permission_requests: [ask("r1")] });
  await settled();
  expect(asked).toEqual(["r1"]);
});

it("writes no half of a surrogate pair, and leaves texts that only look like one", () => {
  const { client, cli } = setup();
  client.prompt([{ type: "text", text: "a\ud83d b\ude80 🚀 \\ud83d" }], {
    uuid: "11111111-1111-4111-8111-111111111111",
  });
  expect(cli.received.at(-1)).toMatchObject({ message: { content: [{ text: "a\ufffd b\ufffd 🚀 \\ud83d" }] } });
});

it.each([true, false])(
  "rejects what cannot be sent, and withdraws what cannot be answered (told: %s)",
  async (isTold) => {
    const reasons: unknown[] = [];
    const { client, cli, clock, closed } = setup({
      version: "2.1.329",
      listener: {
        can_use_tool: (_request, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              reasons.push(signal.reason);
              reject(signal.reason);
            });
          }),
      },
    });
    const controller = new AbortController();
    const pending = client.call("mcp_status", {}, controller.signal);
    cli.write(ask("r1"));
    cli.closeInput(isTold);
    expect(reasons).toHaveLength(isTold ? 1 : 0);
    expect(() => client.prompt([{ type: "text", text: "hello" }], { uuid: randomUUID() })).toThrow("Connection closed");
    await expect(client.call("get_plan", {})).rejects.toMatchObject({ code: "connectionClosed" });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ code: "aborted" });
    cli.write(ask("r2"));
    await settled();
    expect(reasons).toEqual([expect.objectContaining({ code: "connectionClosed" })]);
    expect([cli.received.length, clock.pending, closed]).toEqual([1, 0, []]);
    await client.close();
    expect(closed).toEqual([undefined]);
  },
);
